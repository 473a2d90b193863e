import { beforeEach, expect, test } from "vitest";
import { buildCommand, type BuildInput } from "../../src/consumption/build.ts";
import { fileExecutor } from "../../src/database/file.ts";
import { type Context, service } from "../../src/engine/context.ts";
import { executeAll } from "../../src/engine/execute.ts";
import { emptyDatabase } from "../database/empty.ts";

const named = (name: string) =>
  `rev_no, name, name_key, suid, suid_key, is_active) values (1, '${name}', '${name}', '${name}', '${name}', 1)`;

// A parent that takes up to 4 of a child per unit, and a lot of 10 children.
const plant = `
  insert into user (${named("someone")};
  insert into product_type (${named("t")}; insert into ownership_type (${named("o")};
  insert into currency (${named("c")}; insert into location (${named("l")};
  insert into build_slot_type (${named("b")};
  insert into unit_of_measure (dimension, factor, ${named("each").replace("values (", "values ('count', 1000000, ")};
  insert into receipt_profile (fields, ${named("p").replace("values (", "values ('{}', ")};
  insert into material_status (buildable, consumable, ${named("available").replace("values (", "values (1, 1, ")};
  insert into material_status (buildable, consumable, ${named("consumed").replace("values (", "values (1, 0, ")};
  insert into product (rev_no, name, name_key, version, product_type_id, default_ownership_id,
    default_cost_per_unit, default_currency_id, base_unit_id, receipt_profile_id,
    default_batch_size, inventory_decimal_places, location_id, is_active, is_planning_constraint)
    select 1, value, value, 'A', 1, 1, 0, 1, 1, 1, 1000000, 0, 1, 1, 0
    from json_each('["pump", "seal"]');
  insert into bom (rev_no, name, name_key, parent_product_id, is_active) values (1, 'm', 'm', 1, 1);
  insert into bom_version (rev_no, bom_id, major, minor, status) values (1, 1, 1, 0, 'Released');
  insert into bom_slot (rev_no, bom_version_id, description, build_slot_type_id, is_active,
    is_required, edhr_bom_required, edhr_build_required) values (1, 1, 'seal', 1, 1, 1, 0, 0);
  insert into slot_candidate (rev_no, bom_slot_id, product_id, version_key, is_active, qty, min_qty,
    max_qty, is_default) values (1, 1, 2, '', 1, 2000000, 1000000, 4000000, 1);
  insert into material_item (rev_no, last_edit_at, last_edit_user_id, product_id, status_id,
    visual_serial_no, serial_key, version, nominal_qty, actual_qty, made_at_consumption)
    select 1, 0, 1, value ->> 1, 1, value ->> 0, value ->> 0, 'A', value ->> 2, value ->> 2, 0
    from json_each('[["pump-1", 1, 1000000], ["pump-2", 1, 1000000], ["pump-3", 1, 1000000],
      ["lot-1", 2, 10000000]]');
  insert into bom_slot (rev_no, bom_version_id, description, build_slot_type_id, is_active,
    is_required, edhr_bom_required, edhr_build_required) values (1, 1, 'pump', 1, 1, 0, 0, 0);
  insert into slot_candidate (rev_no, bom_slot_id, product_id, version_key, is_active, qty, min_qty,
    is_default) values (1, 2, 1, '', 1, 1000000, 0, 1);`;

let database: ReturnType<typeof emptyDatabase>;
let context: Context;

beforeEach(() => {
  database = emptyDatabase();
  database.exec("pragma foreign_keys = on");
  database.exec(plant);
  const executor = fileExecutor(database, queueMicrotask);
  context = { executor, principal: { ...service, userId: 1 }, requestId: "r", now: Date.now };
});

const line = (builtQty: number): BuildInput => ({
  parentSerialNo: "pump-1",
  childSerialNo: "lot-1",
  builtQty: builtQty * 1_000_000,
  receiveAtPointOfConsumption: false,
});
const count = (table: string) => {
  const row = database.prepare(`select count(*) as rows from ${table}`).get() as { rows: number };
  return row.rows;
};

test("each input is decided on what those before it left", async () => {
  const answers = await executeAll(context, buildCommand, [line(1), line(2), line(1)]);
  expect(answers.map(({ child }) => child.actualQty / 1_000_000)).toEqual([9, 7, 6]);
  expect(answers.map(({ parent }) => parent.revNo)).toEqual([2, 3, 4]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(3);
  expect([count("build"), count("change_log")]).toEqual([3, 6]);
});

test("one input that is refused leaves nothing of the others", async () => {
  await expect(executeAll(context, buildCommand, [line(3), line(2)])).rejects.toMatchObject({
    code: "over_maximum",
  });
  expect([count("build"), count("change_log")]).toEqual([0, 0]);
});

test("builds of one request can't close a cycle, however long", async () => {
  const nest = (parentSerialNo: string, childSerialNo: string) => ({
    ...line(1),
    parentSerialNo,
    childSerialNo,
  });
  const down = [nest("pump-1", "pump-2"), nest("pump-2", "pump-3")];
  for (const steps of [down, down.toReversed()]) {
    const closing = [...steps, nest("pump-3", "pump-1")];
    await expect(executeAll(context, buildCommand, closing)).rejects.toMatchObject({
      code: "cycle",
    });
  }
  expect(count("build")).toBe(0);
  expect(await executeAll(context, buildCommand, down)).toHaveLength(2);
});

test("builds of one request receive nothing", async () => {
  const receipt = {
    ...line(1),
    childSerialNo: "lot-2",
    receiveAtPointOfConsumption: true,
    itemDetails: { productName: "seal" },
  };
  await expect(executeAll(context, buildCommand, [receipt, line(1)])).rejects.toThrow("receives");
  expect(count("build")).toBe(0);
});
