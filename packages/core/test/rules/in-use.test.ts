import { expect, test } from "vitest";
import { deleteBom, upsertBom } from "../../src/bom/index.ts";
import {
  clearSlotProperty,
  deleteCandidate,
  deleteSlot,
  upsertCandidates,
  upsertSlot,
  upsertSlotProperties,
} from "../../src/bom-slot/index.ts";
import { deleteFromCatalog, upsertCatalog } from "../../src/catalog/index.ts";
import { build } from "../../src/consumption/index.ts";
import type { Job } from "../../src/database/executor.ts";
import type { Context } from "../../src/engine/context.ts";
import { Refusal } from "../../src/refusal.ts";
import { databaseWith } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";
import { plant } from "../engine/pumps.ts";

/**
 * Slot 1 and its only candidate have two builds. Their BoM version has two orders. Two changes were
 * made for reason 1.
 */
const inUse = `${plant}
  insert into bom_version (rev_no, bom_id, major, minor, status) values (1, 1, 2, 0, 'Draft');
  insert into property_definition (rev_no, name, name_key, is_active) values (1, 'p', 'p', 1);
  insert into slot_property (bom_slot_id, property_definition_id, value) values (1, 1, '5');
  insert into works_order (rev_no, order_no, order_no_key, product_id, bom_version_id, qty, status)
    select 1, value, value, 1, 1, 1000000, 'Started' from json_each('["o-1", "o-2"]');
  insert into change_log (operation_id, ordinal, at, user_id, entity, entity_id, rev_no, action,
    reason_id) select value, 0, 0, 1, 'MaterialItem', 3, value, 'moved', 1
    from json_each('[2, 3]');`;
const line = { builtQty: 2_000_000, receiveAtPointOfConsumption: false };
const counts = { builds: 2, worksOrders: 2 };

/** Runs a verb on that plant. Returns its jobs and its refusal. */
async function done(verb: (context: Context) => Promise<unknown>) {
  const { database, context } = databaseWith(inUse);
  for (const parentSerialNo of ["pump-1", "pump-2"]) {
    await build(context, { parentSerialNo, childSerialNo: "lot-1", ...line });
  }
  const jobs: Job<unknown>[] = [];
  const executor = {
    ...context.executor,
    run: <Answer>(job: Job<Answer>) => {
      jobs.push(job);
      return context.executor.run(job);
    },
  };
  const refusal = await verb({ ...context, executor }).then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );
  return { database, jobs, refusal };
}

const version = { major: 2, minor: 0 };

test.for<[of: string, verb: (context: Context) => Promise<unknown>, expected: object | string]>([
  ["move a slot", (context) => upsertSlot(context, { id: 1, version }), counts],
  ["delete a slot", (context) => deleteSlot(context, { ID: 1 }), counts],
  [
    "clear a property",
    (context) => clearSlotProperty(context, { BomSlotId: 1, property: "p" }),
    counts,
  ],
  [
    "give a candidate another product",
    (context) =>
      upsertCandidates(context, { bomSlotID: 1, candidates: [{ id: 1, product: "pump" }] }),
    { builds: 2 },
  ],
  [
    "change a quantity",
    (context) =>
      upsertCandidates(context, { bomSlotID: 1, candidates: [{ id: 1, qty: 1_000_000 }] }),
    { worksOrders: 2 },
  ],
  [
    "add a required slot",
    (context) =>
      upsertSlot(context, {
        ParentProductName: "pump",
        bom: "m",
        version: { major: 1, minor: 0 },
        description: "new",
        buildSlotType: "b",
        isActive: true,
        isRequired: true,
        edhrBomRequired: 0,
        edhrBuildRequired: 0,
      }),
    { worksOrders: 2 },
  ],
  ["delete a candidate", (context) => deleteCandidate(context, { ID: 1 }), counts],
  ["delete a BoM", (context) => deleteBom(context, { id: 1 }), { BomSlot: 2, WorksOrder: 2 }],
  [
    "move a BoM",
    (context) => upsertBom(context, { id: 1, parentProductName: "seal" }),
    { BomSlot: 2, WorksOrder: 2 },
  ],
  [
    "renumber a version",
    (context) =>
      upsertBom(context, { id: 1, versions: [{ id: 1, version: { major: 3, minor: 0 } }] }),
    { WorksOrder: 2 },
  ],
  [
    "make a version a draft",
    (context) => upsertBom(context, { id: 1, versions: [{ id: 1, status: "Draft" }] }),
    "Version 1.0 is Released and can't become a Draft: works orders were started with it (2).",
  ],
  [
    "give a reason another disposition",
    (context) => upsertCatalog(context, "MaterialReason", { id: 1, disposition: "scrap" }),
    { ChangeLog: 2 },
  ],
  [
    "give a unit another factor",
    (context) => upsertCatalog(context, "UnitOfMeasure", { id: 1, factor: 5 }),
    { Product: 3 },
  ],
  [
    "delete a reason",
    (context) => deleteFromCatalog(context, "MaterialReason", { id: 1 }),
    { ChangeLog: 2 },
  ],
])("the refusal to %s reports the number of uses", async ([, verb, expected]) => {
  const { refusal } = await done(verb);
  expect(typeof expected === "string" ? refusal?.message : refusal?.extras.members?.counts).toEqual(
    expected,
  );
});

