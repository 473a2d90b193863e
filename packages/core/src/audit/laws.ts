import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../database/schema/index.ts";
import type { Bound } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { entities, type PartName } from "../engine/index.ts";
import { actionLists } from "../engine/record.ts";
import {
  adjustment,
  apiKey,
  build,
  buildMove,
  changeLog,
  externalRef,
  externalSystem,
  lotTransfer,
  removal,
  seal,
} from "../database/schema/index.ts";
import { formatQuantity } from "../values/decimal.ts";
import type { PartRow } from "./parts.ts";
import { lazily } from "../values/lazily.ts";

/** A record that is not as it should be, and how. */
export interface Finding {
  /** Entity and id, with the serial of an item; or a place in the change log. */
  readonly record: string;
  readonly problem: string;
  /**
   * It is about a past time, and not about what the record says: the clock went back, or rows
   * waited for their seal. Nothing can mend it; a take-over accepts it.
   */
  readonly isOfTime?: true;
}

/** The last change of the log up to which a person has accepted what is past; 0 if there is none. */
export const takenOverTo = `(select coalesce(max(seq), 0) from change_log
  where action not in ${actionLists.frequent} and action = 'tookOver')`;

/** A row that belongs to a record: a part, or a transfer that left an item. */
export type FoundPart = readonly [PartName | "transferFrom", PartRow];

/**
 * Checks the conservation of quantity. For every item, nominal quantity + adjustments + what was
 * merged into it - what was split off or merged into others = actual quantity + net built into
 * parents. A part begins with what was split off: that is its nominal quantity. For each of its
 * builds, the removed quantity is the sum of its removals. Source: design 7.
 */
export function unconserved(
  item: Readonly<Record<string, unknown>>,
  parts: readonly FoundPart[],
): string[] {
  const problems: string[] = [];
  const sums = { adjusted: 0, built: 0, merged: 0, gone: 0 };
  const removed = new Map<unknown, number>();
  for (const [part, row] of parts) {
    const qty = Number(row["qty"]);
    if (part === "adjustment") sums.adjusted += qty;
    if (part === "lotTransfer" && row["kind"] === "merge") sums.merged += qty;
    if (part === "transferFrom") sums.gone += qty;
    if (part === "build") sums.built += qty - Number(row["removedQty"]);
    if (part === "removal") removed.set(row["buildId"], (removed.get(row["buildId"]) ?? 0) + qty);
  }
  const [nominal, actual] = [Number(item["nominalQty"]), Number(item["actualQty"])];
  if (nominal + sums.adjusted + sums.merged - sums.gone !== actual + sums.built) {
    const isMoved = sums.merged > 0 || sums.gone > 0;
    problems.push(
      `nominal quantity ${formatQuantity(nominal)} + adjustments ` +
        formatQuantity(sums.adjusted) +
        (isMoved ? ` + merged in ${formatQuantity(sums.merged)}` : "") +
        (isMoved ? ` - split off or merged into others ${formatQuantity(sums.gone)}` : "") +
        ` is not actual quantity ${formatQuantity(actual)} + net built ` +
        formatQuantity(sums.built),
    );
  }
  for (const [part, row] of parts) {
    const [taken, says] = [Number(row["removedQty"]), removed.get(row["id"]) ?? 0];
    if (part !== "build" || taken === says) continue;
    problems.push(
      `its build ${String(row["id"])} has ${formatQuantity(taken)} removed, ` +
        `but its removals are ${formatQuantity(says)}`,
    );
  }
  return problems;
}

/** The most rows that one read checks. */
const rangeRowsMax = 1000;

/** The largest number that every reader gets exactly. The service writes no larger one. */
const safeNumberMax = Number.MAX_SAFE_INTEGER;

const allTables = lazily(() => Object.values(schema).filter((one) => is(one, SQLiteTable)));

/**
 * Finds the rows that break a law of their table: a row number that the service never gives, a
 * reference to a record that does not exist, or a number that can't be read exactly. Returns
 * whether all rows are readable.
 */
