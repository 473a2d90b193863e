import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { catalogRequests, resources } from "../catalog-resources.ts";

const plant = await openPlant();

const { upsert, list, remove, create } = catalogRequests(plant);

const changes = async () => {
  const [row] = await plant.sql("select count(*) as n from change_log");
  return row!["n"];
};

/** Returns text of exactly this size, in bytes or characters, that no other record has. */
const textOf = (unit: "bytes" | "characters", size: number) => {
  const start = plant.unique("");
  const left = size - start.length;
  if (unit === "characters") return start + "é".repeat(left);
  return start + "é".repeat(Math.floor(left / 2)) + "e".repeat(left % 2);
};

describe.for(resources)("%s", ([resource, unit, nameMax, suidMax, extras]) => {
  test.for([{}, { description: "No name" }, { name: null, suid: null }])(
    "creation without a name and a SUID is refused: %j",
    async (sent) => {
      const before = await changes();
      const { status, body } = await upsert(resource, sent);
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ pointer: "/name", detail: "name or suid is required." }]);
      expect(await changes()).toBe(before);
    },
  );

  test("on creation null is the same as absent", async () => {
    const name = plant.unique("Name");
    const nulls = Object.fromEntries(Object.keys(extras(name)).map((field) => [field, null]));
    const sent = { name, suid: null, description: null, isActive: null, ...nulls };
    const { status, body } = await upsert(resource, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name, suid: null, isActive: true, ...extras(name) });
  });

  test.for([
    ["name", nameMax],
    ["suid", suidMax],
  ] as const)("%s holds %i, and not one more", async ([field, max]) => {
    const other = field === "suid" ? { name: plant.unique("Name") } : {};
    const fits = await upsert(resource, { ...other, [field]: textOf(unit, max) });
    expect(fits.status).toBe(200);
    const tooLong = await upsert(resource, { ...other, [field]: textOf(unit, max + 1) });
    expect(tooLong).toMatchObject({ status: 400, body: { errors: [{ pointer: `/${field}` }] } });
    const filter = await list(resource, { [field]: textOf(unit, max + 1) });
    expect(filter.status).toBe(400);
  });

  test.for([
    ["name", ""],
    ["suid", ""],
    ["name", 5],
    ["isActive", "yes"],
    ["isActive", 1],
    ["description", "é".repeat(1000) + "x"],
    ["nonsense", "x"],
  ] as const)("%s can't be %j", async ([field, value]) => {
    const { status, body } = await upsert(resource, { suid: plant.unique("S"), [field]: value });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: `/${field}` })]);
  });

  test("a description holds 2000 bytes", async () => {
    const description = "é".repeat(1000);
    const { body } = await upsert(resource, { suid: plant.unique("S"), description });
    expect(body.description).toBe(description);
  });

  test.for(["name", "isActive"])("an update can't clear %s", async (field) => {
    const made = await create(resource, { name: plant.unique("N") });
    const { status, body } = await upsert(resource, { id: made.id, [field]: null });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: `/${field}` })]);
    expect((await list(resource, { id: made.id })).body).toEqual([made]);
  });

  test.for([{}, { id: 0 }, { id: 10_000_000_000 }, { id: "1" }, { id: null }])(
    "a deletion needs an id: %j is refused",
    async (sent) => {
      const { status, body } = await remove(resource, sent);
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ pointer: "/id" })]);
    },
  );

  test.for(["viewer", "operator", "engineer"] as const)(
    "%s reads it and may not write it",
    async (role) => {
      const as = { key: plant.keys[role] };
      expect((await plant.post(`/api/${resource}/List`, { id: 1 }, as)).status).toBe(200);
      const sent = { name: plant.unique("N") };
      expect((await plant.put(`/api/${resource}/Upsert`, sent, as)).status).toBe(403);
      expect((await plant.delete(`/api/${resource}/Delete`, { id: 1 }, as)).status).toBe(403);
    },
  );
});

