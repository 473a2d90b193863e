import { inArray, type SQLWrapper } from "drizzle-orm";
import type { Bound } from "../../database/bound.ts";
import type { Logged } from "../../database/executor.ts";
import { each, query } from "../../database/query.ts";
import { changeLog, externalSystem } from "../../database/schema/index.ts";
import { statement } from "../../database/statement.ts";
import { linesOfText } from "./answers.ts";
import { unpacked } from "./compressed.ts";
import { formerLines } from "./former.ts";
import type { RecordedLine } from "./lines.ts";

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

/** The record under a name: its answer, or in a former row the decision. */
interface Found {
  /** The place of the name among those that were looked up. */
  readonly place: number;
  readonly bodyHash: string;
  /** Compressed, in hexadecimal. Null in a former row. */
  readonly answer: string | null;
  readonly decision: string | null;
  readonly logged: readonly Logged[];
}

/** A record under an Idempotency-Key. */
export type KeyRecord = Found;

/** A record under a reference of another system. */
export interface RefRecord extends Found {
  readonly userId: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
}

/** Returns the lines of a record. */
export const linesOf = ({ answer, decision, logged }: Found): RecordedLine[] =>
  answer === null ? formerLines(decision!, logged) : linesOfText(unpacked(answer), logged);

const namedSql = "with named (place, parts) as materialized (select key, value from json_each(?))";

/** SQL of the rows that an operation logged, as JSON. */
const logSql = (operation: string) => `(select json_group_array(
    json_array(seq, entity_id, at, operation_id)) from (
      select seq, entity_id, at, operation_id from change_log
      where operation_id = ${operation} order by ordinal))`;

// From each name to its row: for a row value in a list, SQLite would use only the first column of
// the index, and so read everything that one user has ever sent.
const keysSql = `${namedSql}
  select place, lower(hex(kept.body_hash)) as body_hash, hex(kept.answer) as answer,
    null as decision,
    ${logSql("(select operation_id from change_log where seq = kept.seq)")} as logged
  from named cross join keyed_answer as kept
    on kept.user_id = parts ->> 0 and kept.name = unhex(parts ->> 1)
  union all
  select place, kept.body_hash, null, kept.decision, ${logSql("kept.operation_id")}
  from named cross join idempotency_key as kept on kept.user_id = parts ->> 0
    and kept.method = parts ->> 2 and kept.path = parts ->> 3 and kept.key = parts ->> 4`;

const refsSql = `${namedSql}
  select place, kept.body_hash, iif(kept.answer is null, null, hex(kept.answer)) as answer,
    kept.decision,
    ${logSql("kept.operation_id")} as logged, kept.user_id, kept.at, kept.method, kept.path
  from named cross join external_ref as kept on kept.system = parts ->> 0 and kept.id = parts ->> 1`;

type Row = readonly [
  place: number,
  bodyHash: string,
  answer: string | null,
  decision: string | null,
  logged: string,
];
type RefRow = readonly [...Row, userId: number, at: number, method: string, path: string];

function recordIn([place, bodyHash, answer, decision, logged]: Row): Found {
  const rows = JSON.parse(logged) as [number, number, number, string][];
  return {
    place,
    bodyHash,
    answer,
    decision,
    logged: rows.map(([seq, id, at, operationId]) => ({ seq, id, at, operationId })),
  };
}

/** The records under Idempotency-Keys, by a JSON array of their names. */
export const keyRecords = (names: string): Bound<KeyRecord> => ({
  sql: keysSql,
  params: [names],
  // The columns are those of the select.
  row: (raw) => recordIn(raw as unknown as Row),
});

/** The records under references of other systems, by a JSON array of their names. */
export const refRecords = (names: string): Bound<RefRecord> => ({
  sql: refsSql,
  params: [names],
  row: (raw) => {
    // The columns are those of the select.
    const [place, bodyHash, answer, decision, logged, userId, at, method, path] =
      raw as unknown as RefRow;
    const record = recordIn([place, bodyHash, answer, decision, logged]);
    return { ...record, userId, at, method, path };
  },
});

/** The owners of systems (a JSON array of names) that have one. */
export const systemOwners = statement(() =>
  query
    .select({ system: externalSystem.system, userId: externalSystem.userId })
    .from(externalSystem)
    .where(inArray(externalSystem.system, each("systems"))),
);
