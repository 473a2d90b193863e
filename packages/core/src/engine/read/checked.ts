import { sql } from "drizzle-orm";
import type { Bound } from "../../database/bound.ts";
import type { Results } from "../../database/executor.ts";
import { query } from "../../database/query.ts";
import { statement } from "../../database/statement.ts";
import { type Context, keyCheck, requireValidKey } from "../context.ts";
import { changeLog } from "../../database/schema/index.ts";

/** Reads in one round trip, and refuses (`unauthorized`) if the key is no longer valid. */
export async function readChecked(
  context: Pick<Context, "executor" | "principal" | "now">,
  statements: readonly Bound[],
): Promise<Results> {
  const check = keyCheck(context.principal);
  const [keys, ...results] = await context.executor.read([check, ...statements]);
  requireValidKey(context, keys!.map(check.row));
  return results;
}

/** Reads the rows of one statement, with the key checked. */
export async function readRows<Row>(context: Context, bound: Bound<Row>): Promise<Row[]> {
  const [rows] = await readChecked(context, [bound]);
  return rows!.map(bound.row);
}

/** Finds the place of the last change in the log; 0 where the log is empty. */
export const newestChange = statement(() =>
  query
    .select({ seq: sql<number>`coalesce(max(${changeLog.seq}), 0)`.mapWith(Number) })
    .from(changeLog),
);