describe("UnitOfMeasure", () => {
  test.for([0, -1, 0.0000001, 1_000_000_000, "1", null])(
    "an update to the factor %j is refused",
    async (factor) => {
      const made = await create("UnitOfMeasure", { name: plant.unique("U") });
      const { status, body } = await upsert("UnitOfMeasure", { id: made.id, factor });
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ pointer: "/factor" })]);
    },
  );

  test("a code can be cleared, and a dimension can't", async () => {
    const made = await create("UnitOfMeasure", { name: plant.unique("U"), code: "XX" });
    const cleared = await upsert("UnitOfMeasure", { id: made.id, code: null });
    expect(cleared.body.code).toBe(null);
    for (const dimension of [null, ""]) {
      const { status } = await upsert("UnitOfMeasure", { id: made.id, dimension });
      expect(status).toBe(400);
    }
  });
});

describe("SerialRange", () => {
  test.for([
    ["prefix", "x".repeat(81)],
    ["prefix", null],
    ["nextNumber", -1],
    ["nextNumber", 1.5],
    ["nextNumber", null],
    ["nextNumber", 1_000_000_000_000_001],
    ["endNumber", -1],
    ["endNumber", 1_000_000_000_000_000],
    ["padding", 16],
    ["padding", null],
  ])("an update of %s to %j is refused", async ([field, value]) => {
    const made = await create("SerialRange", { name: plant.unique("R") });
    const { status, body } = await upsert("SerialRange", { id: made.id, [field!]: value });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: `/${field}` })]);
  });
});

describe("LabelTemplate", () => {
  const line = { text: "{name}", sizeMm: 3, isBold: true };

  test.for([
    ["kind", "pallet"],
    ["kind", null],
    ["widthMm", 4.9],
    ["widthMm", 500.1],
    ["heightMm", 0],
    ["heightMm", null],
    ["dpi", 99],
    ["dpi", 1201],
    ["dpi", 203.5],
    ["symbology", "pdf417"],
    ["code", "x".repeat(501)],
    ["code", null],
    ["lines", null],
    ["lines", Array.from({ length: 51 }, () => line)],
    ["lines/0/text", [{ ...line, text: "" }]],
    ["lines/0/text", [{ ...line, text: "x".repeat(201) }]],
    ["lines/0/sizeMm", [{ ...line, sizeMm: 0.4 }]],
    ["lines/0/sizeMm", [{ ...line, sizeMm: 100.1 }]],
    ["lines/0/isBold", [{ text: "x", sizeMm: 3 }]],
    ["lines/0/x", [{ ...line, x: 1 }]],
    ["zpl", "x".repeat(8001)],
  ] as const)("an update of %s to %j is refused", async ([field, value]) => {
    const made = await create("LabelTemplate", { name: plant.unique("L") });
    const sent = { id: made.id, [field.split("/")[0]!]: value };
    const { status, body } = await upsert("LabelTemplate", sent);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: `/${field}` })]);
  });

  test("its fields hold their limits", async () => {
    const sent = {
      name: plant.unique("L"),
      widthMm: 5,
      heightMm: 500,
      dpi: 1200,
      code: "x".repeat(500),
      lines: Array.from({ length: 50 }, () => ({ ...line, text: "x".repeat(200), sizeMm: 0.5 })),
      zpl: " \n".repeat(4000),
    };
    expect(await create("LabelTemplate", sent)).toMatchObject(sent);
  });
});

describe("ReceiptProfile", () => {
  test.for([
    [{ batchNo: "forbidden" }, "/fields/batchNo"],
    [{ batch: "hidden" }, "/fields/batch"],
    [{ qty: "hidden" }, "/fields/qty"],
    [{ productName: "hidden" }, "/fields/productName"],
    [{ visualSerialNo: "hidden" }, "/fields/visualSerialNo"],
    ["hidden", "/fields"],
  ] as const)("%j is refused", async ([fields, pointer]) => {
    const { status, body } = await upsert("ReceiptProfile", { name: plant.unique("P"), fields });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
  });
});

describe("MaterialReason", () => {
  test.for([
    [{ transactions: ["receive"] }, "/transactions/0"],
    [{ transactions: ["adjust", "adjust"] }, "/transactions"],
    [{ transactions: "adjust" }, "/transactions"],
    [{ disposition: "burn" }, "/disposition"],
  ] as const)("%j is refused", async ([fields, pointer]) => {
    const { status, body } = await upsert("MaterialReason", { suid: plant.unique("R"), ...fields });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
  });
});
