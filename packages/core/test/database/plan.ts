import type { Bound } from "../../src/database/bound.ts";
import type { Context } from "../../src/engine/context.ts";
import { databaseWith } from "./empty.ts";

type Database = ReturnType<typeof databaseWith>["database"];

/** SQLite's query plan of a statement, step by step. */
export function queryPlanOf(database: Database, { sql, params }: Bound): string[] {
  const plan = database.prepare(`explain query plan ${sql}`).all(...params) as { detail: string }[];
  return plan.map(({ detail }) => detail);
}

export type Send = (context: Context) => unknown;

/** Runs a request on a database with these rows; returns the statements that it reads with. */
export async function statementsReadBy(rows: string, send: Send) {
  const { database, context } = databaseWith(rows);
  const statementsRead: Bound[] = [];
  const executor = {
    ...context.executor,
    read: (statements: readonly Bound[]) => {
      statementsRead.push(...statements);
      return context.executor.read(statements);
    },
  };
  await send({ ...context, executor });
  return { database, statementsRead };
}

/** The query plan of a list: its statement is the last one of the request with a limited order. */
export async function queryPlanOfList(rows: string, send: Send): Promise<string[]> {
  const { database, statementsRead } = await statementsReadBy(rows, send);
  return queryPlanOf(
    database,
    statementsRead.findLast(({ sql }) => / order by .* limit \?$/s.test(sql))!,
  );
}