export async function* rowFindings(executor: Executor): AsyncGenerator<Finding, boolean> {
  const tables = allTables();
  let isReadable = true;
  // One round trip for all tables: most are small, and an invocation on D1 has few queries.
  const strays = tables.map((table) => strayRowsIn(getTableName(table)));
  const firstEnds = tables.map((table) => endOfRange(getTableName(table), 0));
  const first = await executor.read([...strays, ...firstEnds]);
  const found = first.slice(0, tables.length);
  yield* found.flatMap((rows, index) => rows.map(strays[index]!.row));
  if (found.some((rows) => rows.some(([id]) => Number(id) > safeNumberMax))) isReadable = false;
  let ranges = tables.map((table, index) => {
    const last = firstEnds[index]!.row(first[tables.length + index]![0]!);
    return { table, after: 0, last };
  });
  for (;;) {
    const asked = ranges.flatMap(({ table, after, last }) => {
      if (last === null) return [];
      const name = getTableName(table);
      const laws = [readabilityLaw(table), ...lawsOf(table)];
      const against = laws.map((law) => rowsAgainst(name, law, [after, last]));
      return [{ table, after: last, end: endOfRange(name, last), against }];
    });
    if (asked.length === 0) return isReadable;
    ranges = [];
    // On a file, one read of all tables would block other work: each table is read separately.
    for (const some of executor.isLocal ? asked.map((one) => [one]) : [asked]) {
      // oxlint-disable-next-line no-await-in-loop -- each range begins where the one before ended
      const results = await executor.read(some.flatMap(({ end, against }) => [end, ...against]));
      const left = results.values();
      for (const { table, after, end, against } of some) {
        ranges.push({ table, after, last: end.row(left.next().value![0]!) });
        const broken = against.map(({ row }) => left.next().value!.map(row));
        // The first law is readability.
        if (broken[0]!.length > 0) isReadable = false;
        yield* broken.flat();
      }
      // oxlint-disable-next-line no-await-in-loop -- other work runs in between
      await executor.yieldToOthers();
    }
  }
}

/** Finds rows outside of the numbers that the service gives: the ranges below skip them. */
const strayRowsIn = (table: string): Bound<Finding> => ({
  sql: `select cast(rowid as text) from (select rowid from ${table} where rowid < 1
    union all select rowid from ${table} where rowid > ${safeNumberMax}) limit ${rangeRowsMax}`,
  params: [],
  row: ([id]) => ({
    record: `${table} ${String(id)}`,
    problem: "its row number is one that the service never gives",
  }),
});

/** Finds the end of the next range of a table; null if no row follows. */
const endOfRange = (table: string, after: number): Bound<number | null> => ({
  sql: `select max(id) from (select rowid as id from ${table}
    where rowid > ? and rowid <= ${safeNumberMax} order by rowid limit ${rangeRowsMax})`,
  params: [after],
  // The number of a row, or null.
  row: ([id]) => id as number | null,
});

/** A condition that no row of a table may meet, and the finding about a row that does. */
type RowLaw = { readonly against: string } & Omit<Finding, "record">;

const rowsAgainst = (
  table: string,
  { against, ...found }: RowLaw,
  range: readonly [after: number, last: number],
): Bound<Finding> => ({
  sql: `select rowid as id from ${table} where rowid > ? and rowid <= ? and (${against})`,
  params: range,
  row: ([id]) => ({ record: `${table} ${String(id)}`, ...found }),
});

