import type { Bound } from "../src/database/bound.ts";
import type { Job } from "../src/database/executor.ts";
import { expect } from "vitest";
import type { Conflicts } from "../src/engine/command.ts";
import type { Context } from "../src/engine/context.ts";
import { now } from "./consumption/plant.ts";
import { databaseWith } from "./database/empty.ts";

type Columns = Readonly<Record<string, string | number | null>>;

/** The statement that stores a row, at its first revision. */
export function row(table: string, columns: Columns): string {
  const all: Columns = { rev_no: 1, ...columns };
  const values = Object.values(all).map((value) =>
    typeof value === "string" ? `'${value}'` : String(value),
  );
  return `insert into ${table} (${Object.keys(all).join()}) values (${values.join()});`;
}

/** A reference record whose name is made from its SUID. */
const record = (table: string, suid: string, is_active = 1, more: Columns = {}) => {
  const name = `The ${suid}`;
  const keys = { suid_key: suid.toLowerCase(), name_key: name.toLowerCase() };
  return row(table, { suid, name, ...keys, is_active, ...more });
};
const status = (suid: string, buildable: number, consumable: number) =>
  record("material_status", suid, 1, { buildable, consumable });
const reason = (suid: string, transactions: string[], isActive = 1) =>
  record("material_reason", suid, isActive, {
    transactions: JSON.stringify(transactions),
    disposition: "return",
  });
const product = (name: string, more: Columns = {}) =>
  row("product", {
    name,
    name_key: name.toLowerCase(),
    version: "A",
    product_type_id: 1,
    default_ownership_id: 1,
    default_cost_per_unit: 5,
    default_currency_id: 1,
    base_unit_id: 1,
    receipt_profile_id: 1,
    default_batch_size: 1_000_000,
    inventory_decimal_places: 0,
    location_id: 1,
    is_active: 1,
    is_planning_constraint: 0,
    ...more,
  });
const bom = (name: string, parent_product_id: number, is_active = 1) =>
  row("bom", { name, name_key: name.toLowerCase(), parent_product_id, is_active });
const version = (bom_id: number, major: number, released: string) =>
  row("bom_version", { bom_id, major, minor: 0, status: released });
const slot = (bom_version_id: number, description: string) =>
  row("bom_slot", {
    bom_version_id,
    description,
    build_slot_type_id: 1,
    is_active: 1,
    is_required: 1,
    edhr_bom_required: 0,
    edhr_build_required: 0,
  });
const candidate = (bom_slot_id: number, product_id: number, is_default: number) =>
  row("slot_candidate", {
    bom_slot_id,
    product_id,
    version_key: "",
    is_active: 1,
    qty: 2_000_000,
    min_qty: 0,
    is_default,
  });

/** Products Seal 1, Oil 2, Gone 3, Pump 4 and Ring 5, the BoMs of pumps, and their reference data. */
const plant = [
  record("user", "SOMEONE"),
  record("user", "RETIRED", 0),
  record("product_type", "PART"),
  record("ownership_type", "OWN"),
  record("ownership_type", "THEIRS"),
  record("ownership_type", "GONE", 0),
  record("currency", "EUR"),
  record("currency", "USD"),
  record("location", "MAIN"),
  record("location", "EAST"),
  record("location", "SHUT", 0),
  record("unit_of_measure", "EACH", 1, { dimension: "count", factor: 1_000_000 }),
  record("receipt_profile", "FREE", 1, { fields: "{}" }),
  record("receipt_profile", "STRICT", 1, { fields: '{"batchNo":"compulsory"}' }),
  status("WIP", 1, 1),
  status("AVAILABLE", 1, 1),
  status("CONSUMED", 1, 0),
  status("SCRAPPED", 0, 0),
  status("DISPATCHED", 0, 0),
  status("VOIDED", 0, 0),
  record("hold_reason", "QUALITY"),
  record("hold_reason", "OLD", 0),
  reason("COUNT", ["adjust"]),
  reason("RETURN", ["remove"]),
  reason("PAST", ["adjust"], 0),
  reason("CORRECTION", ["adjust", "remove"]),
  record("receipt_recipe", "WASH"),
  record("serial_range", "PUMPS", 1, { prefix: "P-", next_number: 7, padding: 3 }),
  record("build_slot_type", "FIT"),
  record("case_data_definition", "FINDING"),
  record("case_data_definition", "REPAIR"),
  record("property_definition", "LENGTH"),
  record("property_definition", "COLOUR"),
  record("work_centre", "BENCH"),
  record("work_centre", "OVEN"),
  record("work_centre", "CLOSED", 0),
  product("Seal"),
  product("Oil", { receipt_profile_id: 2 }),
  product("Gone", { is_active: 0 }),
  product("Pump", { suid: "P", suid_key: "p" }),
  product("Ring"),
  bom("Main", 4),
  version(1, 1, "Released"),
  version(1, 2, "Draft"),
  bom("Past", 4, 0),
  version(2, 1, "Released"),
  bom("Main", 1),
  version(3, 1, "Released"),
  bom("Main", 3),
  version(4, 1, "Released"),
  bom("Bare", 4),
  slot(1, "Shaft"),
  slot(1, "Lid"),
  candidate(1, 1, 1),
  candidate(1, 5, 0),
  candidate(2, 5, 1),
  `insert into slot_property (bom_slot_id, property_definition_id, value)
    values (1, 1, '5 mm'), (2, 1, '');`,
].join("\n");

