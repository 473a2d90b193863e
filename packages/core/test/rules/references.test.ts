import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  currency,
  holdReason,
  location,
  materialReason,
  product,
  productProperty,
  propertyDefinition,
  workCentre,
} from "../../src/database/schema/index.ts";
import { each, query } from "../../src/database/query.ts";
import { statement } from "../../src/database/statement.ts";
import { countReferences } from "../../src/rules/references.ts";
import { databaseWith, emptyDatabase } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

const database = emptyDatabase();
// Only the references between the rows matter here.
database.exec("pragma foreign_keys = off");
const catalogs = ["location", "currency", "property_definition", "work_centre"];
for (const catalog of catalogs) {
  database.exec(`insert into ${catalog} (rev_no, name, name_key, suid, suid_key, is_active)
    values (1, 'a', 'a', 'a', 'a', 1), (1, 'b', 'b', 'b', 'b', 1)`);
}
database.exec(`
  insert into product (rev_no, name, name_key, version, product_type_id, default_ownership_id,
    default_cost_per_unit, default_currency_id, base_unit_id, receipt_profile_id,
    default_batch_size, inventory_decimal_places, location_id, is_active, is_planning_constraint,
    source_product_id)
    values (1, 'p', 'p', 'A', 1, 1, 0, 2, 1, 1, 1, 0, 1, 1, 0, null),
      (1, 'q', 'q', 'A', 1, 1, 0, 2, 1, 1, 1, 0, 1, 1, 0, 1);
  insert into product_property (product_id, name) values (1, 'x');
  insert into slot_property (bom_slot_id, property_definition_id, value) values (1, 1, 'x');
  insert into work_centre_group_member (group_id, work_centre_id) values (1, 1);`);

/** Counts the references to the rows of a table, in the order of their ids. */
function countsOf(table: SQLiteTable & { id: SQLiteColumn }, ownParts?: readonly SQLiteTable[]) {
  const counts = countReferences(table, ownParts);
  const { sql, params } = query.select({ counts }).from(table).orderBy(table.id).toSQL();
  const rows = database
    .prepare(sql)
    .raw()
    .all(...params) as [string][];
  return rows.map(([text]) => JSON.parse(text) as Record<string, number>);
}

test("the records that refer to a record are counted by their kind", () => {
  expect(countsOf(location)).toEqual([
    { Product: 2, MaterialItem: 0 },
    { Product: 0, MaterialItem: 0 },
  ]);
  expect(countsOf(currency)).toEqual([
    { Product: 0, MaterialItem: 0 },
    { Product: 2, MaterialItem: 0 },
  ]);
});

test("a record's own parts do not count, but other records of its kind do", () => {
  const others = { BatchHold: 0, Bom: 0, MaterialItem: 0, SlotCandidate: 0, WorksOrder: 0 };
  expect(countsOf(product, [productProperty])).toEqual([
    { ...others, Product: 1 },
    { ...others, Product: 0 },
  ]);
});

test("the rows of a part count for the record that they belong to", () => {
  expect(countsOf(propertyDefinition)).toEqual([{ BomSlot: 1 }, { BomSlot: 0 }]);
  expect(countsOf(workCentre)).toEqual([{ WorkCentreGroup: 1 }, { WorkCentreGroup: 0 }]);
});

test("a reason that the change log names is in use", () => {
  const reasons = query.select({ counts: countReferences(materialReason) }).from(materialReason);
  expect(reasons.toSQL().sql).toContain("'ChangeLog', (select count(*)");
});

test("the items on hold for a reason are found by index, also by SQLite's check of the foreign key", () => {
  const checked = databaseWith("").database;
  const counts = statement(() =>
    query
      .select({ counts: countReferences(holdReason) })
      .from(holdReason)
      .where(inArray(holdReason.id, each("ids"))),
  );
  const deletion = statement(() => query.delete(holdReason).where(eq(holdReason.id, 1)));
  const steps = [counts({ ids: "[1]" }), deletion()].flatMap((bound) =>
    queryPlanOf(checked, bound),
  );
  expect(steps.filter((step) => /used|material_item/.test(step))).toEqual([
    "SEARCH used USING COVERING INDEX batch_hold_reason (hold_reason_id=?)",
    "SEARCH used USING COVERING INDEX material_item_hold (hold_reason_id=?)",
    "SEARCH used USING COVERING INDEX material_item_further_holds (further_hold_reason_ids>?)",
    "SEARCH material_item USING COVERING INDEX material_item_hold (hold_reason_id=?)",
  ]);
});