test.for<[of: string, verb: (context: Context) => Promise<unknown>]>([
  ["a slot", (context) => upsertSlot(context, { id: 1, description: "new" })],
  [
    "a slot's candidates",
    (context) =>
      upsertCandidates(context, { bomSlotID: 1, candidates: [{ id: 1, isDefault: false }] }),
  ],
  [
    "a slot's properties",
    (context) =>
      upsertSlotProperties(context, { bomSlotID: 1, properties: [{ property: "p", value: "6" }] }),
  ],
  ["a BoM", (context) => upsertBom(context, { id: 1, description: "new" })],
  [
    "a reason",
    (context) => upsertCatalog(context, "MaterialReason", { id: 1, description: "new" }),
  ],
  ["a unit", (context) => upsertCatalog(context, "UnitOfMeasure", { id: 1, description: "new" })],
])("an accepted change of %s in use does not count its uses", async ([, verb]) => {
  const { database, jobs, refusal } = await done(verb);
  expect([refusal, jobs.length]).toEqual([undefined, 1]);
  const rows = jobs[0]!.load.flatMap(({ sql, params, row }) =>
    (
      database
        .prepare(sql)
        .raw()
        .all(...params) as unknown[][]
    ).map((raw) => row(raw) as object),
  );
  const uses = Array.from(
    JSON.stringify(rows).matchAll(
      /"(?:builds|worksOrders|pinningOrders|BomSlot|ChangeLog|Product|WorksOrder)":(\d+)/g,
    ),
    ([, used]) => Number(used),
  );
  expect(Math.max(...uses)).toBe(1);
});

test("the orders that pin a version are counted by indexes", async () => {
  const { database, jobs } = await done((context) => deleteSlot(context, { ID: 1 }));
  const steps = jobs[0]!.load.flatMap((bound) => queryPlanOf(database, bound));
  const used = steps.filter((step) => /^S\w+ (?:build|works_order) /.test(step));
  expect(new Set(used)).toEqual(
    new Set([
      "SEARCH build USING COVERING INDEX build_candidate (candidate_id=?)",
      "SEARCH build USING COVERING INDEX build_slot (bom_slot_id=?)",
      // Builds that were moved, by the index of their moves.
      "SEARCH build USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH works_order USING COVERING INDEX works_order_bom_version " +
        "(bom_version_id=? AND status=?)",
      // Orders that ChangeVersion gave another version, and those of units that it gave one.
      "SEARCH works_order USING INDEX works_order_first_version (first_version_id=?)",
      "SEARCH works_order USING INTEGER PRIMARY KEY (rowid=?)",
    ]),
  );
});

test("any other refusal does not load again", async () => {
  const { jobs, refusal } = await done((context) => upsertSlot(context, { id: 9 }));
  expect([refusal?.code, jobs.length]).toEqual(["not_found", 1]);
});
