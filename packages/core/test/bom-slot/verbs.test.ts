import { beforeEach, describe, expect, test } from "vitest";
import { clearSlotProperty } from "../../src/bom-slot/clear-property.ts";
import { deleteCandidate } from "../../src/bom-slot/delete-candidate.ts";
import { deleteSlot } from "../../src/bom-slot/delete.ts";
import { upsertCandidates } from "../../src/bom-slot/upsert-candidates.ts";
import { upsertSlotProperties } from "../../src/bom-slot/upsert-properties.ts";
import type { UpsertSlotInput } from "../../src/bom-slot/upsert.facts.ts";
import { upsertSlot } from "../../src/bom-slot/upsert.ts";
import { receive } from "../../src/material-item/receive.ts";
import { q } from "../consumption/plant.ts";
import { openPlant, row } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();

beforeEach(() => {
  ({ database, context, rows, relied, logged } = openPlant());
});

/** Stores two builds of one lot, both removed again, against candidate 1 of slot 1. */
async function built() {
  await receive(context, { productName: "Seal", visualSerialNo: "Lot", qty: q(10) });
  for (const qty of [1, 2]) {
    database.exec(`insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty,
      removed_qty) values (1, 1, 1, 1, 1, ${qty}, ${qty})`);
  }
}
const ordered = (status: string, orderNo = "w") =>
  database.exec(
    row("works_order", {
      order_no: orderNo,
      order_no_key: orderNo,
      product_id: 4,
      bom_version_id: 1,
      qty: 1,
      status,
    }),
  );
const hint = "To retire it, set isActive to false.";

const candidateFields = {
  bomSlotId: 1,
  productId: 1,
  version: null,
  versionKey: "",
  isActive: true,
  qty: q(2),
  minQty: 0,
  maxQty: null,
  isDefault: true,
  useUomId: null,
};
const seal = { id: 1, ...candidateFields, product: "Seal", useUom: null };
const ring = { ...seal, id: 2, productId: 5, product: "Ring", isDefault: false };
const length = {
  id: 1,
  bomSlotId: 1,
  propertyDefinitionId: 1,
  value: "5 mm",
  property: "The LENGTH",
};
const slotFields = {
  bomVersionId: 1,
  description: "Shaft",
  buildSlotTypeId: 1,
  isActive: true,
  isRequired: true,
  instruction: null,
  edhrBomRequired: 0,
  edhrBuildRequired: 0,
};
const shaft = {
  id: 1,
  ...slotFields,
  major: 1,
  minor: 0,
  bomId: 1,
  bom: "Main",
  parentProductId: 4,
  parentProductName: "Pump",
  buildSlotType: "The FIT",
};
const noSlot = (pointer: string) => atFault("not_found", "No BoM slot has the id 9.", pointer);
const versionChanged = (bomSlotId: unknown, id = 1) => [
  `BomVersion ${id} slotChanged`,
  { detail: { bomSlotId } },
];
const pending = { pending: "id", ordinal: 0 };

describe("creating a slot", () => {
  const lever: UpsertSlotInput = {
    ParentProductName: "Pump",
    bom: "Main",
    version: { major: 2, minor: 0 },
    description: "Lever",
    buildSlotType: "The FIT",
    isActive: true,
    isRequired: false,
    edhrBomRequired: 1,
    edhrBuildRequired: 0,
  };
  const create = (changes: Partial<UpsertSlotInput> = {}) =>
    upsertSlot(context, { ...lever, ...changes } as UpsertSlotInput);

  test("returns and logs it with its parts", async () => {
    const [first, second] = [
      { product: "Seal", isActive: true, qty: q(2), minQty: 0, isDefault: true },
      { product: "Ring", isActive: true, qty: q(2), minQty: 0, isDefault: false },
    ];
    const colour = { property: "The COLOUR", value: "red" };
    const made = await create({ candidates: [first, second], Properties: [colour] });
    const fields = { description: "Lever", isRequired: false, edhrBomRequired: 1, bomVersionId: 2 };
    expect(made).toMatchObject({
      ...shaft,
      ...fields,
      id: 3,
      revNo: 1,
      major: 2,
      candidates: [
        { ...seal, id: 4, bomSlotId: 3 },
        { ...ring, id: 5, bomSlotId: 3 },
      ],
      properties: [{ ...colour, bomSlotId: 3, propertyDefinitionId: 2 }],
    });
    const values = { bomSlotId: pending, propertyDefinitionId: 2, value: "red" };
    const own = { ...candidateFields, bomSlotId: pending };
    expect(logged()).toEqual([
      [
        "BomSlot 3 created",
        {
          ...slotFields,
          ...fields,
          detail: { properties: [{ property: "The COLOUR", before: null, after: "red" }] },
          parts: [{ kind: "insertPart", part: "slotProperty", values }],
        },
      ],
      versionChanged(pending, 2),
      ["SlotCandidate 4 created", own],
      ["SlotCandidate 5 created", { ...own, productId: 5, isDefault: false }],
    ]);
    expect(rows("select bom_slot_id, value from slot_property where id = 3")).toEqual([[3, "red"]]);
  });

  test("needs no parts", async () => {
    expect(await create()).toMatchObject({ id: 3, candidates: [], properties: [] });
    expect(await create({ candidates: null, Properties: null })).toMatchObject({ id: 4 });
    expect(logged()).toHaveLength(2);
  });

  test.for<[Partial<UpsertSlotInput>, refusal: Parameters<typeof atFault>]>([
    [{ ParentProductName: "None" }, ["not_found", "", "/ParentProductName"]],
    [{ bom: "None" }, ["not_found", "", "/bom"]],
    [{ version: { major: 3, minor: 0 } }, ["not_found", "", "/version"]],
    [{ buildSlotType: "None" }, ["not_found", "", "/buildSlotType"]],
    [
      { Properties: [{ property: "None", value: "" }] },
      ["not_found", "", "/Properties/0/property"],
    ],
    [{ Properties: [{ property: "The LENGTH" }] }, ["not_found", "", "/Properties/0/value"]],
  ])("is refused with %j", async ([changes, [code, , pointer]]) => {
    const refusal = { code, errors: [{ pointer }] };
    expect(await refusedWith(create(changes))).toMatchObject(refusal);
  });
});

