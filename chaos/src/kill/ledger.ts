import type { Answer } from "@asbuilt/tests/requests";
import { expectSound, type Service } from "../services.ts";
import type { Change, Moves, Operation } from "./operations.ts";

/** A client's knowledge of a write. */
export interface Entry {
  readonly operation: Operation;
  /** The X-Request-Ids that it was sent with. */
  readonly names: string[];
  /** A restart makes an unanswered write found or missing. */
  state: "unanswered" | "acknowledged" | "refused" | "found" | "missing";
  answer?: Answer["body"];
  /** When the client had the answer, in milliseconds since 1970. */
  answeredAt?: number;
}

/** Returns the writes whose answer a client has. */
export const acknowledged = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ state }) => state === "acknowledged");

type Sql = Service["sql"];

/** The logged changes of each request, by X-Request-Id. */
export type Log = ReadonlyMap<string, Logged>;
interface Logged {
  readonly operations: ReadonlySet<string>;
  readonly changes: readonly string[];
}

/** Reads the changes of all requests that had an X-Request-Id. */
export async function readLog(sql: Sql): Promise<Log> {
  const log = new Map<string, { operations: Set<string>; changes: string[] }>();
  const rows = await sql(`select request_id as name, operation_id as operation,
    entity || ' ' || entity_id || ' ' || rev_no as change from change_log
    where request_id is not null order by seq`);
  for (const { name, operation, change } of rows) {
    let logged = log.get(String(name));
    if (!logged) log.set(String(name), (logged = { operations: new Set(), changes: [] }));
    logged.operations.add(String(operation));
    logged.changes.push(String(change));
  }
  return log;
}

/** Returns whether a write is stored. Throws unless it is stored once and wholly or not at all. */
export function isThere(log: Log, { operation, names }: Entry): boolean {
  const logged = names.flatMap((name) => log.get(name) ?? []);
  const operations = logged.flatMap((one) => [...one.operations]);
  const changes = logged.flatMap((one) => one.changes);
  const isWhole = operations.length === 1 && changes.length === operation.changes;
  if (isWhole) return true;
  if (operations.length === 0) return false;
  const of = `${operations.length} times with ${changes.length} of ${operation.changes} changes`;
  throw new Error(`${operationText(operation)} is stored ${of}: ${changes.join(", ")}.`);
}

/** Throws unless the database agrees with every response to its clients. */
export async function expectAsAnswered(
  service: Pick<Service, "sql" | "url">,
  atFirst: readonly Moves[],
  entries: readonly Entry[],
): Promise<void> {
  const { sql } = service;
  const log = await readLog(sql);
  const there = entries.filter((entry) => isThere(log, entry));
  const inLog = new Set(there);
  for (const entry of entries) expectEntryAsAnswered(log, entry, inLog.has(entry));
  await expectItemQuantities(sql, [
    ...atFirst,
    ...there.flatMap(({ operation: { moves } }) => moves ?? []),
  ]);
  await expectSound(service);
}

const operationText = ({ name, method, path, body }: Operation) =>
  `${name} (${method} ${path} ${JSON.stringify(body)})`;

function expectEntryAsAnswered(log: Log, entry: Entry, isFound: boolean): void {
  const { operation, names, state, answer } = entry;
  const mayBeLost = state === "refused" || state === "missing";
  if (isFound === mayBeLost) {
    throw new Error(
      `${operationText(operation)} was ${state}, but ${isFound ? "is stored" : "is lost"}.`,
    );
  }
  if (state !== "acknowledged") return;
  const changes = new Set(names.flatMap((name) => log.get(name)?.changes ?? []));
  const missing = operation.changesOf(answer).filter((change: Change) => !changes.has(change));
  if (missing.length === 0) return;
  const logged = [...changes].join(", ");
  throw new Error(
    `${operationText(operation)} returned ${missing.join(", ")}; the log has ${logged}.`,
  );
}

/** Adds up the movements of each item, and compares the sums with the stored quantities. */
async function expectItemQuantities(sql: Sql, moves: readonly Moves[]): Promise<void> {
  const expected = new Map<string, Required<Moves>>();
  for (const { serial, actual, built = 0, removed = 0, adjusted = 0 } of moves) {
    const sum = expected.get(serial);
    expected.set(serial, {
      serial,
      actual: actual + (sum?.actual ?? 0),
      built: built + (sum?.built ?? 0),
      removed: removed + (sum?.removed ?? 0),
      adjusted: adjusted + (sum?.adjusted ?? 0),
    });
  }
  const rows = await sql(`
    with built (id, qty, removed) as
        (select child_id, sum(qty), sum(removed_qty) from build group by child_id),
      adjusted (id, qty) as
        (select material_item_id, sum(qty) from adjustment group by material_item_id)
    select visual_serial_no as serial, actual_qty / 1000000 as actual,
      coalesce(built.qty, 0) / 1000000 as built, coalesce(removed, 0) / 1000000 as removed,
      coalesce(adjusted.qty, 0) / 1000000 as adjusted
    from material_item as item left join built using (id) left join adjusted using (id)`);
  const actual = new Map(rows.map((row) => [String(row["serial"]), JSON.stringify(row)]));
  for (const [serial, sums] of expected) {
    const wanted = JSON.stringify(sums);
    const stored = actual.get(serial);
    if (stored !== wanted)
      throw new Error(`An item is ${stored}; the responses add up to ${wanted}.`);
  }
}