function lawsOf(table: SQLiteTable): RowLaw[] {
  const name = getTableName(table);
  // Every key that this schema refers to is the rowid.
  const references = getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    const column = columns[0]!.name;
    const parent = getTableName(foreignTable);
    return {
      against: `${column} is not null
        and not exists (select 1 from ${parent} as referred where referred.rowid = ${name}.${column})`,
      problem: `it refers to a record of ${parent} that does not exist`,
    };
  });
  if (table === build) return [...references, buildsFollowLog, buildsAreWhereMoved];
  if (table === buildMove) return [...references, movesFollowEachOther];
  if (table === externalRef) return [...references, referenceIsLogged, referenceIsOwners];
  if (table === externalSystem) return [...references, ownerIsInRecord];
  if (table === apiKey) return [...references, boundSystemsAreOwned];
  if (table !== changeLog) return references;
  const known = Object.keys(entities).map((entity) => `'${entity}'`);
  return [
    ...references,
    {
      against: `entity not in (${known.join(", ")})`,
      problem: "its kind of record does not exist",
    },
    { against: "entity_id < 1", problem: "its record has an id that the service never gives" },
    timeRunsOn,
    othersActAtStation,
  ];
}

/**
 * How many milliseconds earlier than the row before it a row of the log can be. On a server and on
 * D1 the time is that of the decision, which can be recorded 10 seconds later.
 */
const decidedBeforeMs = 10_000;

const timeRunsOn: RowLaw = {
  against: `seq > ${takenOverTo} and exists (select 1 from change_log as before
    where before.seq = change_log.seq - 1 and before.at > change_log.at + ${decidedBeforeMs})`,
  problem: "it is earlier than the row before it: the clock was set back",
  isOfTime: true,
};

/** A key is used by its own user, or by a person who had a session at its station. */
const othersActAtStation: RowLaw = {
  against: `exists (select 1 from api_key as station where station.id = change_log.key_id
      and station.user_id <> change_log.user_id)
    and not exists (select 1 from session as own join change_log as made on made.entity = 'Session'
      and made.entity_id = own.id and made.rev_no = 1 and made.seq <= change_log.seq
      where own.key_id = change_log.key_id and own.person_id = change_log.user_id)`,
  problem: "its user has no session at the station of its key",
};

/** An edited text can be no JSON, which SQLite does not read: it counts as null. */
const jsonIn = (column: string) => `iif(json_valid(${column}), ${column}, null)`;

/** The change in the log that was first made under a reference. */
const firstChangeOf = (ref: string) => `select 1 from change_log as logged
  where logged.operation_id = ${ref}.operation_id
  and logged.ordinal = ${jsonIn(`${ref}.decision`)} ->> '$[0].first'
  and logged.external_system = ${ref}.system and logged.external_id = ${ref}.id
  and logged.user_id = ${ref}.user_id`;

/** A request's line with a reference is logged under it, from its first change on. */
const referenceIsLogged: RowLaw = {
  against: `not exists (${firstChangeOf("external_ref")})`,
  problem: "the change log has no change by its user under this reference",
};

/** The owner of a system's references by its newest key that is bound to the system. */
const ownerByKey = (system: string) => `select bound.user_id from api_key as bound
  where exists (select 1 from json_each(${jsonIn("bound.external_systems")}) where value = ${system})
  order by bound.id desc limit 1`;

/**
 * Whether a change was sent to the service: with a key, or by a user whom the directory let in. Others
 * come from the command line, and claim nothing.
 */
const wasSent = `(logged.key_id is not null
  or exists (select 1 from user where user.id = logged.user_id and user.issuer is not null))`;

/** The first reference that a key sends gives its system an owner, if no key is bound to it. */
const referenceIsOwners: RowLaw = {
  against: `not exists (select 1 from external_system as owned
      where owned.system = external_ref.system and owned.user_id = external_ref.user_id)
    and exists (${firstChangeOf("external_ref")} and ${wasSent})
    and not exists (${ownerByKey("external_ref.system")})
    and not exists (select 1 from external_system as owned
      join external_ref as earlier on earlier.system = owned.system
        and earlier.user_id = owned.user_id and earlier.rowid < external_ref.rowid
      where owned.system = external_ref.system)`,
  problem: "its system belongs to nobody, or to a user who sent no reference before this one",
};

