import { beforeEach, describe, expect, test } from "vitest";
import { clearSlotProperty } from "../../src/bom-slot/clear-property.ts";
import { deleteCandidate } from "../../src/bom-slot/delete-candidate.ts";
import { deleteSlot } from "../../src/bom-slot/delete.ts";
import { upsertCandidates } from "../../src/bom-slot/upsert-candidates.ts";
import type { CandidateInput } from "../../src/bom-slot/candidates.ts";
import { upsertSlotProperties } from "../../src/bom-slot/upsert-properties.ts";
import type { UpsertSlotInput } from "../../src/bom-slot/upsert.facts.ts";
import { upsertSlot } from "../../src/bom-slot/upsert.ts";
import { q } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

let { database, context, rows } = openPlant();

beforeEach(() => {
  ({ database, context, rows } = openPlant());
  database.exec("delete from slot_candidate where bom_slot_id = 2");
});

// Slot 1 is in version 1 (1.0) of BoM 1, Main, of product 4, Pump. Version 2 is 2.0 of that BoM,
// version 3 is 1.0 of Past of Pump, and version 4 is 1.0 of Main of Seal.
type Changes = Omit<UpsertSlotInput, "id">;
const update = (changes: Changes) => upsertSlot(context, { id: 1, ...changes });
const listed = {
  ParentProductName: "Pump",
  parentProductID: 4,
  bom: "Main",
  bomID: 1,
  version: { major: 1, minor: 0 },
  bomVersionID: 1,
  buildSlotType: "The FIT",
  buildSlotTypeID: 1,
};
const changesLogged = () => rows("select count(*) from change_log");

