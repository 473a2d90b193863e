import { and, eq, inArray, sql, type SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context, ExternalRef } from "./context.ts";
import type { Logged, Results } from "../database/executor.ts";
import { plainSql } from "../database/plain-sql.ts";
import { changeLog, externalRef, idempotencyKey } from "../database/schema/index.ts";
import { type Bound, each, query, statement, withItems } from "../database/statement.ts";
import { pack, unpack } from "./packed.ts";
import { Refusal, type RefusalCode, type RefusalExtras } from "../refusal.ts";

/** What was recorded of one input: with the ids that were logged, its answer again. */
export type RecordedLine =
  | {
      readonly decision: unknown;
      readonly logged: readonly Logged[];
      /** Whether it was a repetition already when it was recorded. */
      readonly isReplay: boolean;
    }
  | { readonly refused: RecordedRefusal };

/** A refusal as plain JSON. */
export interface RecordedRefusal {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly extras: RefusalExtras;
}

/** A line whose changes are rows of its own operation. */
interface OwnLine {
  readonly decision: unknown;
  /** The ordinal of the first change that it logged, and how many those are. */
  readonly first: number;
  readonly count: number;
}

/**
 * A table of what was decided under names that clients gave. A decision gives its answer again, in
 * the same form wherever it is recorded.
 */
