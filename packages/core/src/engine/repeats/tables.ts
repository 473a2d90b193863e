import { and, eq, inArray, sql, type SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { each, query } from "../../database/query.ts";
import {
  changeLog,
  externalRef,
  externalSystem,
  idempotencyKey,
} from "../../database/schema/index.ts";
import { statement } from "../../database/statement.ts";

/** The statements of a table of decisions recorded under names that clients gave. */
function recordsIn(
  table: typeof idempotencyKey | typeof externalRef,
  columnsOfName: () => readonly SQLiteColumn[],
) {
  // From each name to its row: for a row value in a list, SQLite would use only the first column of
  // the index, and so read everything that one user has ever sent.
  const names = () => sql`json_each(${sql.placeholder("names")}) as named`;
  const isNamed = () =>
    and(...columnsOfName().map((column, place) => eq(column, sql.raw(`named.value ->> ${place}`))));
  const operations = () =>
    query.select({ id: table.operationId }).from(names()).crossJoin(table).where(isNamed());
  return {
    rows: statement(() =>
      query
        .select({
          place: sql<number>`named.key`.mapWith(Number),
          userId: table.userId,
          at: table.at,
          method: table.method,
          path: table.path,
          bodyHash: table.bodyHash,
          operationId: table.operationId,
          decision: table.decision,
        })
        .from(names())
        .crossJoin(table)
        .where(isNamed()),
    ),
    logs: statement(() => logOf(operations())),
  };
}

/** The rows that operations logged, in order. */
const logOf = (operations: SQLWrapper) =>
  query
    .select({
      operationId: changeLog.operationId,
      at: changeLog.at,
      seq: changeLog.seq,
      id: changeLog.entityId,
    })
    .from(changeLog)
    .where(inArray(changeLog.operationId, operations))
    .orderBy(changeLog.operationId, changeLog.ordinal);

/** The rows that each of these operations (a JSON array of ids) logged, in order. */
export const operationLogs = statement(() => logOf(each("operations")));

/** The decisions recorded under Idempotency-Keys. */
export const keyRecords = recordsIn(idempotencyKey, () => {
  const { userId, method, path, key } = idempotencyKey;
  return [userId, method, path, key];
});

/** The decisions recorded under references of other systems. */
export const refRecords = recordsIn(externalRef, () => [externalRef.system, externalRef.id]);

/** The owners of systems (a JSON array of names) that have one. */
export const systemOwners = statement(() =>
  query
    .select({ system: externalSystem.system, userId: externalSystem.userId })
    .from(externalSystem)
    .where(inArray(externalSystem.system, each("systems"))),
);

/** A row of such a table. */
export type RecordRow = ReturnType<ReturnType<typeof keyRecords.rows>["row"]>;
