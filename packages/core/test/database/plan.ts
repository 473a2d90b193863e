import type { Bound } from "../../src/database/bound.ts";
import type { Context } from "../../src/engine/context.ts";
import { databaseWith } from "./empty.ts";

type Database = ReturnType<typeof databaseWith>["database"];

/** How SQLite goes about a statement, step by step. */
export function planOf(database: Database, { sql, params }: Bound): string[] {
  const plan = database.prepare(`explain query plan ${sql}`).all(...params) as { detail: string }[];
  return plan.map(({ detail }) => detail);
}

export type Ask = (context: Context) => unknown;

/** The statements of what is asked of a database with these rows. */
export async function statementsOf(rows: string, ask: Ask) {
  const { database, context } = databaseWith(rows);
  const asked: Bound[] = [];
  const executor = {
    ...context.executor,
    read: (statements: readonly Bound[]) => {
      asked.push(...statements);
      return context.executor.read(statements);
    },
  };
  await ask({ ...context, executor });
  return { database, asked };
}

/** How SQLite goes about what a list asks: the last statement that is in order is the list's own. */
export async function planOfList(rows: string, ask: Ask): Promise<string[]> {
  const { database, asked } = await statementsOf(rows, ask);
  return planOf(
    database,
    asked.findLast(({ sql }) => / order by /.test(sql))!,
  );
}
