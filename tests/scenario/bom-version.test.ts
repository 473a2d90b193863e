import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { overtake } from "./overtake.ts";
import { patiently } from "./patiently.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

const copy = (body: Fields) => plant.put("/api/Bom/CopyVersion", body);
const slotsOf = async (bom: string, Version: string) =>
  (await plant.post("/api/BomSlot/List", { Bom: bom, Version })).body;

/** Makes a BoM of two slots: one with two candidates and a property, and an optional one without. */
async function made() {
  const [parent, seal, ring] = [
    await plant.product(),
    await plant.product({ InventoryDecimalPlaces: 3 }),
    await plant.product(),
  ];
  const bom = await plant.bom({ parentProductName: parent.Name });
  const { name: property } = await plant.done("put", "/api/PropertyDefinition/Upsert", {
    name: plant.unique("Torque"),
  });
  const here = { ParentProductName: parent.Name, bom: bom.name };
  const [first, second] = [
    await plant.slot({
      ...here,
      description: "Shaft seal",
      instruction: "Grease it.",
      candidates: [
        { product: seal.Name, isActive: true, qty: 1.5, minQty: 0.5, maxQty: 2, isDefault: true },
        { product: ring.Name, version: "B", isActive: false, qty: 1, minQty: 0, isDefault: false },
      ],
      Properties: [{ property, value: "4 Nm" }],
    }),
    await plant.slot({ ...here, description: "Label", isRequired: false, isActive: false }),
  ];
  const names = { parentProductName: parent.Name, bom: bom.name };
  return { parent, seal, ring, bom, property, first, second, names };
}

const ownIds = new Set(["id", "revNo", "bomVersionID", "bomSlotID", "slotID"]);

/** A slot without its BoM version, and without the ids and revisions of its own rows. */
const withoutIds = ({ version: _version, ...slot }: Fields): unknown =>
  JSON.parse(JSON.stringify(slot, (key, value: unknown) => (ownIds.has(key) ? undefined : value)));

