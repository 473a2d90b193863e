import type Database from "libsql";
import { modelLot, modelUnit, orderSize, sealer, slotCount, type Units } from "./workload.ts";

export type Native = InstanceType<typeof Database>;
/** Expressions of the columns that differ from the model. `i` is the number of the row. */
type Overrides = Readonly<Record<string, string>>;

const million = 1_000_000;
/** Pragmas without rollback or fsync: an interrupted fill starts again from the master data. */
const fast = [
  "foreign_keys = off",
  "journal_mode = delete",
  "journal_mode = off",
  "synchronous = off",
  "cache_size = -1000000",
];
const modelLots = modelLot("%d");

/**
 * Fills a plant with copies of the models: units of started works orders, lots, and a build into
 * each slot of each unit. Slot s of unit u takes from lot 10 * floor(u / 10) + s, so each lot has
 * ten builds too. Revisions, quantities and the change log agree.
 */
export function fillPlant(database: Native, units: Units): void {
  fillFast(database, () => {
    const rows = copier(database);
    const before = largestIds(database);
    fillOrders(rows, before, units);
    fillItems(rows, before, units);
    fillBuilds(rows, before, units);
  });
}

/** Runs a fill of the large tables in one transaction, without their indexes. */
export function fillFast(database: Native, fill: () => void): void {
  for (const pragma of fast) database.exec(`pragma ${pragma}`);
  const rebuildIndexes = dropIndexes(database);
  database.exec("begin");
  fill();
  countAsSealed(database);
  database.exec("commit");
  rebuildIndexes();
}

/**
 * Marks the whole log as sealed. A running service has sealed all but the last second of its log.
 * Sealing this log would take minutes and slow the measures.
 */
function countAsSealed(database: Native): void {
  database.exec(`
    insert into seal (first_seq, last_seq, at, digests, previous, hash, signature, public_key)
    select 1, max(seq), max(at), '', '', 'not one', '', '${sealer}'
      from change_log`);
}

/** The largest ids of the master data. Generated rows are numbered from there. */
export interface Before {
  readonly orders: number;
  readonly items: number;
  readonly builds: number;
  readonly seq: number;
}

export function largestIds(database: Native): Before {
  const largest = (column: string, table: string) => {
    const row = database.prepare(`select max(${column}) from ${table}`).raw().get();
    return (row as [number])[0];
  };
  return {
    orders: largest("id", "works_order"),
    items: largest("id", "material_item"),
    builds: largest("id", "build"),
    seq: largest("seq", "change_log"),
  };
}

type Copy = (table: string, count: number, model: string, overrides: Overrides) => void;

/** Returns a function that copies a row many times. The model is a condition that can use `i`. */
export function copier(database: Native): Copy {
  return (table, count, model, overrides) => {
    const info = database.prepare(`pragma table_info(${table})`).all() as { name: string }[];
    const columns = info.map(({ name }) => name);
    const values = columns.map((name) => overrides[name] ?? `model.${name}`);
    database.exec(`
      with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${count})
      insert into ${table} (${columns.join(", ")}) select ${values.join(", ")}
      from n join ${table} as model on ${model}`);
  };
}

const numberedName = (prefix: string, number = "i") => `printf('${prefix}-%07d', ${number})`;
const operation = (kind: number) => `printf('01900000-${kind}000-7000-8000-%012d', i)`;
const itemIdBySerial = (serial: string) =>
  `(select id from material_item where visual_serial_no = '${serial}')`;

function fillOrders(copy: Copy, before: Before, units: Units): void {
  copy("works_order", units / orderSize, "model.order_no = 'MODEL'", {
    id: `i + 1 + ${before.orders}`,
    order_no: numberedName("WO"),
    order_no_key: numberedName("wo"),
    qty: String(orderSize * million),
  });
}

function fillItems(copy: Copy, before: Before, units: Units): void {
  const item = (first: number, word: string): Overrides => ({
    id: `i + 1 + ${before.items + first}`,
    rev_no: String(slotCount + 1),
    visual_serial_no: numberedName(word.toUpperCase()),
    serial_key: numberedName(word),
    unique_id: "null",
    unique_id_key: "null",
  });
  copy("material_item", units, `model.visual_serial_no = '${modelUnit}'`, {
    ...item(0, "unit"),
    works_order_id: `i / ${orderSize} + 1 + ${before.orders}`,
  });
  copy(
    "material_item",
    units,
    `model.visual_serial_no = printf('${modelLots}', i % ${slotCount})`,
    {
      ...item(units, "lot"),
      actual_qty: `model.nominal_qty - ${slotCount * million}`,
    },
  );
  const created = (kind: number, first: number): Overrides => ({
    seq: `i + 1 + ${before.seq + first}`,
    operation_id: operation(kind),
    ordinal: "0",
    entity_id: `i + 1 + ${before.items + first}`,
  });
  const isCreated = (serial: string) => `${isItem(itemIdBySerial(serial))} and model.rev_no = 1`;
  copy("change_log", units, isCreated(modelUnit), created(1, 0));
  copy("change_log", units, isCreated(modelLot(0)), created(2, units));
}

const isItem = (id: string) => `model.entity = 'MaterialItem' and model.entity_id = ${id}`;

function fillBuilds(copy: Copy, before: Before, units: Units): void {
  const count = units * slotCount;
  const seq = before.seq + 2 * units;
  const unit = `i / ${slotCount}`;
  const lot = `(i / ${slotCount ** 2} * ${slotCount} + i % ${slotCount})`;
  const change = (ordinal: 0 | 1, entity: string, rev: string): Overrides => ({
    seq: `2 * i + 1 + ${seq + ordinal}`,
    operation_id: operation(3),
    ordinal: String(ordinal),
    entity_id: entity,
    rev_no: rev,
  });
  const unitId = `${unit} + 1 + ${before.items}`;
  const lotId = `${lot} + 1 + ${before.items + units}`;
  copy(
    "change_log",
    count,
    `${isItem(itemIdBySerial(modelUnit))} and model.rev_no = 2`,
    change(0, unitId, `i % ${slotCount} + 2`),
  );
  copy(
    "change_log",
    count,
    `${isItem(itemIdBySerial(modelLot(0)))} and model.rev_no = 2`,
    change(1, lotId, `i / ${slotCount} % ${slotCount} + 2`),
  );
  const firstModel = before.builds - slotCount + 1;
  copy("build", count, `model.id = ${firstModel} + i % ${slotCount}`, {
    id: `i + 1 + ${before.builds}`,
    seq: `2 * i + 1 + ${seq}`,
    parent_id: unitId,
    child_id: lotId,
  });
}

/**
 * Drops the indexes of the large tables and the triggers that read by them. Returns a function
 * that creates them again, which is faster than updating them row by row.
 */
function dropIndexes(database: Native): () => void {
  const rows = database
    .prepare(
      `select type, name, sql from sqlite_schema where type in ('index', 'trigger')
      and sql is not null and tbl_name in ('material_item', 'change_log', 'build')
      and name <> 'material_item_serial' order by type desc`,
    )
    .all() as { type: string; name: string; sql: string }[];
  for (const { type, name } of rows) database.exec(`drop ${type} ${name}`);
  return () => {
    for (const { sql } of rows.toReversed()) database.exec(sql);
  };
}
