import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { catalogRequests, resources } from "./catalog-resources.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

const { upsert, list, remove, create } = catalogRequests(plant);

const changes = async () => {
  const [row] = await plant.sql("select count(*) as n from change_log");
  return row!["n"];
};

describe.for(resources)("%s", ([resource, , , , extras]) => {
  test("a name alone creates a record with every default", async () => {
    const name = plant.unique("Name");
    const { status, body } = await upsert(resource, { name });
    expect(status).toBe(200);
    const { id, ...fields } = body;
    expect(id).toBeGreaterThan(0);
    expect(fields).toEqual({
      revNo: 1,
      suid: null,
      name,
      description: null,
      isActive: true,
      ...extras(name),
    });
    expect((await list(resource, { id })).body).toEqual([body]);
  });

  test("a SUID alone is the name too", async () => {
    const suid = plant.unique("SUID");
    const { body } = await upsert(resource, { suid });
    expect(body).toMatchObject({ suid, name: suid, ...extras(suid) });
  });

  test("an update keeps what is absent, and null clears what is optional", async () => {
    const suid = plant.unique("S");
    const made = await create(resource, { suid, name: plant.unique("N"), description: "Words" });
    const kept = await upsert(resource, { id: made.id, isActive: false });
    expect(kept.body).toEqual({ ...made, revNo: 2, isActive: false });
    const cleared = await upsert(resource, { id: made.id, suid: null, description: null });
    const nulls = { suid: null, description: null };
    expect(cleared.body).toEqual({ ...made, revNo: 3, isActive: false, ...nulls });
    expect((await list(resource, { id: made.id })).body).toEqual([cleared.body]);
    const { body: bySuid } = await list(resource, { suid });
    expect(bySuid).toEqual([]);
  });

  test("an upsert accepts verbatim what a list returned", async () => {
    const made = await create(resource, { suid: plant.unique("S"), description: "Words" });
    const [listed] = (await list(resource, { id: made.id })).body;
    const { status, body } = await upsert(resource, listed);
    expect(status).toBe(200);
    expect(body).toEqual(made);
  });

  test("a list is filtered by each field, text without regard to case", async () => {
    const suid = plant.unique("Straße-S");
    const name = plant.unique("Straße-N");
    const made = await create(resource, { suid, name, isActive: false });
    expect((await list(resource, { suid: suid.toUpperCase() })).body).toEqual([made]);
    expect((await list(resource, { name: name.toUpperCase() })).body).toEqual([made]);
    expect((await list(resource, { id: made.id, isActive: false })).body).toEqual([made]);
    expect((await list(resource, { id: made.id, isActive: true })).body).toEqual([]);
    expect((await list(resource, { name: `${name}?` })).body).toEqual([]);
    const inactive = (await list(resource, { isActive: false })).body;
    expect(inactive).toContainEqual(made);
    expect(inactive.every((record: Fields) => record["isActive"] === false)).toBe(true);
    const everything = (await list(resource, {})).body;
    const ids = everything.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.toSorted((left: number, right: number) => left - right));
  });

  test.for(["name", "suid"])("a %s is unique without regard to case", async (field) => {
    const text = plant.unique("Größe");
    const made = await create(resource, { name: plant.unique("N"), [field]: text });
    const other = await create(resource, { name: plant.unique("N") });
    const taken = { name: plant.unique("N"), [field]: text.toUpperCase() };
    const before = await changes();
    for (const sent of [taken, { ...taken, id: other.id }]) {
      const { status, body } = await upsert(resource, sent);
      expect({ status, code: body.code }).toEqual({ status: 409, code: "duplicate" });
    }
    expect(await changes()).toBe(before);
    const recased = await upsert(resource, { id: made.id, [field]: text.toUpperCase() });
    expect(recased.body).toEqual({ ...made, revNo: 2, [field]: text.toUpperCase() });
  });

  test("of callers that create one name at the same time, one succeeds", async () => {
    const name = plant.unique("Contested");
    const { tally } = await plant.race(8, () => upsert(resource, { name }));
    expect(tally).toEqual({ 200: 1, 409: 7 });
    expect((await list(resource, { name })).body).toHaveLength(1);
  });

  test.for(["update", "deletion"])(
    "the %s of a record that does not exist is not found",
    async (kind) => {
      const before = await changes();
      const id = 9_999_999_999;
      const { status, body } =
        kind === "update"
          ? await upsert(resource, { id, name: "X" })
          : await remove(resource, { id });
      expect({ status, code: body.code }).toEqual({ status: 404, code: "not_found" });
      expect(await changes()).toBe(before);
    },
  );

  test("a deletion returns the removed record, which is gone", async () => {
    const made = await create(resource, { name: plant.unique("N") });
    const { status, body } = await remove(resource, { ID: made.id });
    expect(status).toBe(200);
    expect(body).toEqual(made);
    expect((await list(resource, { id: made.id })).body).toEqual([]);
    expect((await remove(resource, { id: made.id })).status).toBe(404);
    const again = await create(resource, { name: made.name });
    expect(again.id).toBeGreaterThan(made.id);
  });
});