describe("a slot that is updated", () => {
  test("must exist", async () => {
    const update = upsertSlot(context, { id: 9, description: "Lever" });
    expect(await refusedWith(update)).toEqual(noSlot("/id"));
  });

  test("changes only the fields that are sent, and merges its parts", async () => {
    const made = await upsertSlot(context, {
      id: 1,
      description: "Lever",
      candidates: [
        { product: "Pump", isActive: true, qty: q(1), minQty: 0, isDefault: false },
        { id: 2, qty: q(3) },
      ],
      Properties: [
        { property: "The COLOUR", value: "red" },
        { property: "The LENGTH", value: "6 mm" },
      ],
    });
    const added = { ...ring, id: 4, productId: 4, product: "Pump", qty: q(1) };
    expect(made).toMatchObject({
      ...shaft,
      revNo: 2,
      description: "Lever",
      candidates: [seal, { ...ring, qty: q(3) }, added],
      properties: [
        { ...length, value: "6 mm" },
        { property: "The COLOUR", value: "red" },
      ],
    });
    const { id: _id, product: _product, useUom: _useUom, ...created } = added;
    const where = { bomSlotId: 1, propertyDefinitionId: 1 };
    expect(logged()).toEqual([
      [
        "BomSlot 1 updated",
        {
          description: "Lever",
          detail: {
            properties: [
              { property: "The COLOUR", before: null, after: "red" },
              { property: "The LENGTH", before: "5 mm", after: "6 mm" },
            ],
          },
          parts: [
            {
              kind: "insertPart",
              part: "slotProperty",
              values: { bomSlotId: 1, propertyDefinitionId: 2, value: "red" },
            },
            { kind: "updatePart", part: "slotProperty", where, patch: { value: "6 mm" } },
          ],
        },
      ],
      versionChanged(1),
      ["SlotCandidate 2 updated", { qty: q(3) }],
      ["SlotCandidate 4 created", created],
    ]);
  });

  test("writes only the candidates that change, and the same changes together", async () => {
    const candidates = [
      { id: 1, qty: q(3) },
      { id: 2, qty: q(2) },
    ];
    await upsertSlot(context, { id: 1, candidates });
    expect(logged().slice(2)).toEqual([["SlotCandidate 1 updated", { qty: q(3) }]]);
    await upsertSlot(context, {
      id: 1,
      candidates: [
        { product: "Pump", isActive: true, qty: q(1), minQty: 0, isDefault: false },
        { product: "Oil", isActive: true, qty: q(1), minQty: 0, isDefault: false },
      ],
    });
    const changed = await upsertSlot(context, {
      id: 1,
      candidates: [
        { id: 1, qty: q(4) },
        { id: 2, qty: q(4), minQty: q(1) },
        { id: 4, qty: q(4) },
        { id: 5, minQty: q(1) },
      ],
    });
    expect(changed.candidates.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
    expect(logged().slice(2)).toEqual([
      ["SlotCandidate 1 updated", { qty: q(4) }],
      ["SlotCandidate 4 updated", { qty: q(4) }],
      ["SlotCandidate 2 updated", { qty: q(4), minQty: q(1) }],
      ["SlotCandidate 5 updated", { minQty: q(1) }],
    ]);
  });

  test("can move to another version of its BoM, unless it is in use", async () => {
    const moved = { id: 1, version: { major: 2, minor: 0 } };
    expect(await upsertSlot(context, moved)).toMatchObject({ bomVersionId: 2 });
    expect(logged()).toEqual([
      ["BomSlot 1 updated", { bomVersionId: 2 }],
      versionChanged(1, 2),
      versionChanged(1, 1),
    ]);
    await built();
    const back = upsertSlot(context, { id: 1, version: { major: 1, minor: 0 } });
    expect(await refusedWith(back)).toMatchObject({
      code: "in_use",
      members: { counts: { builds: 2 } },
    });
  });
});

describe("candidates", () => {
  const upsert = (...candidates: Parameters<typeof upsertCandidates>[1]["candidates"]) =>
    upsertCandidates(context, { bomSlotID: 1, candidates });
  const fresh = { product: "Pump", isActive: true, qty: q(1), minQty: 0, isDefault: true };

  test("are returned in the order of the request, then the one that is no longer the default", async () => {
    const made = await upsert({ id: 2, qty: q(3) }, fresh);
    const added = { ...seal, id: 4, productId: 4, product: "Pump", qty: q(1) };
    expect(made).toMatchObject([{ ...ring, qty: q(3) }, added, { ...seal, isDefault: false }]);
    const { id: _id, product: _product, useUom: _useUom, ...created } = added;
    expect(logged()).toEqual([
      ["BomSlot 1 candidatesChanged", {}],
      versionChanged(1),
      ["SlotCandidate 2 updated", { qty: q(3) }],
      ["SlotCandidate 1 updated", { isDefault: false }],
      ["SlotCandidate 4 created", created],
    ]);
  });

  test("can be retired", async () => {
    expect(await upsert({ id: 2, isActive: false })).toMatchObject([{ ...ring, isActive: false }]);
    expect(await upsert({ id: 2, qty: q(3) })).toMatchObject([{ isActive: false, qty: q(3) }]);
  });

  test("are not returned if the request does not have them", async () => {
    expect(await upsert({ id: 2, qty: q(3) })).toMatchObject([{ ...ring, qty: q(3) }]);
  });

  test("need a slot that exists, and have texts within their limits", async () => {
    const none = upsertCandidates(context, { bomSlotID: 9, candidates: [{ id: 1 }] });
    expect(await refusedWith(none)).toEqual(noSlot("/bomSlotID"));
    const long = upsert({ ...fresh, product: "x".repeat(51) });
    expect((await refusedWith(long)).code).toBe("validation_failed");
    database.exec(`update product set name = '${"x".repeat(51)}' where id = 1`);
    expect(await upsert({ id: 1, product: "x".repeat(51) })).toHaveLength(1);
  });

  test("keep their product once they have builds, which are counted", async () => {
    await built();
    expect(await refusedWith(upsert({ id: 1, product: "Pump" }))).toMatchObject({
      code: "fixed",
      members: { counts: { builds: 2 } },
    });
  });
});

describe("properties", () => {
  const upsert = (...properties: { property: string; value?: string }[]) =>
    upsertSlotProperties(context, { bomSlotID: 1, properties });

  test("are returned in the order of the request", async () => {
    const made = await upsert(
      { property: "the colour", value: "red" },
      { property: "the length", value: "6 mm" },
    );
    expect(made).toMatchObject([
      { property: "The COLOUR", value: "red", bomSlotId: 1 },
      { ...length, value: "6 mm" },
    ]);
    const where = { bomSlotId: 1, propertyDefinitionId: 1 };
    expect(logged()).toEqual([
      [
        "BomSlot 1 propertiesChanged",
        {
          detail: {
            properties: [
              { property: "The COLOUR", before: null, after: "red" },
              { property: "The LENGTH", before: "5 mm", after: "6 mm" },
            ],
          },
          parts: [
            {
              kind: "insertPart",
              part: "slotProperty",
              values: { bomSlotId: 1, propertyDefinitionId: 2, value: "red" },
            },
            { kind: "updatePart", part: "slotProperty", where, patch: { value: "6 mm" } },
          ],
        },
      ],
      versionChanged(1),
    ]);
    expect(relied()).toEqual([
      ["PropertyDefinition", 2, 1],
      ["PropertyDefinition", 1, 1],
    ]);
    expect(await upsert({ property: "The Length" })).toMatchObject([{ value: "6 mm" }]);
  });

  test("are each given once, for a slot that exists", async () => {
    const twice = upsert({ property: "The LENGTH" }, { property: "the length" });
    expect(await refusedWith(twice)).toEqual({
      code: "validation_failed",
      message: "A property is given twice.",
      errors: [
        {
          pointer: "/properties/1/property",
          detail: "An earlier entry has the same value.",
        },
      ],
    });
    const none = upsertSlotProperties(context, { bomSlotID: 9, properties: [] });
    expect(await refusedWith(none)).toEqual(noSlot("/bomSlotID"));
    expect((await refusedWith(upsert({ property: "None", value: "" }))).errors).toMatchObject([
      { pointer: "/properties/0/property" },
    ]);
  });
});

describe("a property that is cleared", () => {
  const clear = (property = "the length", BomSlotId = 1) =>
    clearSlotProperty(context, { BomSlotId, property });

  test("is returned and logged as it was", async () => {
    expect(await clear()).toEqual(length);
    const where = { bomSlotId: 1, propertyDefinitionId: 1 };
    expect(logged()).toEqual([
      [
        "BomSlot 1 propertyCleared",
        {
          detail: { property: "The LENGTH", value: "5 mm" },
          parts: [{ kind: "removePart", part: "slotProperty", where }],
        },
      ],
      versionChanged(1),
    ]);
    expect(relied()).toEqual([["from build where bom_slot_id", 1]]);
    expect(rows("select bom_slot_id from slot_property")).toEqual([[2]]);
  });

  test("must exist, in a slot that exists", async () => {
    expect(await refusedWith(clear("the length", 9))).toEqual(noSlot("/BomSlotId"));
    expect(await refusedWith(clear("The COLOUR"))).toEqual(
      atFault(
        "not_found",
        'The slot "Shaft" (for Seal, Ring) has no property The COLOUR.',
        "/property",
      ),
    );
  });

  test("must be in a slot that is not in use", async () => {
    await built();
    ordered("Started");
    expect(await refusedWith(clear())).toEqual({
      code: "in_use",
      message:
        'The slot "Shaft" (for Seal, Ring) is in use (builds 2, worksOrders 1). ' +
        "Its property The LENGTH can't be cleared.",
      members: { counts: { builds: 2, worksOrders: 1 } },
    });
  });
});

describe("a candidate that is deleted", () => {
  const remove = (ID = 1) => deleteCandidate(context, { ID });

  test("is returned and logged as it was", async () => {
    ordered("Created");
    expect(await remove()).toMatchObject(seal);
    expect(logged()).toEqual([
      ["BomSlot 1 candidatesChanged", {}],
      versionChanged(1),
      ["SlotCandidate 1 deleted", candidateFields],
    ]);
    expect(relied()).toEqual([["from build where candidate_id", 1]]);
    expect(rows("select id from slot_candidate")).toEqual([[2], [3]]);
  });

  test("must exist", async () => {
    const refusal = atFault("not_found", "No slot candidate has the id 9.", "/ID");
    expect(await refusedWith(remove(9))).toEqual(refusal);
  });

  test("must have no builds, in a version without started orders", async () => {
    await built();
    expect(await refusedWith(remove())).toEqual({
      code: "in_use",
      message: `The candidate Seal of "Shaft" is in use (builds 2). ${hint}`,
      members: { counts: { builds: 2 } },
    });
    ordered("Started");
    expect((await refusedWith(remove(2))).members).toEqual({ counts: { worksOrders: 1 } });
  });
});

describe("a slot that is deleted", () => {
  const remove = (ID = 1) => deleteSlot(context, { ID });

  test("is deleted with its parts, and returned as it was", async () => {
    expect(await remove()).toMatchObject({
      ...shaft,
      candidates: [seal, ring],
      properties: [length],
    });
    const other = { ...candidateFields, productId: 5, isDefault: false };
    expect(logged()).toEqual([
      versionChanged(1),
      ["SlotCandidate 1 deleted", candidateFields],
      ["SlotCandidate 2 deleted", other],
      ["BomSlot 1 deleted", { ...slotFields, properties: [length] }],
    ]);
    expect(relied()).toEqual([["from build where bom_slot_id", 1]]);
    expect(rows("select id from bom_slot")).toEqual([[2]]);
    expect(rows("select bom_slot_id from slot_property")).toEqual([[2]]);
  });

  test("must exist", async () => {
    expect(await refusedWith(remove(9))).toEqual(noSlot("/ID"));
  });

  test("must have no builds, and can be retired instead", async () => {
    await built();
    expect((await refusedWith(remove())).message).toContain(`(builds 2). ${hint}`);
  });

  test("must not be in use", async () => {
    await built();
    ordered("Completed");
    ordered("Started", "w2");
    expect(await refusedWith(remove())).toEqual({
      code: "in_use",
      message:
        'The slot "Shaft" (for Seal, Ring) is in use (builds 2, worksOrders 2). ' +
        "Copy the version with Bom/CopyVersion, and change the copy. WorksOrder/ChangeVersion then " +
        "gives it to running orders.",
      members: { counts: { builds: 2, worksOrders: 2 } },
    });
  });
});
