import { between, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Bound, RawRow } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { each, given, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { entities, type EntityName, type PartName } from "../engine/index.ts";
import { newestChange } from "../engine/record.ts";
import { overloaded } from "../database/refusals.ts";
import { rowsOf } from "../database/rows-of.ts";
import { changeLog } from "../database/schema/index.ts";
import type { Finding } from "./finding.ts";
import {
  fieldsOf,
  fold,
  type Folded,
  type Given,
  type LoggedChange,
  logOfRecords,
  newFolded,
  pendingIn,
  textOfPart,
} from "./folded.ts";
import { unconserved } from "./laws.ts";
import { type PartRow, partsOf } from "./parts.ts";
import { lazily } from "../values/lazily.ts";

// The names are the keys of that very table.
const names = Object.keys(entities) as EntityName[];

/**
 * So many records are compared at a time; fewer, though at least one, if they have more changes, or
 * if the database does not answer as much at once.
 */
const recordsAtOnce = 200;
const changesAtOnce = 1000;
/** So many rows of a part are read at once, for each change that may be. */
const partsForEach = 10;
/**
 * And so many at last of a record that is changed again and again while they are read: a turn of a
 * second, in which nobody else changes it.
 */
const partsAtLast = 200;
/** A range that was halved so often is one record, and this has been changed three times. */
const mostHalved = 11;

type FoundPart = readonly [PartName, PartRow];

/**
 * Tells where the tables are not what the change log, folded from its first row on, comes to. Refuses
 * `overloaded` where a record has very many parts, and is changed whenever they are read.
 */
export async function* compareWithLog(executor: Executor): AsyncGenerator<Finding> {
  const firstRanges = names.map((name) => rangeAfter(name, Number.MIN_SAFE_INTEGER));
  const begins = await executor.read(firstRanges);
  for (const [index, entity] of names.entries()) {
    let range = firstRanges[index]!.row(begins[index]![0]!);
    let halved = 0;
    while (range) {
      const { first, last } = range;
      // Of fewer records, fewer are changed meanwhile.
      const share = 0.5 ** halved;
      const forEach = halved < mostHalved ? partsForEach : partsAtLast;
      // oxlint-disable-next-line no-await-in-loop -- all of them at once would not fit in memory
      const { result: read } = await readFitting(changesAtOnce, (most) => {
        const records = Math.ceil(((last - first + 1) * share * most) / changesAtOnce);
        const some = { first, last: first + records - 1 };
        return compareRange(executor, entity, some, { most, forEach });
      });
      if (!read && halved === mostHalved) throw changedTooOften(`${entity} ${first}`);
      halved = read ? Math.max(0, halved - 1) : halved + 1;
      yield* read?.findings ?? [];
      if (read) range = read.next;
      // oxlint-disable-next-line no-await-in-loop -- a file would be read to its end in one turn
      await executor.yieldToOthers();
    }
  }
}

const changedTooOften = (record: string) =>
  overloaded(`${record} is changed too often for its very many parts to be compared.`);

interface Range {
  readonly first: number;
  readonly last: number;
}

const ranges = lazily(
  () =>
    new Map(
      names.map((entity) => [
        entity,
        statement(() => {
          const after = given("after");
          const logged = sql`change_log where entity = '${sql.raw(entity)}' and entity_id`;
          const lastAtMost = sql.raw(`first_id + ${recordsAtOnce - 1}`);
          // The record whose changes would be too many.
          const busy = sql`(select entity_id from ${logged} between first_id and ${lastAtMost}
        order by entity_id, rev_no limit 1 offset ${sql.raw(String(changesAtOnce))})`;
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

/** The next range after an id, of records that are there or that the log knows. */
function rangeAfter(entity: EntityName, after: number): Bound<Range | undefined> {
  const bound = ranges().get(entity)!({ after });
  const row = (raw: RawRow) => {
    const { first, last } = bound.row(raw);
    return first === null ? undefined : { first, last };
  };
  return { ...bound, row };
}

interface Stored extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly revNo: number;
}

const storedRows = lazily(
  () =>
    new Map(
      names.map((entity) => {
        const table: SQLiteTable & { id: SQLiteColumn } = entities[entity];
        const rows = statement(() =>
          query
            .select(getTableColumns(table))
            .from(table)
            .where(between(table.id, sql.placeholder("first"), sql.placeholder("last"))),
        );
        const keys = Object.keys(getTableColumns(table));
        // As they are stored: what a reader would take for the same may have been edited all the same.
        const row = (raw: RawRow) =>
          Object.fromEntries(keys.map((key, index) => [key, raw[index]])) as unknown as Stored;
        return [entity, (values: object): Bound<Stored> => ({ ...rows({ ...values }), row })];
      }),
    ),
);

/**
 * Compares these records, with so many changes at once, and so many rows of a part for each of them;
 * undefined where there were more of these, so that they were read one after the other, and one of
 * the records was changed meanwhile.
 */
async function compareRange(
  executor: Executor,
  entity: EntityName,
  range: Range,
  { most, forEach }: { readonly most: number; readonly forEach: number },
): Promise<{ findings: Finding[]; next: Range | undefined } | undefined> {
  const following = rangeAfter(entity, range.last);
  const newest = newestChange();
  const rows = storedRows().get(entity)!(range);
  const listRows = most * forEach;
  const parts = (partsOf().get(entity) ?? []).map(({ part, rows: of }): Part => ({
    part,
    listRows,
    after: (place) => of({ ...range, after: place, rows: listRows }),
  }));
  const firstParts = parts.map(({ after }) => after(Number.MIN_SAFE_INTEGER));
  const logged = loggedIn(entity, range);
  const begin = logged(most);
  // On one state of the database, though others write meanwhile.
  const [newestRows, nextRows, found, firstLogged, ...foundParts] = await executor.read(
    [newest, following, rows, begin, ...firstParts],
    true,
  );
  const stored = new Map(found!.map(rows.row).map((row) => [row.id, row]));
  const itsParts: FoundPart[] = [];
  for (const [index, part] of parts.entries()) {
    const first = foundParts[index]!.map(firstParts[index]!.row);
    // oxlint-disable-next-line no-await-in-loop -- few are of so many rows that it waits
    const all = await readOn(executor, part, first, { rows, found: found! });
    if (!all) return undefined;
    for (const row of all) itsParts.push([part.part, row]);
  }
  const byOwner = Map.groupBy(itsParts, ([, { ownerOfPart }]) => ownerOfPart);
  const { seq: upTo } = newest.row(newestRows![0]!);
  const first = { result: firstLogged!.map(begin.row), fitting: most };
  const folded = await foldRange(executor, first, (fitting, after) => logged(fitting, after, upTo));
  const ids = [...new Set([...stored.keys(), ...folded.keys()])].toSorted((a, b) => a - b);
  const findings = ids.flatMap((id) =>
    findingsOf(entity, id, stored.get(id), folded.get(id), byOwner.get(id) ?? []),
  );
  return { findings, next: following.row(nextRows![0]!) };
}

interface Part {
  readonly part: PartName;
  readonly listRows: number;
  readonly after: (place: number) => Bound<PartRow>;
}

/**
 * All rows of a part, after its first ones were read with the records; undefined where one of the
 * records was changed since.
 */
async function readOn(
  executor: Executor,
  { listRows, after }: Part,
  first: readonly PartRow[],
  records: { readonly rows: Bound<Stored>; readonly found: readonly RawRow[] },
): Promise<readonly PartRow[] | undefined> {
  const all = [...first];
  for (let page = first; page.length === listRows;) {
    // oxlint-disable-next-line no-await-in-loop -- a file would be read to its end in one turn
    await executor.yieldToOthers();
    const next = after(page.at(-1)!.placeOfPart);
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const [again, more] = await executor.read([records.rows, next], true);
    // Whatever changes a part changes its record, too.
    if (JSON.stringify(again) !== JSON.stringify(records.found)) return undefined;
    page = more!.map(next.row);
    for (const row of page) all.push(row);
  }
  return all;
}

/** So much of the log of these records: its beginning, or after a change and up to a row of it. */
const loggedIn =
  (entity: EntityName, range: Range) =>
  (rows: number, after?: LoggedChange, upTo = Number.MAX_SAFE_INTEGER) =>
    logOfRecords({
      entity,
      last: range.last,
      afterId: after?.entityId ?? range.first,
      afterRevNo: after?.revNo ?? Number.MIN_SAFE_INTEGER,
      upTo,
      rows,
    });

/** For so long changes are folded before others have their turn. */
const longestTurnMs = 20;

/** The records as the log tells them, from its first rows and those that follow. */
async function foldRange(
  executor: Executor,
  first: { readonly result: readonly LoggedChange[]; readonly fitting: number },
  following: (most: number, after: LoggedChange) => Bound<LoggedChange>,
): Promise<Map<number, Folded>> {
  const records = new Map<number, Folded>();
  let since = performance.now();
  for (let next = first; ;) {
    const { result: changes, fitting: most } = next;
    // oxlint-disable-next-line no-await-in-loop -- it resolves what this chunk refers to
    const ids = await givenIn(executor, changes);
    for (const change of changes) {
      let record = records.get(change.entityId);
      if (!record) records.set(change.entityId, (record = newFolded()));
      fold(record, change, ids);
      if (performance.now() - since < longestTurnMs) continue;
      // oxlint-disable-next-line no-await-in-loop -- a change may be one of very many parts
      await executor.yieldToOthers();
      since = performance.now();
    }
    if (changes.length < most) return records;
    // oxlint-disable-next-line no-await-in-loop -- a file would be read to its end in one turn
    await executor.yieldToOthers();
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    next = await readFitting(Math.min(2 * most, changesAtOnce), (fitting) =>
      rowsOf(executor, following(fitting, changes.at(-1)!)),
    );
  }
}

const idsAt = statement(() =>
  query
    .select({ seq: changeLog.seq, id: changeLog.entityId })
    .from(changeLog)
    .where(sql`${changeLog.seq} in ${each("seqs")}`),
);

// The rows of one operation stand next to each other in the log, in their order.
const seqAt = ({ seq, ordinal: own }: LoggedChange, ordinal: number) => seq - own + ordinal;

/** What the database gave where a change has a place that stands for it. */
async function givenIn(executor: Executor, changes: readonly LoggedChange[]): Promise<Given> {
  const seqs = changes.flatMap((change) =>
    pendingIn(change).map((ordinal) => seqAt(change, ordinal)),
  );
  const ids = new Map<number, number>();
  if (seqs.length > 0) {
    const bound = idsAt({ seqs: JSON.stringify(seqs) });
    for (const { seq, id } of await rowsOf(executor, bound)) ids.set(seq, id);
  }
  return (change, pending, ordinal) => {
    const seq = seqAt(change, ordinal);
    return pending === "seq" ? seq : ids.get(seq);
  };
}

function findingsOf(
  entity: EntityName,
  id: number,
  row: Stored | undefined,
  folded: Folded | undefined,
  parts: readonly FoundPart[],
): Finding[] {
  const serial = row?.["visualSerialNo"] ?? folded?.fields?.["visualSerialNo"];
  const record = `${entity} ${id}${typeof serial === "string" ? ` (${serial})` : ""}`;
  const problems = problemsOf(entity, row, folded, parts);
  if (entity === "MaterialItem" && row) problems.push(...unconserved(row, parts));
  return problems.map((problem) => ({ record, problem }));
}

/** How a record differs from what the log comes to. */
function problemsOf(
  entity: EntityName,
  row: Stored | undefined,
  folded: Folded | undefined,
  parts: readonly FoundPart[],
): string[] {
  if (!folded) return ["the change log knows nothing of it"];
  const flaws = [...folded.flaws];
  if (!row) {
    if (!folded.fields) return flaws;
    return [...flaws, `it is missing, and the change log ends with its revision ${folded.revNo}`];
  }
  if (!folded.fields) return [...flaws, "it is there, and the change log says that it was deleted"];
  if (row.revNo !== folded.revNo) {
    flaws.push(`its revision is ${row.revNo}, and the change log ends with ${folded.revNo}`);
  }
  for (const [field, column] of fieldsOf(entity)) {
    const value = folded.fields[field] ?? null;
    const logged = value === null ? null : column.mapToDriverValue(value);
    if (row[field] === logged) continue;
    flaws.push(`its ${field} is ${shown(row[field])}, and the change log says ${shown(logged)}`);
  }
  return [...flaws, ...differingParts(folded, parts)];
}

const shown = (value: unknown) => JSON.stringify(value);

function differingParts(folded: Folded, parts: readonly FoundPart[]): string[] {
  const found = Map.groupBy(parts, ([part]) => part);
  const known = new Set([...found.keys(), ...folded.parts.keys()]);
  return [...known].flatMap((part) => {
    const rows = (found.get(part) ?? []).map(([, row]) => row);
    const logged = (folded.parts.get(part) ?? []).map((row) => textOfPart(part, row));
    return differingRows(part, rows, logged);
  });
}

/** How the rows of a part, in their order, differ from what the log tells of them in its own. */
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
    name: row["id"] === undefined ? part : `${part} ${shown(row["id"])}`,
    text: textOfPart(part, row),
  }));
  for (const { name, text } of found) {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    else problems.push(`its ${name} is not in the change log as it is: ${text}`);
  }
  for (const [text, count] of left) {
    if (count > 0) problems.push(`a ${part} of it is missing: ${text}`);
  }
  if (problems.length > 0) return problems;
  // What the log does not tell is their ids: they were given in its order.
  const displaced = found.filter(({ row, text }, at) => "id" in row && text !== logged[at]);
  return displaced.map(({ name, text }) => `its ${name} has the id of another one: ${text}`);
}