const ownerIsInRecord: RowLaw = {
  against: `user_id is not coalesce((${ownerByKey("external_system.system")}),
    (select ref.user_id from external_ref as ref
      where ref.system = external_system.system and ref.user_id = external_system.user_id
      and exists (${firstChangeOf("ref")} and ${wasSent}) limit 1))`,
  problem: "the record gives the references of this system another owner, or none",
};

const boundSystemsAreOwned: RowLaw = {
  against: `exists (select 1 from json_each(${jsonIn("api_key.external_systems")}) as bound
    where not exists (select 1 from external_system as owned where owned.system = bound.value))`,
  problem: "a system that it is bound to has no owner",
};

/**
 * The log holds the build ids of removals, but not those of builds. Builds are never deleted, and
 * their ids follow the log without a gap. So each id belongs to one build in the log.
 */
const buildsFollowLog: RowLaw = {
  against: `id > 1 and not exists (select 1 from build as before
    where before.id = build.id - 1 and before.seq <= build.seq)`,
  problem: "the build before it is missing, or belongs to a later change",
};

/** A build stands in the slot of its last move. */
const buildsAreWhereMoved: RowLaw = {
  against: `exists (select 1 from build_move as last where last.build_id = build.id
    and not exists (select 1 from build_move as later
      where later.build_id = build.id and later.id > last.id)
    and (last.bom_slot_id <> build.bom_slot_id or last.candidate_id <> build.candidate_id))`,
  problem: "it is not in the slot that its last move brought it to",
};

/** Each move of a build begins where the move before it ended. */
const movesFollowEachOther: RowLaw = {
  against: `exists (select 1 from build_move as before where before.build_id = build_move.build_id
    and before.id = (select max(earlier.id) from build_move as earlier
      where earlier.build_id = build_move.build_id and earlier.id < build_move.id)
    and (before.bom_slot_id <> build_move.from_slot_id
      or before.candidate_id <> build_move.from_candidate_id))`,
  problem: "it does not begin where the move before it ended",
};

const readabilityLaw = (table: SQLiteTable): RowLaw => ({
  against: getTableConfig(table)
    .columns.filter((column) => column.getSQLType() === "integer")
    .map(({ name }) => `${name} not between ${-safeNumberMax} and ${safeNumberMax}`)
    .concat("false")
    .join(" or "),
  problem: "it contains a number that is too large to be read",
});

/**
 * Checks that SQLite's counter of each table is the number of the last row that ever existed. For
 * records, which can be deleted, the log holds that number. Properties of slots can be deleted too,
 * and nothing holds their numbers, so their counter is not checked.
 */
export const numbersKept = lazily((): readonly Bound<Finding>[] => [
  numberKept(changeLog, "select max(seq) from change_log", "rows"),
  numberKept(seal, "select max(id) from seal", "seals"),
  ...[adjustment, build, buildMove, lotTransfer, removal].map((table) =>
    numberKept(table, `select max(id) from ${getTableName(table)}`),
  ),
  ...Object.entries(entities).map(([entity, table]) =>
    numberKept(table, `select max(entity_id) from change_log where entity = '${entity}'`),
  ),
]);

function numberKept(table: SQLiteTable, last: string, what = "records"): Bound<Finding> {
  const name = getTableName(table);
  return {
    sql: `select cast(there as text), cast(counted as text), cast(counters as text)
      from (select coalesce((${last}), 0) as there),
        (select coalesce(max(seq), 0) as counted, count(*) as counters
          from sqlite_sequence where name = '${name}')
      where there <> counted or counters > 1`,
    params: [],
    row: (raw) => {
      const [there, counted, counters] = raw.map(Number) as [number, number, number];
      return {
        record: `${name} ${there}`,
        // SQLite continues from the first counter, whichever is right.
        problem:
          counters > 1
            ? `sqlite_sequence has ${counters} counters for its table`
            : counted > there
              ? `the ${counted - there} ${what} after it are missing`
              : `sqlite_sequence says that only ${counted} ${what} were ever written`,
      };
    },
  };
}