describe("CopyVersion", () => {
  test("makes a draft with the same slots, candidates and properties, in one commit", async () => {
    const { bom, names } = await made();
    const { status, body } = await copy({ ...names, from: "1.0", to: "1.1" });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...bom,
      revNo: bom.revNo + 1,
      versions: [
        expect.objectContaining({ id: bom.versions[0].id, version: "1.0" }),
        { id: expect.any(Number), revNo: 1, version: "1.1", status: "Draft" },
      ],
    });
    expect((await plant.post("/api/Bom/List", { id: bom.id })).body).toEqual([body]);
    const [before, after] = [await slotsOf(bom.name, "1.0"), await slotsOf(bom.name, "1.1")];
    expect(before).toHaveLength(2);
    expect(after.map(withoutIds)).toEqual(before.map(withoutIds));
    const { body: changes } = await plant.post("/api/History/List", {
      entity: "BomVersion",
      id: body.versions[1].id,
    });
    expect(changes).toMatchObject([
      { action: "copied", detail: { bomVersionID: bom.versions[0].id } },
    ]);
  });

  test("takes names in any case, and the status that is sent", async () => {
    const { names } = await made();
    const { body } = await copy({
      parentProductName: names.parentProductName.toUpperCase(),
      bom: names.bom.toLowerCase(),
      from: "1.0",
      to: "0.9",
      status: "Released",
    });
    expect(body.versions).toMatchObject([
      { version: "0.9", status: "Released" },
      { version: "1.0", status: "Released" },
    ]);
  });

  test("copies hundreds of slots with their candidates", async () => {
    const { bom, names, seal, ring } = await made();
    const fields = { isActive: true, qty: 1, minQty: 0, isDefault: false };
    for (let count = 0; count < 210; count++) {
      await plant.slot({
        ParentProductName: names.parentProductName,
        bom: bom.name,
        candidates: [
          { ...fields, product: ring.Name },
          { ...fields, product: seal.Name },
        ],
      });
    }
    expect((await copy({ ...names, from: "1.0", to: "2.0" })).status).toBe(200);
    const [before, after] = [await slotsOf(bom.name, "1.0"), await slotsOf(bom.name, "2.0")];
    expect(after).toHaveLength(212);
    expect(after.map(withoutIds)).toEqual(before.map(withoutIds));
  });

  test("is done once if it is repeated", async () => {
    const { bom, names } = await made();
    const body = { ...names, from: "1.0", to: "1.1" };
    const key = { headers: { "Idempotency-Key": plant.unique("copy") } };
    const first = await plant.put("/api/Bom/CopyVersion", body, key);
    expect(first.status).toBe(200);
    const second = await plant.put("/api/Bom/CopyVersion", body, key);
    expect(second.body).toEqual(first.body);
    expect(await slotsOf(bom.name, "1.1")).toHaveLength(2);
  });

  test("refuses unknown names, and a number that the BoM has, and changes nothing", async () => {
    const { bom, names } = await made();
    const before = await plant.post("/api/Bom/List", { id: bom.id });
    const whole = { ...names, from: "1.0", to: "1.1" };
    const cases = [
      [{ parentProductName: "Nothing" }, "not_found", "/parentProductName"],
      [{ bom: "Nothing" }, "not_found", "/bom"],
      [{ from: "3.0" }, "not_found", "/from"],
      [{ to: "1.0" }, "duplicate", "/to"],
    ] as const;
    for (const [fields, code, pointer] of cases) {
      const status = code === "duplicate" ? 409 : 404;
      await expectRefused(plant, () => copy({ ...whole, ...fields }), [status, code, pointer]);
    }
    expect((await plant.post("/api/Bom/List", { id: bom.id })).body).toEqual(before.body);
  });

  test("finds a BoM in its own product only", async () => {
    const { names } = await made();
    const other = await plant.product();
    const body = { ...names, parentProductName: other.Name, from: "1.0", to: "1.1" };
    await expectRefused(plant, () => copy(body), [404, "not_found", "/bom"]);
  });

  test.for(["a new slot", "a new candidate", "a renamed BoM"] as const)(
    "copies %s that is written meanwhile",
    async (change) => {
      const { bom, names, first, ring } = await made();
      const writes = {
        "a new slot": () =>
          plant.slot({ ParentProductName: names.parentProductName, bom: bom.name }),
        "a new candidate": () =>
          plant.put("/api/BomSlot/UpsertCandidates", {
            bomSlotID: first.id,
            candidates: [
              { product: ring.Name, isActive: true, qty: 1, minQty: 1, isDefault: false },
            ],
          }),
        "a renamed BoM": () =>
          plant.put("/api/Bom/Upsert", { id: bom.id, description: "Described" }),
      };
      const [answer] = await overtake(
        plant,
        () => copy({ ...names, from: "1.0", to: "1.1" }),
        writes[change],
      );
      expect(answer.status).toBe(200);
      const [before, after] = [await slotsOf(bom.name, "1.0"), await slotsOf(bom.name, "1.1")];
      expect(after.map(withoutIds)).toEqual(before.map(withoutIds));
    },
  );

  test("of two copies to one number, one is refused", async () => {
    const { bom, names } = await made();
    const body = { ...names, from: "1.0", to: "1.1" };
    const outcomes = await Promise.all([copy(body), copy(body), copy(body)]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await slotsOf(bom.name, "1.1")).toHaveLength(2);
  });
});