test("the fields that an update changes are logged, before and after", async () => {
  const { id } = await create("Location", { name: plant.unique("N"), description: "Here" });
  await create("Location", { id, description: "There" });
  const rows = await plant.sql(
    "select action, before, after from change_log where entity = 'Location' and entity_id = ? order by seq",
    id,
  );
  expect(rows).toMatchObject([
    { action: "created", before: null },
    { action: "updated", before: '{"description":"Here"}', after: '{"description":"There"}' },
  ]);
});

describe("a record that others refer to is not deleted", () => {
  const expectInUse = async (resource: string, id: number, counts: Fields) => {
    const before = await changes();
    const { status, body } = await remove(resource, { id });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "in_use" });
    expect(body.counts).toEqual(counts);
    expect(body.detail).toContain("set isActive to false");
    expect(await changes()).toBe(before);
    expect((await list(resource, { id })).body).toHaveLength(1);
  };

  test.for([
    ["ProductType", "ProductType"],
    ["OwnershipType", "DefaultOwnership"],
    ["Currency", "DefaultCurrency"],
    ["UnitOfMeasure", "BaseUnit"],
    ["Location", "Location"],
    ["ReceiptProfile", "ReceiptProfile"],
    ["ReceiptRecipe", "ReceiptRecipe"],
    ["SerialRange", "SerialRange"],
  ])("%s by a product's %s", async ([resource, field]) => {
    const { id, name } = await create(resource!, { name: plant.unique("N") });
    await plant.product({ [field!]: name });
    await plant.product({ [field!]: name });
    await expectInUse(resource!, id, { Product: 2 });
  });

  test.for([
    ["Location", "Location"],
    ["OwnershipType", "DefaultOwnership"],
    ["Currency", "DefaultCurrency"],
  ])("%s by an item", async ([resource, field]) => {
    const { id, name } = await create(resource!, { name: plant.unique("N") });
    const { Name: productName } = await plant.product({ [field!]: name });
    await plant.receive({ productName, qty: 1 });
    await expectInUse(resource!, id, { Product: 1, MaterialItem: 1 });
  });

  test("a material reason by an adjustment", async () => {
    const reason = await create("MaterialReason", {
      suid: plant.unique("R"),
      transactions: ["adjust"],
    });
    const { Name: productName } = await plant.product();
    const item = await plant.receive({ productName, qty: 5 });
    await plant.done("post", "/api/MaterialItem/ItemAdjust", {
      materialitemid: item.id,
      adjustqty: -1,
      reasonSUID: reason.suid,
    });
    await expectInUse("MaterialReason", reason.id, { MaterialItem: 1, ChangeLog: 1 });
    for (const [field, value] of Object.entries({
      suid: plant.unique("R"),
      disposition: "scrap",
    })) {
      const { status, body } = await upsert("MaterialReason", { id: reason.id, [field]: value });
      expect({ status, code: body.code }).toEqual({ status: 409, code: "fixed" });
      expect(body.errors).toMatchObject([{ pointer: `/${field}` }]);
      expect(body.counts).toEqual({ MaterialItem: 1, ChangeLog: 1 });
    }
    const others = { name: plant.unique("R"), transactions: [], isActive: false };
    const { body } = await upsert("MaterialReason", { ...reason, ...others });
    expect(body).toMatchObject(others);
  });

  test("a build slot type, a property and a unit by a slot", async () => {
    const slotType = await create("BuildSlotType", { name: plant.unique("T") });
    const property = await create("PropertyDefinition", { name: plant.unique("P") });
    const unit = await create("UnitOfMeasure", { name: plant.unique("U"), dimension: "count" });
    const { Name: ParentProductName } = await plant.product();
    const { Name: product } = await plant.product();
    const { name: bom } = await plant.bom({ parentProductName: ParentProductName });
    await plant.slot({
      ParentProductName,
      bom,
      buildSlotType: slotType.name,
      Properties: [{ property: property.name, value: "1" }],
      candidates: [
        { product, isActive: true, qty: 1, minQty: 0, isDefault: true, useUom: unit.name },
      ],
    });
    await expectInUse("BuildSlotType", slotType.id, { BomSlot: 1 });
    await expectInUse("PropertyDefinition", property.id, { BomSlot: 1 });
    await expectInUse("UnitOfMeasure", unit.id, { SlotCandidate: 1 });
    const { status, body } = await upsert("UnitOfMeasure", { id: unit.id, factor: 2 });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "fixed" });
    expect(body.counts).toEqual({ SlotCandidate: 1 });
  });

  test("a material reason by a removal", async () => {
    const { Name: parentProductName } = await plant.product();
    const { Name: product } = await plant.product();
    const { name: bom } = await plant.bom({ parentProductName });
    await plant.slot({
      ParentProductName: parentProductName,
      bom,
      candidates: [{ product, isActive: true, qty: 1, minQty: 0, isDefault: true }],
    });
    const parent = await plant.receive({ productName: parentProductName, qty: 1 });
    const child = await plant.receive({ productName: product, qty: 1 });
    const serials = { parentSerialNo: parent.visualSerialNo, childSerialNo: child.visualSerialNo };
    const built = { ...serials, builtQty: 1, receiveAtPointOfConsumption: false };
    await plant.done("put", "/api/Build/Build", built);
    const reason = await create("MaterialReason", {
      suid: plant.unique("R"),
      transactions: ["remove"],
    });
    const removed = { ...serials, removeQty: 1, reasonSUID: reason.suid };
    await plant.done("put", "/api/Build/Remove", removed);
    const [row] = await plant.sql(
      "select count(*) as n from change_log where reason_id = ?",
      reason.id,
    );
    await expectInUse("MaterialReason", reason.id, { ChangeLog: row!["n"] });
  });

  test("a status and a case data definition by an item", async () => {
    const status = await create("MaterialStatus", { name: plant.unique("S"), consumable: true });
    const definition = await create("CaseDataDefinition", { name: plant.unique("C") });
    const { Name: productName } = await plant.product();
    const item = await plant.receive({ productName, qty: 1 });
    await plant.done("put", `/api/MaterialItem/Update/${item.id}`, {
      ...item,
      statusID: status.id,
      caseData: [
        {
          id: null,
          caseDataID: definition.id,
          materialItemID: item.id,
          name: definition.name,
          value: "x",
        },
      ],
    });
    await expectInUse("MaterialStatus", status.id, { MaterialItem: 1 });
    await expectInUse("CaseDataDefinition", definition.id, { CaseData: 1 });
  });

  test("a hold reason by the item that it holds", async () => {
    const reason = await create("HoldReason", { suid: plant.unique("H") });
    const { Name: productName } = await plant.product();
    const item = await plant.receive({ productName, qty: 5 });
    await plant.done("put", "/api/MaterialItem/Hold", { id: item.id, holdReason: reason.name });
    await expectInUse("HoldReason", reason.id, { MaterialItem: 1 });
  });

  test("a work centre by its group", async () => {
    const { id, name } = await create("WorkCentre", { name: plant.unique("W") });
    await plant.done("put", "/api/WorkCentreGroup/Upsert", { WorkCentres: [name] });
    await expectInUse("WorkCentre", id, { WorkCentreGroup: 1 });
  });

  test("not even while a product begins to: one of the two comes first", async () => {
    const { ID: _ID, revNo: _revNo, LocationID: _of, ...product } = await plant.product();
    for (let round = 0; round < 5; round++) {
      const { id, name } = await create("Location", { name: plant.unique("N") });
      const [removed, made] = await Promise.all([
        remove("Location", { id }),
        plant.put("/api/Product/Upsert", {
          ...product,
          Name: plant.unique("Product"),
          Location: name,
        }),
      ]);
      expect(["200 404", "409 200"]).toContain(`${removed.status} ${made.status}`);
    }
  });

  test("a user by a key", async () => {
    const { id, name } = await create("User", { name: plant.unique("U") });
    const sent = { name: "Key", user: name, role: "viewer" };
    await plant.done("post", "/api/ApiKey/Create", sent);
    await expectInUse("User", id, { ApiKey: 1 });
  });
});

