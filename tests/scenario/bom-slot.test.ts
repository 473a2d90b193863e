import { beforeAll, describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";
import { candidateOf, slotMaker, versions } from "./whole-slot.ts";

const plant = await openPlant();
const { assembly, property, wholeSlot, startOrder } = slotMaker(plant);

type Fields = Readonly<Record<string, unknown>>;

const upsert = (body: Fields) => plant.put("/api/BomSlot/Upsert", body);
const remove = (ID: number) => plant.delete("/api/BomSlot/Delete", { ID });
const list = async (filter: Fields) => (await plant.post("/api/BomSlot/List", filter)).body;
const idsOf = (slots: readonly { id: number }[]) => slots.map(({ id }) => id);

/** Builds 2 of the slot's first candidate into a received item of its parent product. */
async function buildOn(slot: { ParentProductName: string; candidates: { product: string }[] }) {
  const parent = await plant.receive({ productName: slot.ParentProductName, qty: 1 });
  const child = await plant.receive({ productName: slot.candidates[0]!.product, qty: 9 });
  const serials = { parentSerialNo: parent.visualSerialNo, childSerialNo: child.visualSerialNo };
  await plant.done("put", "/api/Build/Build", {
    ...serials,
    builtQty: 2,
    receiveAtPointOfConsumption: false,
  });
  return serials;
}

describe("Upsert", () => {
  test("creates a slot with its candidates and properties in one commit", async () => {
    const { slot, seal, property: name, product, bom } = await wholeSlot();
    expect(slot).toMatchObject({
      ParentProductName: product.Name,
      parentProductID: product.ID,
      bom: bom.name,
      bomID: bom.id,
      version: "1.0",
      bomVersionID: bom.versions[0].id,
      candidates: [{ bomSlotID: slot.id, product: seal.Name, productID: seal.ID, qty: 2 }],
      Properties: [{ property: name, slotID: slot.id, value: "4 Nm" }],
    });
    expect(await list({ Id: slot.id })).toEqual([slot]);
    const log = await plant.sql(
      `select count(distinct operation_id) as operations from change_log
      where entity = 'BomSlot' and entity_id = ? or entity = 'SlotCandidate' and entity_id = ?`,
      slot.id,
      slot.candidates[0].id,
    );
    expect(log).toEqual([{ operations: 1 }]);
  });

  test("takes verbatim what List returned, and changes nothing", async () => {
    const { slot } = await wholeSlot({ instruction: "Grease it.", edhrBomRequired: 2.5 });
    const { status, body } = await upsert(slot);
    expect([status, body]).toEqual([200, slot]);
    expect(await list({ Id: slot.id })).toEqual([slot]);
  });

  test("merges candidates by id and properties by name, and deletes none", async () => {
    const { slot, property: torque } = await wholeSlot();
    const ring = await plant.product();
    const colour = await property();
    const [candidate] = slot.candidates;
    const { body } = await upsert({
      id: slot.id,
      candidates: [candidateOf(ring.Name), { id: candidate.id, qty: 5 }],
      Properties: [{ property: colour, value: "Blue" }],
    });
    expect(body.candidates).toEqual([
      { ...candidate, revNo: 2, qty: 5 },
      expect.objectContaining({ product: ring.Name, bomSlotID: slot.id }),
    ]);
    expect(body.Properties).toMatchObject([
      { property: torque, value: "4 Nm" },
      { property: colour, value: "Blue" },
    ]);
    expect(await list({ Id: slot.id })).toEqual([body]);
    for (const nothing of [[], null]) {
      const untouched = await upsert({ id: slot.id, candidates: nothing, Properties: nothing });
      expect([untouched.status, untouched.body]).toEqual([200, body]);
    }
  });

  test("a slot follows renamed units, slot types and properties", async () => {
    const { slot, seal, property: name } = await wholeSlot();
    await plant.done("put", "/api/Product/Upsert", { ID: seal.ID, Name: `${seal.Name}, new` });
    const [found] = (await plant.post("/api/PropertyDefinition/List", { name })).body;
    await plant.done("put", "/api/PropertyDefinition/Upsert", { id: found.id, name: `${name}!` });
    const [renamed] = await list({ Id: slot.id });
    expect(renamed.candidates[0].product).toBe(`${seal.Name}, new`);
    expect(renamed.Properties[0].property).toBe(`${name}!`);
  });

  test("an id that no slot has is 404", async () => {
    await expectRefused(plant, () => upsert({ id: 9_999_999_999, isActive: false }), [
      404,
      "not_found",
      "/id",
    ]);
  });

  describe("names", () => {
    let base: Record<string, string>;

    beforeAll(async () => {
      const { ParentProductName, bomName } = await assembly();
      const seal = await plant.product();
      base = { ParentProductName, bom: bomName, seal: seal.Name };
    });

    const body = (fields: Fields = {}) => {
      const { seal: _seal, ...place } = base;
      return {
        ...place,
        version: "1.0",
        description: "Seals",
        buildSlotType: "Assembly",
        isActive: true,
        isRequired: true,
        edhrBomRequired: 0,
        edhrBuildRequired: 0,
        ...fields,
      };
    };

    test.for<[string, () => Fields, string]>([
      ["parent product", () => ({ ParentProductName: "Nothing" }), "/ParentProductName"],
      [
        "parent product of that case",
        () => ({ ParentProductName: base.ParentProductName!.toUpperCase() }),
        "/ParentProductName",
      ],
      ["BoM", () => ({ bom: "Nothing" }), "/bom"],
      ["BoM of that case", () => ({ bom: base.bom!.toUpperCase() }), "/bom"],
      ["version", () => ({ version: "9.0" }), "/version"],
      ["slot type", () => ({ buildSlotType: "Nothing" }), "/buildSlotType"],
      ["slot type of that case", () => ({ buildSlotType: "assembly" }), "/buildSlotType"],
      ["product", () => ({ candidates: [candidateOf("Nothing")] }), "/candidates/0/product"],
      [
        "product of that case",
        () => ({ candidates: [candidateOf(base.seal!.toUpperCase())] }),
        "/candidates/0/product",
      ],
      [
        "unit",
        () => ({ candidates: [candidateOf(base.seal!, { useUom: "Nothing" })] }),
        "/candidates/0/useUom",
      ],
      [
        "unit of that case",
        () => ({ candidates: [candidateOf(base.seal!, { useUom: "EACH" })] }),
        "/candidates/0/useUom",
      ],
      [
        "property definition",
        () => ({ Properties: [{ property: "Nothing", value: "x" }] }),
        "/Properties/0/property",
      ],
    ])("a %s that does not exist is 404", async ([, fields, pointer]) => {
      const refusal = [404, "not_found", pointer] as const;
      await expectRefused(plant, () => upsert(body(fields())), refusal);
      const slot = await plant.slot({ ParentProductName: base.ParentProductName!, bom: base.bom! });
      await expectRefused(plant, () => upsert({ id: slot.id, ...fields() }), refusal);
    });

    test("the property's name is case sensitive", async () => {
      const name = await property();
      const Properties = [{ property: name.toUpperCase(), value: "x" }];
      await expectRefused(plant, () => upsert(body({ Properties })), [404, "not_found"]);
    });

    test("a candidate of another slot is 404", async () => {
      const { slot: other } = await wholeSlot();
      const slot = await plant.slot({ ParentProductName: base.ParentProductName!, bom: base.bom! });
      for (const id of [other.candidates[0].id, 9_999_999_999]) {
        const candidates = [{ ...candidateOf(base.seal!), id }];
        const refusal = [404, "not_found", "/candidates/0/id"] as const;
        await expectRefused(plant, () => upsert({ id: slot.id, candidates }), refusal);
        await expectRefused(plant, () => upsert(body({ candidates })), refusal);
      }
    });

    test("a property that is not set yet needs a value", async () => {
      const { slot, property: torque } = await wholeSlot();
      const colour = await property();
      const without = (name: string) => upsert({ id: slot.id, Properties: [{ property: name }] });
      expect((await without(torque)).body).toEqual(slot);
      await expectRefused(plant, () => without(colour), [404, "not_found", "/Properties/0/value"]);
    });

    test.for([
      ["BuildSlotType", (name: string) => ({ buildSlotType: name })],
      [
        "UnitOfMeasure",
        (name: string) => ({ candidates: [candidateOf(base.seal!, { useUom: name })] }),
      ],
      ["PropertyDefinition", (name: string) => ({ Properties: [{ property: name, value: "x" }] })],
    ] as const)(
      "a retired %s is kept, and not accepted for a new use",
      async ([resource, fields]) => {
        const name = plant.unique("Old");
        const dimension = resource === "UnitOfMeasure" ? { dimension: "count" } : {};
        const record = await plant.done("put", `/api/${resource}/Upsert`, { name, ...dimension });
        const slot = (await upsert(body(fields(name)))).body;
        await plant.done("put", `/api/${resource}/Upsert`, { id: record.id, isActive: false });
        await expectRefused(plant, () => upsert(body(fields(name))), [409, "inactive"]);
        expect((await upsert(slot)).body).toEqual(slot);
      },
    );

    test.for<["Bom" | "Product", retired: Fields]>([
      ["Bom", { isActive: false }],
      ["Product", { IsActive: false }],
    ])(
      "a retired parent %s keeps its slots, and accepts no new one",
      async ([resource, retired]) => {
        const { slot, product, bom } = await wholeSlot();
        const { slot: other } = await wholeSlot();
        const named = resource === "Bom" ? { id: bom.id } : { ID: product.ID };
        await plant.done("put", `/api/${resource}/Upsert`, { ...named, ...retired });
        const { ParentProductName, bom: name, version } = slot;
        const place = { ParentProductName, bom: name, version };
        const inactive = [409, "inactive"] as const;
        await expectRefused(plant, () => upsert(body(place)), inactive);
        await expectRefused(plant, () => upsert({ id: other.id, ...place }), inactive);
        const kept = { ...slot, description: "Kept", version: "1.1" };
        expect((await upsert(kept)).body).toMatchObject({ description: "Kept", version: "1.1" });
      },
    );

    test("400 comes before 404, and 404 before 409", async () => {
      const { slot } = await wholeSlot();
      const [{ id }] = slot.candidates;
      const missing = { buildSlotType: "Nothing", candidates: [{ id, minQty: 90 }] };
      await expectRefused(plant, () => upsert({ id: slot.id, ...missing }), [404, "not_found"]);
      const tooLong = { ...missing, ParentProductName: "x".repeat(51) };
      await expectRefused(plant, () => upsert({ id: slot.id, ...tooLong }), [
        400,
        "validation_failed",
        "/ParentProductName",
      ]);
      await expectRefused(plant, () => upsert({ id: slot.id, candidates: missing.candidates }), [
        409,
        "quantity_range",
        "/candidates/0/minQty",
      ]);
    });
  });

  test("keeps a parent product whose name has grown beyond the limit", async () => {
    const { slot, product } = await wholeSlot();
    const Name = `${"é".repeat(100)}${product.Name}`;
    await plant.done("put", "/api/Product/Upsert", { ID: product.ID, Name });
    const [renamed] = await list({ Id: slot.id });
    expect(renamed.ParentProductName).toBe(Name);
    expect((await upsert(renamed)).body).toEqual(renamed);
  });

  test("the parent product itself may be a candidate", async () => {
    const { ParentProductName, bomName: bom } = await assembly();
    const candidates = [candidateOf(ParentProductName)];
    const slot = await plant.slot({ ParentProductName, bom, candidates });
    expect(slot.candidates).toMatchObject([{ product: ParentProductName }]);
  });

  test.for([
    ["g", "kg", 2500, 200, undefined],
    ["g", "kg", 2500.5, 200, undefined],
    ["kg", "g", 1.5, 200, undefined],
    ["each", "kg", 1, 409, "unit_mismatch"],
  ] as const)("%s of a product in %s: %d is %d", async ([useUom, BaseUnit, qty, status, code]) => {
    const { ParentProductName, bomName: bom } = await assembly();
    const { Name } = await plant.product({ BaseUnit, InventoryDecimalPlaces: 3 });
    const body = {
      ParentProductName,
      bom,
      version: "1.0",
      description: "Grease",
      buildSlotType: "Consumable",
      isActive: true,
      isRequired: false,
      edhrBomRequired: 0,
      edhrBuildRequired: 0,
      candidates: [candidateOf(Name, { useUom, qty, minQty: 0 })],
    };
    const answer = await upsert(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    const stored = (await list({ Bom: bom })).map((slot: typeof body) => slot.candidates[0]);
    expect(stored).toMatchObject(status === 200 ? [{ useUom, qty }] : []);
  });

  test("takes effect once for each Idempotency-Key", async () => {
    const { ParentProductName, bomName: bom } = await assembly();
    const { Name } = await plant.product();
    const template = await plant.slot({ ParentProductName, bom });
    const { id: _id, revNo: _revNo, ...body } = template;
    const request = { ...body, candidates: [candidateOf(Name)] };
    const headers = { "Idempotency-Key": plant.unique("key") };
    const first = await plant.put("/api/BomSlot/Upsert", request, { headers });
    const again = await plant.put("/api/BomSlot/Upsert", request, { headers });
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect(await list({ Bom: bom })).toEqual([template, first.body]);
  });
});

describe("a move to another BoM version", () => {
  test("moves an unused slot with its parts, by any field of the place", async () => {
    const { slot, bom } = await wholeSlot();
    const { body: moved } = await upsert({ id: slot.id, version: "1.1" });
    const bomVersionID = bom.versions[1].id;
    expect(moved).toEqual({ ...slot, revNo: 2, version: "1.1", bomVersionID });
    const other = await plant.bom({ parentProductName: slot.ParentProductName, versions });
    const { body: elsewhere } = await upsert({ id: slot.id, bom: other.name });
    expect(elsewhere).toMatchObject({ bom: other.name, bomID: other.id, version: "1.1" });
    const product = await plant.product();
    await plant.bom({ parentProductName: product.Name, name: other.name, versions });
    const { body: last } = await upsert({ id: slot.id, ParentProductName: product.Name });
    expect(last).toMatchObject({ ParentProductName: product.Name, parentProductID: product.ID });
    expect(await list({ Id: slot.id })).toEqual([last]);
  });

  test("changes both versions, so that a write that relies on one of them notices", async () => {
    const { slot, bom } = await wholeSlot();
    const revisions = () =>
      plant.sql("select rev_no from bom_version where bom_id = ? order by id", bom.id);
    const before = await revisions();
    await upsert({ id: slot.id, version: "1.1" });
    const after = before.map(({ rev_no }) => ({ rev_no: Number(rev_no) + 1 }));
    expect(await revisions()).toEqual(after);
  });

  test("is refused for a slot that was built into, even if everything was removed", async () => {
    const { slot } = await wholeSlot();
    const { parentSerialNo, childSerialNo } = await buildOn(slot);
    const removal = { parentSerialNo, childSerialNo, removeQty: 2, reasonSUID: "REWORK" };
    await plant.done("put", "/api/Build/Remove", removal);
    const problem = await expectRefused(plant, () => upsert({ id: slot.id, version: "1.1" }), [
      409,
      "in_use",
    ]);
    expect(problem.counts).toEqual({ builds: 1 });
    expect((await upsert({ ...slot, isActive: false })).status).toBe(200);
  });

  test("is refused for a slot whose version a started works order pins", async () => {
    const { slot } = await wholeSlot();
    await startOrder(slot);
    const problem = await expectRefused(plant, () => upsert({ id: slot.id, version: "1.1" }), [
      409,
      "in_use",
    ]);
    expect(problem.counts).toEqual({ worksOrders: 1 });
  });
});

describe("Delete", () => {
  test("deletes an unused slot with its parts, and returns its last state", async () => {
    const { slot } = await wholeSlot();
    const { status, body } = await remove(slot.id);
    expect([status, body]).toEqual([200, slot]);
    expect(await list({ Id: slot.id })).toEqual([]);
    for (const part of ["ListCandidates", "ListProperties"]) {
      expect((await plant.post(`/api/BomSlot/${part}`, { bomSlotID: slot.id })).body).toEqual([]);
    }
    const log = await plant.sql(
      "select entity, action from change_log where entity_id = ? and entity = 'BomSlot'",
      slot.id,
    );
    expect(log.at(-1)).toEqual({ entity: "BomSlot", action: "deleted" });
    await expectRefused(plant, () => remove(slot.id), [404, "not_found", "/ID"]);
  });

  test("is refused for a slot that was built into, with the hint to retire it", async () => {
    const { slot } = await wholeSlot();
    await buildOn(slot);
    const problem = await expectRefused(plant, () => remove(slot.id), [409, "in_use"]);
    expect(problem.counts).toEqual({ builds: 1 });
    expect(problem.detail).toContain("isActive");
  });

  test.for(["Started", "Completed"])("is refused while a works order is %s", async (state) => {
    const { slot } = await wholeSlot({ isRequired: false });
    const orderNo = await startOrder(slot);
    if (state === "Completed") await plant.done("put", "/api/WorksOrder/Complete", { orderNo });
    const problem = await expectRefused(plant, () => remove(slot.id), [409, "in_use"]);
    expect(problem.counts).toEqual({ worksOrders: 1 });
  });

  test("is done before a works order is started, and after it is cancelled", async () => {
    const { slot } = await wholeSlot();
    await plant.worksOrder({ productName: slot.ParentProductName, bom: slot.bom });
    const orderNo = await startOrder(slot);
    await plant.done("put", "/api/WorksOrder/Cancel", { orderNo });
    expect((await remove(slot.id)).status).toBe(200);
  });
});

describe("List", () => {
  interface Listed {
    id: number;
    ParentProductName: string;
    bom: string;
    isActive: boolean;
  }
  let slots: Listed[];
  let mine: Fields;
  let slotType: string;

  beforeAll(async () => {
    const { ParentProductName, bomName: bom } = await assembly();
    ({ name: slotType } = await plant.done("put", "/api/BuildSlotType/Upsert", {
      name: plant.unique("Weld"),
    }));
    mine = { Product: ParentProductName };
    const place = { ParentProductName, bom };
    slots = [
      await plant.slot(place),
      await plant.slot({ ...place, version: "1.1" }),
      await plant.slot({ ...place, isActive: false }),
      await plant.slot({ ...place, isRequired: false }),
      await plant.slot({ ...place, buildSlotType: slotType }),
    ];
    await wholeSlot();
  });

  test.for<[string, () => Fields, number[]]>([
    ["Id", () => ({ Id: slots[1]!.id }), [1]],
    ["Product", () => ({ ...mine }), [0, 1, 2, 3, 4]],
    [
      "Product, in any case",
      () => ({ Product: slots[0]!.ParentProductName.toUpperCase() }),
      [0, 1, 2, 3, 4],
    ],
    ["Bom", () => ({ Bom: slots[0]!.bom }), [0, 1, 2, 3, 4]],
    ["Bom, whatever its case", () => ({ Bom: slots[0]!.bom.toLowerCase() }), [0, 1, 2, 3, 4]],
    ["Version", () => ({ ...mine, Version: "1.1" }), [1]],
    ["Version as an object", () => ({ ...mine, Version: { major: 1, minor: 1 } }), [1]],
    ["slotType", () => ({ slotType }), [4]],
    ["slotType, whatever its case", () => ({ slotType: slotType.toUpperCase() }), [4]],
    ["isActive true", () => ({ ...mine, isActive: true }), [0, 1, 3, 4]],
    ["isActive false", () => ({ ...mine, isActive: false }), [2]],
    ["isRequired true", () => ({ ...mine, isRequired: true }), [0, 1, 2, 4]],
    ["isRequired false", () => ({ ...mine, isRequired: false }), [3]],
    [
      "all together",
      () => ({
        Id: slots[0]!.id,
        ...mine,
        Bom: slots[0]!.bom,
        Version: "1.0",
        slotType: "Assembly",
        isActive: true,
        isRequired: true,
      }),
      [0],
    ],
    ["a part of a name", () => ({ Bom: slots[0]!.bom.slice(0, -1) }), []],
    ["filters that contradict", () => ({ Id: slots[0]!.id, isActive: false }), []],
  ])("matches %s", async ([, filter, expected]) => {
    expect(await list(filter())).toEqual(expected.map((index) => slots[index]));
  });

  test("returns every slot by id if there is no filter", async () => {
    const all = idsOf(await list({}));
    expect(all).toEqual(all.toSorted((left, right) => left - right));
    expect(all).toEqual(expect.arrayContaining(idsOf(slots)));
  });

  test("comes in pages", async () => {
    const first = await plant.post("/api/BomSlot/List?limit=3", mine);
    expect(first.body).toEqual(slots.slice(0, 3));
    const next = /<(.+)>; rel="next"/.exec(first.headers.get("Link")!)![1]!;
    const second = await plant.post(next, mine);
    expect(second.body).toEqual(slots.slice(3));
    expect(second.headers.get("Link")).toBeNull();
  });

  test.skipIf(!plant.database.batches)("takes one round trip", async () => {
    const trips = plant.database.batches!.roundTrips;
    const { reads } = trips;
    await list(mine);
    expect(trips.reads - reads).toBe(1);
  });
});

test.skipIf(!plant.database.batches)(
  "a slot with its parts is written in two round trips",
  async () => {
    const trips = plant.database.batches!.roundTrips;
    const { slot } = await wholeSlot();
    const before = { ...trips };
    await upsert({ ...slot, isRequired: false });
    expect(trips).toEqual({ reads: before.reads + 1, writes: before.writes + 1 });
  },
);
