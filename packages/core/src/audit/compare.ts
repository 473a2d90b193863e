import { between, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Bound, RawRow } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { each, given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { entities, type EntityName, type Fields, type PartName } from "../engine/index.ts";
import { newestChange } from "../engine/record.ts";
import { overloaded } from "../database/refusals.ts";
import { changeLog } from "../database/schema/index.ts";
import {
  storedColumns,
  replay,
  type ReplayedRecord,
  type GivenValue,
  type LogRow,
  logOfRecords,
  newReplayedRecord,
  pendingOrdinals,
  partAsText,
} from "./replay.ts";
import { type Finding, type FoundPart, unconserved } from "./laws.ts";
import { type PartRow, partsByEntity, transfersFrom } from "./parts.ts";
import { possibleKeysOf } from "../values/fold-case.ts";
import { lazily } from "../values/lazily.ts";

// The keys are those of `entities`.
const entityNames = Object.keys(entities) as EntityName[];

/**
 * The limits of one range of records. A range is shorter, but at least one record, if its records
 * have more changes or if the result would be too large for the database.
 */
const recordsMax = 200;
const changesMax = 1000;
/** The most rows of a part that one read takes, for each change that it can take. */
const partRowsMax = 10;
/**
 * The same for a record that was changed during every earlier attempt. The read blocks a file for
 * about a second, so nothing can change the record meanwhile.
 */
const lastPartRowsMax = 200;
/** A range that was halved this often is one record that has been changed three times. */
const halvingsMax = 11;

/**
 * Finds the differences between the tables and the replayed change log. Refuses `overloaded` if a
 * record has very many parts and is changed during every attempt to read them.
 */
export async function* compareWithLog(executor: Executor): AsyncGenerator<Finding> {
  const firstRanges = entityNames.map((name) => nextRange(name, Number.MIN_SAFE_INTEGER));
  const begins = await executor.read(firstRanges);
  for (const [index, entity] of entityNames.entries()) {
    let range = firstRanges[index]!.row(begins[index]![0]!);
    let halvings = 0;
    while (range) {
      const { first, last } = range;
      // Fewer records are less likely to be changed during the read.
      const share = 0.5 ** halvings;
      const rowsPerChange = halvings < halvingsMax ? partRowsMax : lastPartRowsMax;
      // oxlint-disable-next-line no-await-in-loop -- all ranges together would not fit in memory
      const { result: read } = await readFitting(changesMax, (rowsMax) => {
        const records = Math.ceil(((last - first + 1) * share * rowsMax) / changesMax);
        const some = { first, last: first + records - 1 };
        return compareRange(executor, entity, some, { rowsMax, rowsPerChange });
      });
      if (!read && halvings === halvingsMax) throw changedTooOften(`${entity} ${first}`);
      halvings = read ? Math.max(0, halvings - 1) : halvings + 1;
      yield* read?.findings ?? [];
      if (read) range = read.next;
      // oxlint-disable-next-line no-await-in-loop -- other work runs in between
      await executor.yieldToOthers();
    }
  }
}

const changedTooOften = (record: string) =>
  overloaded(`${record} is changed too often to compare its many parts.`);

interface Range {
  readonly first: number;
  readonly last: number;
}

const rangeStatements = lazily(
  () =>
    new Map(
      entityNames.map((entity) => [
        entity,
        statement(() => {
          const after = given("after");
          const logged = sql`change_log where entity = '${sql.raw(entity)}' and entity_id`;
          const lastAtMost = sql.raw(`first_id + ${recordsMax - 1}`);
          // The first record whose changes would exceed the limit.
          const busy = sql`(select entity_id from ${logged} between first_id and ${lastAtMost}
        order by entity_id, rev_no limit 1 offset ${sql.raw(String(changesMax))})`;
          return query.select({
            first: sql<number | null>`first_id`,
            last: sql<number>`coalesce(max(first_id, ${busy} - 1), ${lastAtMost})`,
          }).from(sql`(select min(id) as first_id from (
          select min(id) as id from ${entities[entity]} where id > ${after} union all
          select min(entity_id) from ${logged} > ${after}))`);
        }),
      ]),
    ),
);

/** Finds the next range after an id, of records that exist or that the log mentions. */
function nextRange(entity: EntityName, after: number): Bound<Range | undefined> {
  const bound = rangeStatements().get(entity)!({ after });
  const row = (raw: RawRow) => {
    const { first, last } = bound.row(raw);
    return first === null ? undefined : { first, last };
  };
  return { ...bound, row };
}

interface StoredRecord extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly revNo: number;
}