const assertion = /from json_each\(\?\) as relied join change_log/;
const several = /from json_each/;
const absence = /from \w+ where \w+/;

/** The reliance of a write, by its guards: records at their revisions, and rows that are absent. */
const relianceIn = (write: readonly Bound[]) =>
  write
    .filter(({ sql }) => sql.startsWith("insert into guard"))
    .flatMap(({ sql, params }): unknown[] => {
      if (!several.test(sql)) return [[absence.exec(sql)![0], ...params]];
      const relied = JSON.parse(params[0] as string) as unknown[][];
      if (assertion.test(sql)) return relied;
      return relied.map(([, ...numbers]) => [absence.exec(sql)![0], ...numbers]);
    });

/** Expects that a write claims and asserts the kinds of record that its verb documents. */
function expectDeclared(
  { command }: Job<unknown>,
  written: readonly Bound[],
  rows: (sql: string) => unknown[][],
): void {
  // The service's own writes that are not logged are no command.
  const { conflicts } = (command ?? {}) as { conflicts?: Conflicts };
  if (!conflicts || written.length === 0) return;
  const asserted = relianceIn(written).flatMap((one) => {
    const [entity] = one as [string];
    return /^(?:ApiKey|Session|User)$|^from /.test(entity) ? [] : entity;
  });
  const claimed = rows(`select entity from change_log where operation_id = (
    select operation_id from change_log order by seq desc limit 1)`).flat();
  const undeclared = [
    ...asserted.filter((entity) => !(entity in (conflicts.asserts ?? {}))),
    ...claimed.filter((entity) => !(String(entity) in conflicts.claims)),
  ];
  expect(undeclared, `conflicts of ${conflicts.of.join()}`).toEqual([]);
}

/** Opens that plant on a database in memory, whose clock always shows `now`. */
export function openPlant() {
  const { database, context: plain } = databaseWith(plant, () => now);
  const rows = (sql: string) => database.prepare(sql).raw().all() as unknown[][];
  let written: readonly Bound[] = [];
  const run = async <Answer>(job: Job<Answer>) => {
    const answer = await plain.executor.run({
      ...job,
      plan: (loaded) => {
        // A file leaves out the guards; here they are kept, as they show the reliance of the write.
        const plan = job.plan(loaded, true);
        written = plan.write;
        return plan;
      },
    });
    expectDeclared(job, written, rows);
    return answer;
  };
  const context: Context = { ...plain, executor: { ...plain.executor, run } };
  return {
    database,
    context,
    /** The same without its checks: they see no write of requests that run together. */
    plain,
    rows,
    /** The reliance of the last write. */
    relied: () => relianceIn(written),
    /** The rows that the last operation logged: event, fields after (or before), comment. */
    logged: () =>
      rows(`select entity || ' ' || entity_id || ' ' || action, coalesce(after, before), comment
        from change_log where operation_id = (
          select operation_id from change_log order by seq desc limit 1) order by seq`).map(
        ([event, fields, comment]) => [
          event,
          JSON.parse(fields as string) as unknown,
          ...(comment === null ? [] : [comment]),
        ],
      ),
  };
}