describe("UnitOfMeasure", () => {
  test.for([0.000001, 1, 999_999_999.999999])("a factor of %d is exact", async (factor) => {
    const made = await create("UnitOfMeasure", { name: plant.unique("U"), factor });
    expect(made.factor).toBe(factor);
  });

  test("dimension and factor change until a product uses the unit", async () => {
    const made = await create("UnitOfMeasure", { name: plant.unique("U") });
    const changed = await upsert("UnitOfMeasure", { id: made.id, dimension: "mass", factor: 2 });
    expect(changed.body).toMatchObject({ dimension: "mass", factor: 2 });
    await plant.product({ BaseUnit: made.name });
    const before = await changes();
    for (const [field, value] of Object.entries({ factor: 3, dimension: "length" })) {
      const { status, body } = await upsert("UnitOfMeasure", { id: made.id, [field]: value });
      expect({ status, code: body.code }).toEqual({ status: 409, code: "fixed" });
      expect(body.errors).toMatchObject([{ pointer: `/${field}` }]);
      expect(body.counts).toEqual({ Product: 1 });
    }
    expect(await changes()).toBe(before);
    const renamed = await upsert("UnitOfMeasure", { ...changed.body, description: "Still so" });
    expect(renamed.status).toBe(200);
  });

  test("a factor that changes while a product begins to use the unit is the old one or the new one", async () => {
    const made = await create("UnitOfMeasure", { name: plant.unique("U") });
    const [changed] = await Promise.all([
      upsert("UnitOfMeasure", { id: made.id, factor: 5 }),
      plant.product({ BaseUnit: made.name }),
    ]);
    const { body } = await list("UnitOfMeasure", { id: made.id });
    expect(body[0].factor).toBe(changed.status === 200 ? 5 : 1);
  });
});