function register(
  table: typeof idempotencyKey | typeof externalRef,
  columnsOfName: () => readonly SQLiteColumn[],
) {
  // From each name to its row: of a row value that is in a list, SQLite would look up no more than
  // the first column in the index, and so read all that one user has ever sent.
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

/** What operations logged, each in order. */
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

/** What each of these operations (a JSON array of ids) logged, in order. */
export const operationLogs = statement(() => logOf(each("operations")));

const keys = register(idempotencyKey, () => {
  const { userId, method, path, key } = idempotencyKey;
  return [userId, method, path, key];
});
/** What was decided under references of other systems. */
export const refs = register(externalRef, () => [externalRef.system, externalRef.id]);

const nameOfKey = ({ idempotency, principal }: Context): string | undefined =>
  idempotency &&
  JSON.stringify([principal.userId, idempotency.method, idempotency.path, idempotency.key]);

const nameOfRef = (ref: ExternalRef) => JSON.stringify([ref.system, ref.id]);
const namesOfRefs = ({ externalRefs = [] }: Context): string[] =>
  externalRefs.flatMap((ref) => (ref ? nameOfRef(ref) : []));

const none: readonly string[] = [];

/** The names under which a request takes effect once, whichever other request has one of them. */
export function namesOf(context: Context): readonly string[] {
  const name = nameOfKey(context);
  if (name === undefined && !context.externalRefs) return none;
  const ofRefs = namesOfRefs(context);
  return name === undefined ? ofRefs : [name, ...ofRefs];
}

/** What was recorded under the names of some requests. */
export interface Recorded {
  /**
   * The lines of the request that had the same key; refuses (`idempotency_conflict`) where it had
   * another body.
   */
  ofKey(context: Context): readonly RecordedLine[] | undefined;
  /** What had this reference; refuses (`external_ref_conflict`) where that was another request. */
  ofRef(ref: ExternalRef | undefined): RecordedLine | undefined;
}

/** The statements that look up what was recorded of requests, and what their rows say. */
export function lookUp(contexts: readonly Context[]) {
  const keyNames = contexts.flatMap((context) => nameOfKey(context) ?? []);
  const refNames = contexts.flatMap(namesOfRefs);
  const asked = [
    { from: keys, of: keyNames },
    { from: refs, of: refNames },
  ].map(({ from, of }) => {
    if (of.length === 0) return undefined;
    const names = `[${of.join(",")}]`;
    return { of, rows: from.rows({ names }), logs: from.logs({ names }) };
  });
  return {
    statements: asked.flatMap((one): readonly Bound[] => (one ? [one.rows, one.logs] : [])),
    read: (results: Results): Recorded => {
      const rest = [...results];
      const [byKey, byRef] = asked.map((one) => {
        if (!one) return nothing;
        const [rows, logs] = [rest.shift()!.map(one.rows.row), rest.shift()!.map(one.logs.row)];
        return linesByName(one.of, rows, logs);
      });
      return recordedIn(byKey!, byRef!);
    },
  };
}

interface Found {
  readonly method: string;
  readonly path: string;
  readonly bodyHash: string;
  readonly lines: readonly RecordedLine[];
}
type FoundByName = ReadonlyMap<string, Found>;
const nothing: FoundByName = new Map();

type Row = ReturnType<ReturnType<typeof keys.rows>["row"]>;

function linesByName(
  names: readonly string[],
  rows: readonly Row[],
  logs: readonly Logged[],
): FoundByName {
  const byOperation = Map.groupBy(logs, operationOf);
  return new Map(
    rows.map(({ place, decision, operationId, ...rest }) => {
      const lines = linesIn(decision, byOperation.get(operationId) ?? []);
      return [names[place]!, { ...rest, lines }];
    }),
  );
}

/** The lines that a stored decision holds, with what their operation logged. */
export function linesIn(decision: string, logged: readonly Logged[]): RecordedLine[] {
  // This is what recordsOf has stored.
  const stored = unpack(JSON.parse(decision) as unknown[]) as (OwnLine | RecordedLine)[];
  return stored.map((line) => {
    if (!("first" in line)) return line;
    const { first, count } = line;
    const own = logged.slice(first, first + count);
    return { decision: line.decision, logged: own, isReplay: false };
  });
}

const recordedIn = (byKey: FoundByName, byRef: FoundByName): Recorded => ({
  ofKey: (context) => {
    const found = byKey.get(nameOfKey(context) ?? "");
    if (!found || found.bodyHash === context.idempotency?.bodyHash) return found?.lines;
    throw new Refusal(
      "idempotency_conflict",
      "This Idempotency-Key was used for a request with another body.",
    );
  },
  ofRef: (ref) => {
    const found = ref && byRef.get(nameOfRef(ref));
    if (!found) return undefined;
    const isSame = (["method", "path", "bodyHash"] as const).every(
      (field) => found[field] === ref[field],
    );
    if (isSame) return { ...found.lines[0]!, isReplay: true };
    throw new Refusal(
      "external_ref_conflict",
      `The reference ${ref.id} of ${ref.system} was used for another request.`,
      { errors: [{ pointer: "/externalRef", detail: "Used for another request." }] },
    );
  },
});

export const operationOf = ({ operationId }: { readonly operationId: string }) => operationId;

/** A request as it was decided: what is recorded of it under its names. */
interface ToRecord {
  readonly context: Context;
  readonly operationId: string;
  readonly at: number;
  readonly lines: readonly (RecordedLine | LineToRecord)[];
}
interface LineToRecord extends OwnLine {
  readonly ref: ExternalRef | undefined;
}

/** The statements that record what was decided of the requests that have a key or a reference. */
export function recordsOf(requests: readonly ToRecord[], forgets: readonly string[]): Bound[] {
  const stored = (line: RecordedLine | LineToRecord): RecordedLine | OwnLine =>
    "first" in line
      ? { decision: without(line.decision, forgets), first: line.first, count: line.count }
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
      refRows.push([system, id, verb, to, bodyHash, operationId, decision, principal.userId, at]);
    }
  }
  return [...inserts(keySql, keyRows), ...inserts(refSql, refRows)];
}

/** What a decision says for its answer: not what it rested on, nor what was before. */
function without(decision: unknown, forgets: readonly string[]): unknown {
  // An object from which keys were deleted takes JSON.stringify much longer.
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(decision as object)) {
    if (name !== "asserts" && name !== "absences" && !forgets.includes(name)) kept[name] = value;
  }
  return kept;
}

/** A parameter of D1 has at most 2 MB: as many characters, of up to three bytes each, fit. */
const longestParameter = 600_000;

function inserts(text: string, rows: readonly unknown[]): Bound[] {
  const parameters: string[] = [];
  for (const row of rows.map((one) => JSON.stringify(one))) {
    const last = parameters.at(-1);
    if (last !== undefined && last.length + row.length < longestParameter) {
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

const refSql = `${withItems} insert into external_ref
  (system, id, method, path, body_hash, operation_id, decision, user_id, at)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
    value -> 6, value ->> 7, value ->> 8
  from item`;
