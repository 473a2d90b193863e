import { createHash } from "node:crypto";
import { sevenDigits } from "../plant/workload.ts";
import type { Recorded } from "../recording/listening.ts";
import type { Recording } from "../recording/record.ts";
import { type Native, parameterNames, pickRecorded, type Values } from "./statements.ts";

/** The rows that share a commit. */
const rowsPerCommit = 1000;

/** Items and builds to insert. Lots and units are numbered from 0. */
export interface ImportOrder {
  readonly items: number;
  readonly builds: number;
  /** Distinguishes the serials of one import from those of another. */
  readonly name: string;
  readonly units: number;
}

type Insert = (values: Values) => void;

/** Prepares a recorded write. It keeps the recorded parameters except those given by name. */
function inserter(database: Native, { sql, params }: Recorded): Insert {
  const statement = database.prepare(sql);
  const names = parameterNames(sql);
  if (statement.reader) statement.raw();
  return (values) => {
    const bound = names.map((name, index) => (name in values ? values[name] : params[index]));
    if (statement.reader) statement.all(bound);
    else statement.run(bound);
  };
}

/** Prepares the insert of an imported row's key, whose columns the service writes as JSON. */
function keyInserter(database: Native, recorded: readonly Recorded[]): Insert {
  const { sql, params } = pickRecorded(recorded, /insert into keyed_answer/);
  const statement = database.prepare(sql);
  // The recorded statement has one row: user, hash of the name, of the body, operation, ...
  const [row] = JSON.parse(params[0] as string) as unknown[][];
  return ({ operation_id, key }) => {
    // A name is a hash, so keys are inserted in random order.
    const name = createHash("sha256").update(String(key)).digest("hex").slice(0, 32);
    statement.run(JSON.stringify([row!.with(1, name).with(3, operation_id)]));
  };
}

/**
 * Returns an import with the engine alone. It inserts the rows that the service writes: items,
 * builds, their changed rows, the change log, and the keys that prevent a second import. It reads
 * only the built items, once at its start, and applies no rules.
 */
export function plainImport(database: Native, recording: Recording): (order: ImportOrder) => void {
  const receive = receiveWrites(database, recording.importedReceive);
  const build = buildWrites(database, recording.importedBuild);
  const [begin, commit] = ["BEGIN IMMEDIATE", "COMMIT"].map((sql) => database.prepare(sql));

  return ({ items, builds, name, units }) => {
    const built = plantItems(database);
    let operation = 0;
    const total = items + builds;
    for (let row = 0; row < total; row++) {
      if (row % rowsPerCommit === 0) begin!.run();
      const operation_id = `${name}-${String(operation++).padStart(30, "0")}`;
      if (row < items) receive({ operation_id, serial: `${name}-${row}` });
      else {
        // Each build has another unit and another lot, as in the measured import.
        const of = (row - items) % units;
        const [unit, lot] = [`unit-${sevenDigits(of)}`, `lot-${sevenDigits(of)}`].map((serial) =>
          built.get(serial)!,
        );
        build({ operation_id, unit: unit!, lot: lot! });
      }
      if (row % rowsPerCommit === rowsPerCommit - 1 || row === total - 1) commit!.run();
    }
  };
}

/** Reads the units and lots of the plant, by folded serial. */
function plantItems(database: Native): ReadonlyMap<string, Item> {
  const found = database
    .prepare("select serial_key, id, rev_no from material_item")
    .all() as readonly (Item & { readonly serial_key: string })[];
  return new Map(found.map((item) => [item.serial_key, item]));
}

interface Item {
  readonly id: number;
  rev_no: number;
}

/**
 * Returns a receipt with the engine alone: the service's own statements of one Receive. Those that
 * read find the records of the recorded one.
 */
export function plainReceive(database: Native, recorded: readonly Recorded[]) {
  const reads = recorded
    .filter(({ sql }) => /^(?:select|with)/i.test(sql))
    .map(({ sql, params }) => [database.prepare(sql).raw(), params] as const);
  const item = inserter(database, pickRecorded(recorded, /insert into "material_item"/));
  const log = inserter(database, pickRecorded(recorded, /insert into "change_log"/));
  return (operation_id: string, serial: string) => {
    for (const [statement, params] of reads) statement.all(params);
    item({ visual_serial_no: serial, serial_key: serial.toLowerCase() });
    log({ operation_id });
  };
}

function receiveWrites(database: Native, recorded: readonly Recorded[]) {
  const item = inserter(database, pickRecorded(recorded, /insert into "material_item"/));
  const log = inserter(database, pickRecorded(recorded, /insert into "change_log"/));
  const key = keyInserter(database, recorded);
  return ({ operation_id, serial }: { operation_id: string; serial: string }) => {
    item({ visual_serial_no: serial, serial_key: serial.toLowerCase() });
    log({ operation_id });
    key({ operation_id, key: operation_id });
  };
}

function buildWrites(database: Native, recorded: readonly Recorded[]) {
  const parentLog = inserter(database, pickRecorded(recorded, /insert into "change_log"/));
  const childLog = inserter(database, pickRecorded(recorded, /insert into "change_log"/, 1));
  const parent = inserter(database, pickRecorded(recorded, /update "material_item"/));
  const child = inserter(database, pickRecorded(recorded, /update "material_item"/, 1));
  const row = inserter(database, pickRecorded(recorded, /insert into "build"/));
  const key = keyInserter(database, recorded);
  return ({ operation_id, unit, lot }: { operation_id: string; unit: Item; lot: Item }) => {
    parentLog({ operation_id, entity_id: unit.id, rev_no: ++unit.rev_no });
    parent({ rev_no: unit.rev_no, id: unit.id });
    childLog({ operation_id, entity_id: lot.id, rev_no: ++lot.rev_no });
    child({ rev_no: lot.rev_no, id: lot.id });
    row({ "seq.operation_id": operation_id, parent_id: unit.id, child_id: lot.id });
    key({ operation_id, key: operation_id });
  };
}