describe("SerialRange", () => {
  test("keeps the fields that were sent", async () => {
    const sent = { name: plant.unique("R"), prefix: "P-", nextNumber: 7, endNumber: 9, padding: 4 };
    const made = await create("SerialRange", sent);
    expect(made).toMatchObject(sent);
    const open = await upsert("SerialRange", { id: made.id, endNumber: null });
    expect(open.body).toEqual({ ...made, revNo: 2, endNumber: null });
  });

  test("may be empty, and may not end any earlier", async () => {
    const name = plant.unique("R");
    const tooEarly = await upsert("SerialRange", { name, nextNumber: 5, endNumber: 3 });
    expect(tooEarly).toMatchObject({ status: 400, body: { errors: [{ pointer: "/endNumber" }] } });
    const made = await create("SerialRange", { name, nextNumber: 5, endNumber: 4 });
    for (const [field, value] of Object.entries({ endNumber: 3, nextNumber: 6 })) {
      const { status, body } = await upsert("SerialRange", { id: made.id, [field]: value });
      expect({ status, code: body.code }).toEqual({ status: 409, code: "serial_range" });
      expect(body.errors).toMatchObject([{ pointer: `/${field}` }]);
    }
    expect((await list("SerialRange", { id: made.id })).body).toEqual([made]);
  });
});