describe("the place of a slot", () => {
  test("is kept where it is sent back as it was read", async () => {
    const before = changesLogged();
    expect(await update(listed)).toMatchObject({ revNo: 1, bomVersionId: 1 });
    expect(changesLogged()).toEqual(before);
  });

  test.for<[Changes, version: number]>([
    [{ bomVersionID: 2 }, 2],
    [{ ...listed, bomVersionID: 2 }, 2],
    [{ ...listed, version: { major: 2, minor: 0 } }, 2],
    [{ ...listed, version: { major: 2, minor: 0 }, bomVersionID: 2 }, 2],
    [{ ...listed, bomVersionID: 4 }, 4],
    [{ ...listed, bomID: 3 }, 4],
    [{ ...listed, parentProductID: 1 }, 4],
    [{ ...listed, ParentProductName: "Seal" }, 4],
    [{ ...listed, ParentProductName: "Seal", parentProductID: 1, bomID: 3, bomVersionID: 4 }, 4],
  ])("is changed by %j to that of version %i", async ([changes, bomVersionId]) => {
    expect(await update(changes)).toMatchObject({ revNo: 2, bomVersionId });
    expect(rows("select bom_version_id from bom_slot where id = 1")).toEqual([[bomVersionId]]);
  });

  test.for<[Changes, code: string, ...pointers: string[]]>([
    [{ ...listed, bomVersionID: 9 }, "not_found", "/bomVersionID"],
    [{ ...listed, bomID: 9, parentProductID: 8 }, "not_found", "/bomID", "/parentProductID"],
    [{ ...listed, bomID: 5 }, "not_found", "/bomID"],
    [{ ...listed, bomVersionID: 2, bom: "Past" }, "details_contradict", "/bomVersionID", "/bom"],
    [{ ...listed, bomID: 3, bomVersionID: 2 }, "details_contradict", "/bomVersionID", "/bomID"],
    [
      { ...listed, parentProductID: 1, ParentProductName: "Ring" },
      "details_contradict",
      "/parentProductID",
      "/ParentProductName",
    ],
    [
      { ...listed, bomVersionID: 2, version: { major: 3, minor: 0 } },
      "details_contradict",
      "/bomVersionID",
      "/version",
    ],
    [{ ...listed, bomVersionID: 3 }, "inactive", "/bomVersionID"],
    [{ buildSlotTypeID: 9 }, "not_found", "/buildSlotTypeID"],
  ])("is refused where it is %j (%s)", async ([changes, code, ...pointers]) => {
    const { errors, ...refusal } = await refusedWith(update(changes));
    expect(refusal.code).toBe(code);
    expect(errors?.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test("of a new slot is that of its names and of its ids", async () => {
    const lever = {
      description: "Lever",
      isActive: true,
      isRequired: false,
      edhrBomRequired: 0,
      edhrBuildRequired: 0,
      ...listed,
    };
    expect(await upsertSlot(context, lever)).toMatchObject({ id: 3, bomVersionId: 1 });
    const wrong = { ...lever, bomVersionID: 2 };
    expect(await refusedWith(upsertSlot(context, wrong))).toMatchObject({
      code: "details_contradict",
      errors: [{ pointer: "/bomVersionID" }, { pointer: "/version" }],
    });
  });
});

describe("the product and the unit of a candidate", () => {
  const upsert = (entry: object) =>
    upsertCandidates(context, { bomSlotID: 2, candidates: [entry as CandidateInput] });
  const ring = { isActive: true, qty: q(1), minQty: 0, isDefault: false };
  const make = async () => {
    const [made] = await upsert({ ...ring, product: "Ring" });
    return { id: made!.id, product: "Ring", productID: 5, useUom: null, useUomID: null, qty: q(1) };
  };

  test.for<[changes: object, productId: number, useUomId: number | null]>([
    [{ productID: 1 }, 1, null],
    [{ product: "Seal" }, 1, null],
    [{ product: "Seal", productID: 1 }, 1, null],
    [{ useUomID: 1 }, 5, 1],
    [{ useUom: "The EACH" }, 5, 1],
  ])("follow %j", async ([changes, productId, useUomId]) => {
    const sent = await make();
    const [candidate] = await upsert({ ...sent, ...changes });
    expect(candidate).toMatchObject({ productId, useUomId, revNo: 2 });
  });

  test.for<[changes: object, code: string, ...fields: string[]]>([
    [{ product: "Seal", productID: 2 }, "details_contradict", "productID", "product"],
    [{ productID: 9 }, "not_found", "productID"],
    [{ useUomID: 9 }, "not_found", "useUomID"],
    [{ productID: 3 }, "inactive", "productID"],
  ])("are refused where they become %j", async ([changes, code, ...fields]) => {
    const sent = await make();
    const pointers = fields.map((field) => ({ pointer: `/candidates/0/${field}` }));
    expect(await refusedWith(upsert({ ...sent, ...changes }))).toMatchObject({
      code,
      errors: pointers,
    });
  });

  test("are sent back as they were read without a new revision", async () => {
    const sent = await make();
    const before = changesLogged();
    expect(await upsert(sent)).toMatchObject([{ id: sent.id, revNo: 1 }]);
    expect(changesLogged()).toEqual(before);
  });

  test("of a candidate that has changed are refused at its older revision, with the slot", async () => {
    const sent = await make();
    await upsert({ ...sent, qty: q(2) });
    const stale = upsert({ ...sent, qty: q(3), revNo: 1 });
    const caught: unknown = await stale.catch((error: unknown) => error);
    expect(caught).toMatchObject({
      code: "stale_revision",
      message: `Candidate ${sent.id} of slot 2 is at revision 2.`,
      extras: { errors: [{ pointer: "/candidates/0/revNo" }] },
      entity: "BomSlot",
      current: { id: 2, candidates: [{ id: sent.id, qty: q(2) }] },
    });
    expect(await upsert({ ...sent, qty: q(2), revNo: 1 })).toMatchObject([{ revNo: 2 }]);
    expect(await upsert({ ...sent, qty: q(3), revNo: 2 })).toMatchObject([{ revNo: 3 }]);
  });
});

describe("a property", () => {
  const upsert = (propertyID: number, value = "1 mm") =>
    upsertSlotProperties(context, {
      bomSlotID: 2,
      properties: [{ property: "the length", propertyID, value }],
    });

  test("has the id of its name", async () => {
    expect(await upsert(1)).toMatchObject([{ propertyDefinitionId: 1, value: "1 mm" }]);
    expect(await refusedWith(upsert(2))).toMatchObject({
      code: "details_contradict",
      errors: [{ pointer: "/properties/0/propertyID" }, { pointer: "/properties/0/property" }],
    });
    expect(await refusedWith(upsert(9))).toMatchObject({
      code: "not_found",
      errors: [{ pointer: "/properties/0/propertyID" }],
    });
  });

  test("that has its value already gives the slot no revision", async () => {
    await upsert(1);
    const before = changesLogged();
    expect(await upsert(1)).toMatchObject([{ value: "1 mm" }]);
    expect(changesLogged()).toEqual(before);
    await upsert(1, "2 mm");
    expect(rows("select rev_no from bom_slot where id = 2")).toEqual([[3]]);
  });
});

describe("a slot at an older revision", () => {
  beforeEach(async () => {
    await update({ description: "Newer" });
  });

  test.for<[verb: string, (revNo: number) => Promise<unknown>]>([
    ["is not updated", (revNo) => upsertSlot(context, { id: 1, revNo, description: "Mine" })],
    ["is not deleted", (revNo) => deleteSlot(context, { ID: 1, revNo })],
    [
      "gets no candidates",
      (revNo) =>
        upsertCandidates(context, { bomSlotID: 1, revNo, candidates: [{ id: 1, qty: q(1) }] }),
    ],
    [
      "gets no properties",
      (revNo) =>
        upsertSlotProperties(context, {
          bomSlotID: 1,
          revNo,
          properties: [{ property: "The LENGTH", value: "9 mm" }],
        }),
    ],
    [
      "keeps its properties",
      (revNo) => clearSlotProperty(context, { BomSlotId: 1, revNo, property: "The LENGTH" }),
    ],
  ])("%s", async ([, verb]) => {
    const caught: unknown = await verb(1).catch((error: unknown) => error);
    expect(caught).toMatchObject({
      code: "stale_revision",
      message: "Slot 1 is at revision 2.",
      entity: "BomSlot",
      current: { id: 1, revNo: 2, description: "Newer" },
    });
    await expect(verb(2)).resolves.toBeDefined();
  });

  test("keeps a candidate that has changed", async () => {
    await upsertCandidates(context, { bomSlotID: 1, candidates: [{ id: 2, qty: q(3) }] });
    const caught: unknown = await deleteCandidate(context, { ID: 2, revNo: 1 }).catch(
      (error: unknown) => error,
    );
    expect(caught).toMatchObject({
      code: "stale_revision",
      message: "Candidate 2 is at revision 2.",
      entity: "SlotCandidate",
      current: { id: 2, revNo: 2, qty: q(3) },
    });
    expect(await deleteCandidate(context, { ID: 2, revNo: 2 })).toMatchObject({ id: 2 });
  });
});
