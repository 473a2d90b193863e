import { type Bound, plainSql, withItems } from "../../database/bound.ts";
import { type Context, type ExternalRef, isKeyless } from "../context.ts";
import { type LineToRecord, textOfLines } from "./answers.ts";
import { packed } from "./compressed.ts";
import { shortHash } from "./names.ts";

/** A decided request, with everything that is recorded of it under its names. */
export interface ToRecord {
  readonly context: Context;
  readonly operationId: string;
  readonly at: number;
  readonly lines: readonly LineOfRequest[];
}
interface LineOfRequest {
  readonly toRecord: LineToRecord;
  /** The reference under which it is recorded for the first time. */
  readonly ref: ExternalRef | undefined;
  /** The ordinal of the first change that it logged. */
  readonly first: number;
}

/** The statements that record the answers of requests with a key or a reference. */
export function recordingsOf(requests: readonly ToRecord[]): Bound[] {
  const keyRows: unknown[] = [];
  const refRows: unknown[] = [];
  for (const { context, operationId, at, lines } of requests) {
    const { idempotency, principal, deflate } = context;
    if (idempotency) {
      const { nameHash, bodyHash } = idempotency;
      const answer = packed(textOfLines(lines.map(({ toRecord }) => toRecord)), deflate);
      const hashes = [shortHash(nameHash), shortHash(bodyHash)];
      keyRows.push([principal.userId, ...hashes, operationId, answer, at]);
    }
    for (const { toRecord, ref, first } of lines) {
      if (!ref) continue;
      const { system, id, method, path, bodyHash } = ref;
      const answer = packed(textOfLines([toRecord]), deflate);
      // The audit finds the change by this.
      const decision = [{ first }];
      const row = [system, id, method, path, bodyHash, operationId, decision, principal.userId, at];
      refRows.push([...row, isKeyless(principal), answer]);
    }
  }
  return [...inserts(keySql, keyRows), ...inserts(refSql, refRows)];
}

/** A parameter of D1 has at most 2 MB: that number of characters, of up to three bytes, fits. */
const parameterLengthMax = 600_000;

function inserts(text: string, rows: readonly unknown[]): Bound[] {
  const parameters: string[] = [];
  for (const row of rows.map((one) => JSON.stringify(one))) {
    const last = parameters.at(-1);
    if (last !== undefined && last.length + row.length < parameterLengthMax) {
      parameters[parameters.length - 1] = `${last},${row}`;
    } else parameters.push(row);
  }
  return parameters.map((list) => plainSql(text, [`[${list}]`]));
}

// The place of the first change leads to the others of its operation, and is shorter than its id.
const keySql = `${withItems} insert into keyed_answer
  (user_id, name, body_hash, seq, answer, at)
  select value ->> 0, unhex(value ->> 1), unhex(value ->> 2),
    (select seq from change_log where operation_id = value ->> 3 and ordinal = 0),
    unhex(value ->> 4), value ->> 5
  from item`;

// NOT NULL refuses a user who owns the system no longer: the command is decided again.
const refSql = `${withItems} insert into external_ref
  (system, id, method, path, body_hash, operation_id, decision, user_id, at, answer)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
    value -> 6, iif(value ->> 9, value ->> 7, (select owner.user_id from external_system as owner
      where owner.system = value ->> 0 and owner.user_id = value ->> 7)), value ->> 8,
    unhex(value ->> 10)
  from item`;
