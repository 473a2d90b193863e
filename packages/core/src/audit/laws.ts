import { getTableName } from "drizzle-orm";
import type { Bound } from "../database/statement.ts";
import { entities, type EntityName } from "../engine/entities.ts";

/** A record that breaks a law, and how. */
export interface Finding {
  /** Entity and id, with the serial of an item; or a place in the change log. */
  readonly record: string;
  readonly problem: string;
}

/** Each law tells as many findings as this at most: of a database that is all wrong, enough. */
const most = 100;

type Tell = (...values: never[]) => Finding;

/** A law, as the statement that finds what breaks it. */
const law = (sql: string, tell: Tell, ...params: unknown[]): Bound<Finding> => ({
  sql: `${sql} limit ${most}`,
  params,
  // Each statement's columns are what its `tell` takes, in order; on D1 each needs its own name.
  row: (raw) => tell(...(raw as never[])),
});

const millionths = (value: number) => String(value / 1_000_000);

/** Nominal quantity + adjustments = actual quantity + net built into parents, for every item. */
const conservation = law(
  `select id, visual_serial_no, nominal_qty, adjusted, actual_qty, built from (
    select id, visual_serial_no, nominal_qty, actual_qty,
      coalesce((select sum(qty) from adjustment where material_item_id = item.id), 0) as adjusted,
      coalesce((select sum(qty - removed_qty) from build where child_id = item.id), 0) as built
    from material_item as item)
  where nominal_qty + adjusted <> actual_qty + built`,
  (
    id: number,
    serial: string,
    nominal: number,
    adjusted: number,
    actual: number,
    built: number,
  ) => ({
    record: `MaterialItem ${id} (${serial})`,
    problem:
      `nominal quantity ${millionths(nominal)} + adjustments ${millionths(adjusted)} is not ` +
      `actual quantity ${millionths(actual)} + net built ${millionths(built)}`,
  }),
);

/** Of every build, what is taken back is what its removals say. */
const removals = law(
  `select id, removed_qty, removed from (
    select id, removed_qty,
      coalesce((select sum(qty) from removal where build_id = build.id), 0) as removed
    from build)
  where removed_qty <> removed`,
  (id: number, removedQty: number, removed: number) => ({
    record: `build ${id}`,
    problem: `${millionths(removedQty)} of it is removed, and its removals are ${millionths(removed)}`,
  }),
);

const foreignKeys = law(
  `select "table", rowid, parent from pragma_foreign_key_check`,
  (table: string, rowid: number | null, parent: string) => ({
    record: `${table} ${rowid ?? ""}`.trimEnd(),
    problem: `it refers to a record of ${parent} that does not exist`,
  }),
);

/** The rows of the change log are numbered from 1 without a gap. */
const noGaps = law(
  `select seq, before from (select seq, lag(seq, 1, 0) over (order by seq) as before from change_log)
  where seq <> before + 1`,
  (seq: number, before: number) => ({
    record: `change_log ${seq}`,
    problem: `the ${seq - before - 1} rows before it are missing`,
  }),
);

/** As many rows of the change log are there as were ever written. */
const noCutTail = law(
  `select seq, there from (select seq, (select coalesce(max(seq), 0) from change_log) as there
    from sqlite_sequence where name = 'change_log')
  where seq > there`,
  (seq: number, there: number) => ({
    record: `change_log ${there}`,
    problem: `the ${seq - there} rows after it are missing`,
  }),
);

/** The revisions of a record in the change log are 1, 2, 3 and so on. */
const consecutive = law(
  `select entity, entity_id, count(*), max(rev_no) from change_log group by entity, entity_id
  having min(rev_no) <> 1 or max(rev_no) <> count(*)`,
  (entity: string, id: number, count: number, last: number) => ({
    record: `${entity} ${id}`,
    problem: `the change log has ${count} revisions of it, and the last is ${last}`,
  }),
);

const lastOf = (entity: EntityName, id: string) =>
  `select max(rev_no) from change_log where entity = '${entity}' and entity_id = ${id}`;

/** Every record is there at the revision that the change log ends with. */
const atLastRevision = (entity: EntityName) =>
  law(
    `select record.id, record.rev_no as there, logged.rev_no as logged, logged.after is null
    from ${getTableName(entities[entity])} as record
    left join change_log as logged on logged.entity = '${entity}'
      and logged.entity_id = record.id and logged.rev_no = (${lastOf(entity, "record.id")})
    where logged.rev_no is not record.rev_no or logged.after is null`,
    (id: number, revNo: number, logged: number | null, isRemoved: number) => ({
      record: `${entity} ${id}`,
      problem:
        logged === null
          ? "the change log knows nothing of it"
          : isRemoved === 1
            ? "it is there, and the change log says that it was deleted"
            : `its revision is ${revNo}, and the change log ends with ${logged}`,
    }),
  );

/** What the change log does not end with the deletion of is there. */
const stillThere = (entity: EntityName) =>
  law(
    `select entity_id, rev_no from change_log as logged where entity = '${entity}'
      and entity_id not in (select id from ${getTableName(entities[entity])})
      and after is not null and rev_no = (${lastOf(entity, "logged.entity_id")})`,
    (id: number, revNo: number) => ({
      record: `${entity} ${id}`,
      problem: `it is missing, and the change log ends with its revision ${revNo}`,
    }),
  );

// The names are the keys of that very table.
const names = Object.keys(entities) as EntityName[];

/** What every database keeps, whatever was done to it: one statement a law. */
export const laws: readonly Bound<Finding>[] = [
  foreignKeys,
  conservation,
  removals,
  noGaps,
  noCutTail,
  consecutive,
  ...names.map(atLastRevision),
  ...names.map(stillThere),
];