const storedStatements = lazily(
  () =>
    new Map(
      entityNames.map((entity) => {
        const table: SQLiteTable & { id: SQLiteColumn } = entities[entity];
        const rows = statement(() =>
          query
            .select(getTableColumns(table))
            .from(table)
            .where(between(table.id, sql.placeholder("first"), sql.placeholder("last"))),
        );
        const keys = Object.keys(getTableColumns(table));
        // Compared as stored: an edited value can decode to the same value.
        const row = (raw: RawRow) =>
          Object.fromEntries(
            keys.map((key, index) => [key, raw[index]]),
          ) as unknown as StoredRecord;
        return [entity, (values: object): Bound<StoredRecord> => ({ ...rows({ ...values }), row })];
      }),
    ),
);

/**
 * Compares the records of a range. Returns undefined if their parts took several reads and one of
 * the records was changed in between.
 */
async function compareRange(
  executor: Executor,
  entity: EntityName,
  range: Range,
  { rowsMax, rowsPerChange }: { readonly rowsMax: number; readonly rowsPerChange: number },
): Promise<{ findings: Finding[]; next: Range | undefined } | undefined> {
  const following = nextRange(entity, range.last);
  const newest = newestChange();
  const rows = storedStatements().get(entity)!(range);
  const listRows = rowsMax * rowsPerChange;
  const own = partsByEntity().get(entity) ?? [];
  // A transfer from an item counts for its quantity, but belongs to the item that it went to.
  const left = { part: "transferFrom" as const, rows: transfersFrom() };
  const found = entity === "MaterialItem" ? [...own, left] : own;
  const parts = found.map(({ part, rows: of }): Part => ({
    part,
    listRows,
    after: (place) => of({ ...range, after: place, rows: listRows }),
  }));
  const firstParts = parts.map(({ after }) => after(Number.MIN_SAFE_INTEGER));
  const logged = logOfRange(entity, range);
  const begin = logged(rowsMax);
  // All on one state of the database, even if others write meanwhile.
  const [newestRows, nextRows, foundRows, firstLogged, ...foundParts] = await executor.read(
    [newest, following, rows, begin, ...firstParts],
    true,
  );
  const stored = new Map(foundRows!.map(rows.row).map((row) => [row.id, row]));
  const itsParts: FoundPart[] = [];
  for (const [index, part] of parts.entries()) {
    const first = foundParts[index]!.map(firstParts[index]!.row);
    // oxlint-disable-next-line no-await-in-loop -- few parts have enough rows to wait
    const all = await readRemaining(executor, part, first, { rows, found: foundRows! });
    if (!all) return undefined;
    for (const row of all) itsParts.push([part.part, row]);
  }
  const byOwner = Map.groupBy(itsParts, ([, { ownerOfPart }]) => ownerOfPart);
  const { seq: upTo } = newest.row(newestRows![0]!);
  const first = { result: firstLogged!.map(begin.row), fitting: rowsMax };
  const replayed = await replayRange(executor, first, (fitting, after) =>
    logged(fitting, after, upTo),
  );
  const ids = [...new Set([...stored.keys(), ...replayed.keys()])].toSorted((a, b) => a - b);
  const findings = ids.flatMap((id) =>
    findingsOf(entity, id, stored.get(id), replayed.get(id), byOwner.get(id) ?? []),
  );
  return { findings, next: following.row(nextRows![0]!) };
}

interface Part {
  readonly part: FoundPart[0];
  readonly listRows: number;
  readonly after: (place: number) => Bound<PartRow>;
}

/**
 * Reads the remaining rows of a part, after its first rows were read with the records. Returns
 * undefined if one of the records was changed since.
 */
