import { type Bound, plainSql, withItems } from "../../database/bound.ts";
import { type Context, type ExternalRef, isKeyless } from "../context.ts";
import { pack } from "./packed.ts";
import type { OwnLine, RecordedLine } from "./recorded.ts";

/** A decided request, with everything that is recorded of it under its names. */
interface ToRecord {
  readonly context: Context;
  readonly operationId: string;
  readonly at: number;
  readonly lines: readonly (RecordedLine | LineToRecord)[];
}
interface LineToRecord extends OwnLine {
  readonly ref: ExternalRef | undefined;
}

/** The statements that record the decisions of requests with a key or a reference. */
export function recordingsOf(requests: readonly ToRecord[], forgets: readonly string[]): Bound[] {
  const stored = (line: RecordedLine | LineToRecord): RecordedLine | OwnLine =>
    "first" in line
      ? { decision: partToRecord(line.decision, forgets), first: line.first, count: line.count }
      : line;
  const keyRows: unknown[] = [];
  const refRows: unknown[] = [];
  for (const { context, operationId, at, lines } of requests) {
    const { idempotency, principal } = context;
    if (idempotency) {
      const { method: verb, path: to, key: name, bodyHash } = idempotency;
      const decision = pack(lines.map(stored));
      keyRows.push([principal.userId, verb, to, name, bodyHash, operationId, decision, at]);
    }
    for (const line of lines) {
      if (!("first" in line) || !line.ref) continue;
      const { system, id, method: verb, path: to, bodyHash } = line.ref;
      const decision = [stored(line)];
      const row = [system, id, verb, to, bodyHash, operationId, decision, principal.userId, at];
      refRows.push([...row, isKeyless(principal)]);
    }
  }
  return [...inserts(keySql, keyRows), ...inserts(refSql, refRows)];
}

/** The part of a decision that its answer needs: no reliance, and no state before the change. */
function partToRecord(decision: unknown, forgets: readonly string[]): unknown {
  // JSON.stringify is much slower on an object whose keys were deleted.
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(decision as object)) {
    if (name !== "asserts" && name !== "absences" && !forgets.includes(name)) kept[name] = value;
  }
  return kept;
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

const keySql = `${withItems} insert into idempotency_key
  (user_id, method, path, key, body_hash, operation_id, decision, at)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
    value -> 6, value ->> 7
  from item`;

// NOT NULL refuses a user who owns the system no longer: the command is decided again.
const refSql = `${withItems} insert into external_ref
  (system, id, method, path, body_hash, operation_id, decision, user_id, at)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
    value -> 6, iif(value ->> 9, value ->> 7, (select owner.user_id from external_system as owner
      where owner.system = value ->> 0 and owner.user_id = value ->> 7)), value ->> 8
  from item`;