describe("Compare", () => {
  const compare = async (body: Fields) => (await plant.post("/api/Bom/Compare", body)).body;

  test("finds no difference between a version and its copy", async () => {
    const { bom, names } = await made();
    const { body } = await copy({ ...names, from: "1.0", to: "1.1" });
    expect(await compare({ ...names, from: "1.0", to: "1.1" })).toEqual({
      from: { ...bom.versions[0], revNo: body.versions[0].revNo },
      to: body.versions[1],
      slots: [],
    });
  });

  test("names what was added, removed and changed", async () => {
    const { bom, names, first, second, seal, ring, property } = await made();
    await copy({ ...names, from: "1.0", to: "1.1" });
    const [seals, label] = await slotsOf(bom.name, "1.1");
    const [ofSeal] = seals.candidates;
    await plant.done("put", "/api/BomSlot/Upsert", {
      id: seals.id,
      instruction: null,
      candidates: [
        { id: ofSeal.id, qty: 2 },
        { product: ring.Name, isActive: true, qty: 1, minQty: 0, isDefault: false },
      ],
      Properties: [{ property, value: "5 Nm" }],
    });
    await plant.done("delete", "/api/BomSlot/Delete", { ID: label.id });
    const added = await plant.slot({
      ParentProductName: names.parentProductName,
      bom: bom.name,
      version: "1.1",
    });
    const { slots } = await compare({ ...names, from: "1.0", to: "1.1" });
    const [changed] = await slotsOf(bom.name, "1.1");
    expect(slots).toEqual([
      {
        kind: "Changed",
        from: first,
        to: changed,
        fields: ["instruction"],
        properties: [property],
        candidates: [
          {
            kind: "Changed",
            from: expect.objectContaining({ product: seal.Name, qty: 1.5 }),
            to: expect.objectContaining({ product: seal.Name, qty: 2 }),
            fields: ["qty"],
          },
          {
            kind: "Added",
            from: null,
            to: expect.objectContaining({ product: ring.Name, version: null }),
            fields: [],
          },
        ],
      },
      { kind: "Added", from: null, to: added, fields: [], properties: [], candidates: [] },
      { kind: "Removed", from: second, to: null, fields: [], properties: [], candidates: [] },
    ]);
  });

  test("counts every slot as added if there is no earlier version", async () => {
    const { names, first, second } = await made();
    const comparison = await compare({ ...names, to: "1.0" });
    expect(comparison).toMatchObject({ from: null, to: { version: "1.0" } });
    expect(comparison.slots).toMatchObject([
      { kind: "Added", from: null, to: first },
      { kind: "Added", from: null, to: second },
    ]);
  });

  test("refuses versions that the BoM does not have", async () => {
    const { names } = await made();
    for (const [fields, pointer] of [
      [{ from: "9.0", to: "1.0" }, "/from"],
      [{ from: "1.0", to: "9.0" }, "/to"],
    ] as const) {
      const send = () => plant.post("/api/Bom/Compare", { ...names, ...fields });
      await expectRefused(plant, send, [404, "not_found", pointer]);
    }
  });
});

test("of 64 callers that copy a version and write its slot, each copy has the slot as one write left it", async () => {
  const { bom, first, names } = await made();
  const write = (nth: number) =>
    plant.put("/api/BomSlot/Upsert", {
      id: first.id,
      instruction: `Torque ${nth}`,
      candidates: first.candidates.map(({ id }: { id: number }) => ({
        id,
        qty: (100 + nth) / 100,
      })),
    });
  expect((await write(0)).status).toBe(200);
  const { answers } = await plant.race(64, (nth) =>
    patiently(() => (nth % 2 === 0 ? write(nth) : copy({ ...names, from: "1.0", to: `2.${nth}` }))),
  );
  expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
  const numbers = answers.flatMap((_, nth) => (nth % 2 === 1 ? [`2.${nth}`] : []));
  for (const number of numbers) {
    const slots = await slotsOf(bom.name, number);
    expect(slots).toHaveLength(2);
    const nth = Number(slots[0].instruction.slice("Torque ".length));
    expect(slots[0].candidates).toMatchObject([
      { qty: (100 + nth) / 100 },
      { qty: (100 + nth) / 100 },
    ]);
    expect(slots[0].Properties).toHaveLength(1);
  }
  const { body } = await plant.post("/api/Bom/List", { name: bom.name });
  expect(body[0].versions).toHaveLength(1 + numbers.length);
  expect(body[0].revNo).toBe(bom.revNo + numbers.length);
  expect((await plant.post("/api/Audit/Verify", {})).body).toMatchObject({ findings: [] });
});