async function readRemaining(
  executor: Executor,
  { listRows, after }: Part,
  first: readonly PartRow[],
  records: { readonly rows: Bound<StoredRecord>; readonly found: readonly RawRow[] },
): Promise<readonly PartRow[] | undefined> {
  const all = [...first];
  for (let page = first; page.length === listRows;) {
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
    const next = after(page.at(-1)!.placeOfPart);
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const [again, more] = await executor.read([records.rows, next], true);
    // Every change of a part also changes its record.
    if (JSON.stringify(again) !== JSON.stringify(records.found)) return undefined;
    page = more!.map(next.row);
    for (const row of page) all.push(row);
  }
  return all;
}

/** Binds a read of these records' log: from its beginning, or after a change and up to a place. */
const logOfRange =
  (entity: EntityName, range: Range) =>
  (rows: number, after?: LogRow, upTo = Number.MAX_SAFE_INTEGER) =>
    logOfRecords({
      entity,
      last: range.last,
      afterId: after?.entityId ?? range.first,
      afterRevNo: after?.revNo ?? Number.MIN_SAFE_INTEGER,
      upTo,
      rows,
    });

/** How long changes are replayed before other work can run. */
const replayMsMax = 20;

/** Replays the log of a range, from its first rows on. */
async function replayRange(
  executor: Executor,
  first: { readonly result: readonly LogRow[]; readonly fitting: number },
  following: (rowsMax: number, after: LogRow) => Bound<LogRow>,
): Promise<Map<number, ReplayedRecord>> {
  const records = new Map<number, ReplayedRecord>();
  let since = performance.now();
  for (let next = first; ;) {
    const { result: changes, fitting: rowsMax } = next;
    // oxlint-disable-next-line no-await-in-loop -- it resolves what this chunk refers to
    const ids = await givenValuesOf(executor, changes);
    for (const change of changes) {
      let record = records.get(change.entityId);
      if (!record) records.set(change.entityId, (record = newReplayedRecord()));
      replay(record, change, ids);
      if (performance.now() - since < replayMsMax) continue;
      // oxlint-disable-next-line no-await-in-loop -- a change can have very many parts
      await executor.yieldToOthers();
      since = performance.now();
    }
    if (changes.length < rowsMax) return records;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    next = await readFitting(Math.min(2 * rowsMax, changesMax), (fitting) =>
      rowsOf(executor, following(fitting, changes.at(-1)!)),
    );
  }
}

const idsAtSeqs = statement(() =>
  query
    .select({ seq: changeLog.seq, id: changeLog.entityId })
    .from(changeLog)
    .where(sql`${changeLog.seq} in ${each("seqs")}`),
);

// The rows of one operation are next to each other in the log, in order.
const seqOfOrdinal = ({ seq, ordinal: own }: LogRow, ordinal: number) => seq - own + ordinal;

/** Reads the values that the database gave for the pending values of changes. */
async function givenValuesOf(executor: Executor, changes: readonly LogRow[]): Promise<GivenValue> {
  const seqs = changes.flatMap((change) =>
    pendingOrdinals(change).map((ordinal) => seqOfOrdinal(change, ordinal)),
  );
  const ids = new Map<number, number>();
  if (seqs.length > 0) {
    const bound = idsAtSeqs({ seqs: JSON.stringify(seqs) });
    for (const { seq, id } of await rowsOf(executor, bound)) ids.set(seq, id);
  }
  return (change, pending, ordinal) => {
    const seq = seqOfOrdinal(change, ordinal);
    return pending === "seq" ? seq : ids.get(seq);
  };
}

function findingsOf(
  entity: EntityName,
  id: number,
  row: StoredRecord | undefined,
  replayed: ReplayedRecord | undefined,
  parts: readonly FoundPart[],
): Finding[] {
  const serial = row?.["visualSerialNo"] ?? replayed?.fields?.["visualSerialNo"];
  const record = `${entity} ${id}${typeof serial === "string" ? ` (${serial})` : ""}`;
  const problems = problemsOf(entity, row, replayed, parts);
  if (entity === "MaterialItem" && row) problems.push(...unconserved(row, parts));
  return problems.map((problem) => ({ record, problem }));
}