describe("ReceiptProfile", () => {
  test("has a rule for each field of Receive, and replaces them whole", async () => {
    const fields = {
      productName: "compulsory",
      visualSerialNo: "optional",
      qty: "compulsory",
      expiryDate: "compulsory",
      version: "hidden",
      location: "optional",
      batchNo: "compulsory",
      costPerUnit: "hidden",
      ownershipType: "optional",
      comment: "hidden",
      deliveryNo: "compulsory",
      occurredAt: "optional",
    };
    const made = await create("ReceiptProfile", { name: plant.unique("P"), fields });
    expect(made.fields).toEqual(fields);
    const sent = { id: made.id, fields: { batch_no: "hidden" } };
    const { body } = await upsert("ReceiptProfile", sent);
    expect(body.fields).toEqual({ batchNo: "hidden" });
    expect((await list("ReceiptProfile", { id: made.id })).body).toEqual([body]);
  });
});

describe("MaterialReason", () => {
  test.for([
    [{ transactions: ["adjust", "remove"], disposition: "scrap" }],
    [{ transactions: ["remove"], disposition: "hold" }],
    [{ transactions: [], disposition: "return" }],
  ])("keeps %j", async ([fields]) => {
    const made = await create("MaterialReason", { suid: plant.unique("R"), ...fields });
    expect(made).toMatchObject(fields!);
    expect((await list("MaterialReason", { id: made.id })).body).toEqual([made]);
  });
});

describe("a record that the service itself uses", () => {
  const reserved = [
    ["MaterialStatus", "WIP"],
    ["MaterialStatus", "Available"],
    ["MaterialStatus", "Consumed"],
    ["MaterialStatus", "Scrapped"],
    ["MaterialStatus", "Dispatched"],
    ["User", "ADMIN"],
  ] as const;

  test.for(reserved)("%s %s keeps its SUID and can't be deleted", async ([resource, suid]) => {
    const [record] = (await list(resource, { suid })).body;
    const before = await changes();
    const refusals = [
      ["/suid", await upsert(resource, { id: record.id, suid: null })],
      ["/suid", await upsert(resource, { id: record.id, suid: plant.unique("S") })],
      ["/id", await remove(resource, { id: record.id })],
    ] as const;
    for (const [pointer, { status, body }] of refusals) {
      const errors = [{ pointer, detail: expect.stringContaining(suid) }];
      expect({ status, ...body }).toMatchObject({ status: 409, code: "reserved", errors });
    }
    expect(await changes()).toBe(before);
  });

  test("a status may be renamed and reflagged", async () => {
    const [status] = (await list("MaterialStatus", { suid: "dispatched" })).body;
    const { body } = await upsert("MaterialStatus", { ...status, name: "Gone", buildable: true });
    expect(body).toEqual({ ...status, revNo: 2, name: "Gone", buildable: true });
  });
});

test("a list is paged by limit and cursor", async () => {
  const first = await plant.post("/api/Currency/List?limit=100", {});
  expect(first.body).toHaveLength(100);
  const next = /<(.+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1];
  const second = await plant.post(next!, {});
  expect(second.headers.get("Link")).toBe(null);
  const whole = await plant.post("/api/Currency/List", {});
  expect([...first.body, ...second.body]).toEqual(whole.body);
});