/** Describes how a record differs from its replayed log. */
function problemsOf(
  entity: EntityName,
  row: StoredRecord | undefined,
  replayed: ReplayedRecord | undefined,
  parts: readonly FoundPart[],
): string[] {
  if (!replayed) return ["the change log does not mention it"];
  const flaws = [...replayed.flaws];
  if (!row) {
    if (!replayed.fields) return flaws;
    return [...flaws, `it is missing, but the change log ends with its revision ${replayed.revNo}`];
  }
  if (!replayed.fields) return [...flaws, "it exists, but the change log says that it was deleted"];
  if (row.revNo !== replayed.revNo) {
    flaws.push(`its revision is ${row.revNo}, and the change log ends with ${replayed.revNo}`);
  }
  for (const [field, column] of storedColumns(entity)) {
    const filled = filledKeysOf(entity, field, replayed.fields);
    const value = replayed.fields[field] ?? filled[0] ?? defaultOf(entity, field) ?? null;
    const logged = value === null ? null : column.mapToDriverValue(value);
    if (row[field] === logged || filled.includes(row[field])) continue;
    flaws.push(`its ${field} is ${asJson(row[field])}, and the change log says ${asJson(logged)}`);
  }
  return [...flaws, ...differingParts(replayed, parts)];
}

/** The keys that a migration filled from texts: the log before it does not have them. */
const filledKeys: Partial<Record<EntityName, Readonly<Record<string, string>>>> = {
  MaterialItem: { batchKey: "batchNo", deliveryKey: "deliveryNo" },
};

/** Returns the keys that a column can have where the log has only the text that they were made of. */
function filledKeysOf(entity: EntityName, key: string, logged: Fields): readonly unknown[] {
  const of = key in logged ? undefined : filledKeys[entity]?.[key];
  const text = of === undefined ? undefined : logged[of];
  return typeof text === "string" ? possibleKeysOf(text) : [];
}

/** The values that a migration gave to new columns of every record: the log before has none. */
const defaults: Partial<Record<EntityName, Fields>> = {
  Product: { tracking: "Lot", inventoryManaged: false },
};

const defaultOf = (entity: EntityName, field: string): unknown => defaults[entity]?.[field];

const asJson = (value: unknown) => JSON.stringify(value);

function differingParts(replayed: ReplayedRecord, parts: readonly FoundPart[]): string[] {
  const own = parts.flatMap(([part, row]) =>
    part === "transferFrom" ? [] : [[part, row] as const],
  );
  const found = Map.groupBy(own, ([part]) => part);
  const known = new Set([...found.keys(), ...replayed.parts.keys()]);
  return [...known].flatMap((part) => {
    const rows = (found.get(part) ?? []).map(([, row]) => row);
    const logged = (replayed.parts.get(part) ?? []).map((row) => partAsText(part, row));
    return differingRows(part, rows, logged);
  });
}

/** Describes how the rows of a part, in order, differ from those of the replayed log. */
function differingRows(
  part: PartName,
  rows: readonly PartRow[],
  logged: readonly string[],
): string[] {
  const problems: string[] = [];
  const left = new Map<string, number>();
  for (const text of logged) left.set(text, (left.get(text) ?? 0) + 1);
  const found = rows.map(({ ownerOfPart: _owner, placeOfPart: _place, ...row }) => ({
    row,
    name: row["id"] === undefined ? part : `${part} ${asJson(row["id"])}`,
    text: partAsText(part, row),
  }));
  for (const { name, text } of found) {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    else problems.push(`its ${name} differs from the change log: ${text}`);
  }
  for (const [text, count] of left) {
    if (count > 0) problems.push(`its ${part} is missing: ${text}`);
  }
  if (problems.length > 0) return problems;
  // The log does not hold their ids, but ids were given in its order.
  const displaced = found.filter(({ row, text }, at) => "id" in row && text !== logged[at]);
  return displaced.map(({ name, text }) => `its ${name} has the id of another ${part}: ${text}`);
}
