import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";

const plant = await openPlant();

const upsert = (body: object) => plant.put("/api/Bom/Upsert", body);
const remove = (id: number) => plant.delete("/api/Bom/Delete", { id });
const list = async (filter: object) => (await plant.post("/api/Bom/List", filter)).body;

/** Makes a product with a BoM of version 1.0, released. */
async function made(fields: object = {}) {
  const product = await plant.product();
  const bom = await plant.bom({ parentProductName: product.Name, ...fields });
  return { product, bom };
}

const startedOrder = async (product: { Name: string }, bom: { name: string }) => {
  const order = await plant.worksOrder({ productName: product.Name, bom: bom.name });
  await plant.done("put", "/api/WorksOrder/Start", { id: order.id });
  return order;
};

describe("List", () => {
  test("finds by id and isActive, and by name and product without case", async () => {
    const { product, bom } = await made({ name: plant.unique("Öl") });
    for (const filter of [
      { id: bom.id },
      { name: bom.name.toUpperCase() },
      { parentProductName: product.Name.toUpperCase() },
      { id: bom.id, isActive: true, "Parent Product Name": product.Name },
    ]) {
      expect(await list(filter)).toEqual([bom]);
    }
    await upsert({ id: bom.id, isActive: false });
    expect(await list({ name: bom.name, isActive: true })).toEqual([]);
    expect(await list({ name: bom.name, isActive: false })).toEqual([
      { ...bom, revNo: 2, isActive: false },
    ]);
  });

  test.for([
    { id: 9_999_999_999 },
    { name: "Nothing" },
    { parentProductName: "Nothing" },
    { name: "BoM%" },
  ])("returns an empty array if nothing matches %j", async (filter) => {
    expect(await list(filter)).toEqual([]);
  });

  test("returns all BoMs by id, and pages of them", async () => {
    for (let count = 0; count < 3; count++) await made();
    const all = await list({});
    const { body } = await plant.post("/api/Bom/List?limit=2&cursor=1", {});
    expect(body).toEqual(all.filter(({ id }: { id: number }) => id > 1).slice(0, 2));
  });
});

describe("Upsert", () => {
  test("needs only the name and the product, and is active without versions", async () => {
    const { ID, Name: parentProductName } = await plant.product();
    const { status, body } = await upsert({ name: "Main", parentProductName });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: body.id,
      revNo: 1,
      name: "Main",
      parentProductID: ID,
      parentProductName,
      description: null,
      isActive: true,
      versions: [],
    });
    expect(await list({ id: body.id })).toEqual([body]);
  });

  test("takes verbatim what List returned, and changes nothing", async () => {
    const { bom } = await made({
      description: "Full",
      versions: [{ version: "1.0", status: "Released" }, { version: "1.1" }],
    });
    expect((await upsert(bom)).body).toEqual(bom);
    expect(await list({ id: bom.id })).toEqual([bom]);
    const revisions = "select rev_no from bom_version where bom_id = ?";
    expect(await plant.sql(revisions, bom.id)).toEqual([{ rev_no: 1 }, { rev_no: 1 }]);
  });

  test("updates what is sent, keeps what is absent, and null clears the description", async () => {
    const { bom } = await made({ description: "Old" });
    const name = plant.unique("Renamed");
    expect((await upsert({ id: bom.id, name })).body).toEqual({ ...bom, revNo: 2, name });
    const cleared = await upsert({ id: bom.id, description: null, isActive: false });
    const changed = { name, description: null, isActive: false };
    expect(cleared.body).toEqual({ ...bom, revNo: 3, ...changed });
    const untouched = await upsert({ id: bom.id, versions: null });
    expect([untouched.status, untouched.body]).toEqual([200, cleared.body]);
  });

  test("a name is unique without case for its product, and free for another", async () => {
    const { product, bom } = await made();
    const other = await made();
    const same = { name: bom.name.toUpperCase(), parentProductName: product.Name };
    await expectRefused(plant, () => upsert(same), [409, "duplicate", "/name"]);
    const taken = await plant.bom({ parentProductName: other.product.Name, name: same.name });
    await expectRefused(plant, () => upsert({ id: other.bom.id, name: bom.name }), [
      409,
      "duplicate",
      "/name",
    ]);
    const move = () => upsert({ id: taken.id, parentProductName: product.Name });
    await expectRefused(plant, move, [409, "duplicate", "/name"]);
  });

  test("the records that it names must exist, in this exact spelling", async () => {
    const { product, bom } = await made();
    const refused = (body: object, pointer: string) =>
      expectRefused(plant, () => upsert(body), [404, "not_found", pointer]);
    await refused({ id: 9_999_999_999 }, "/id");
    for (const parentProductName of ["Nothing", product.Name.toUpperCase()]) {
      await refused({ name: "New", parentProductName }, "/parentProductName");
      await refused({ id: bom.id, parentProductName }, "/parentProductName");
    }
    const other = await made();
    const [{ id }] = other.bom.versions;
    await refused({ id: bom.id, versions: [{ version: "2.0" }, { id }] }, "/versions/1/id");
    const versions = [{ id, status: "Draft" }];
    await refused({ name: "New", parentProductName: product.Name, versions }, "/versions/0/id");
  });

  test("no BoM is made for a retired product, and an existing one stays", async () => {
    const { product, bom } = await made();
    await plant.done("put", "/api/Product/Upsert", { ID: product.ID, IsActive: false });
    const body = { name: "New", parentProductName: product.Name };
    await expectRefused(plant, () => upsert(body), [409, "inactive"]);
    expect((await upsert(bom)).body).toEqual(bom);
  });
});

const valve = await made();

describe("the fields", () => {
  const { id } = valve.bom;
  const requiredFields = () => ({
    name: plant.unique("BoM"),
    parentProductName: valve.product.Name,
  });

  test.for([
    ["name", 100],
    ["description", 2000],
  ] as const)("%s takes %i bytes, and not one more", async ([key, bytes]) => {
    const tooLong = { [key]: textOfBytes(bytes + 1) };
    for (const body of [
      { ...requiredFields(), ...tooLong },
      { id, ...tooLong },
    ]) {
      await expectRefused(plant, () => upsert(body), [400, "validation_failed", `/${key}`]);
    }
    const { body } = await upsert({ ...requiredFields(), [key]: textOfBytes(bytes) });
    expect(body[key]).toBe(textOfBytes(bytes));
  });

  test.for(["name", "parentProductName"])("%s is needed, and not empty", async (key) => {
    const refusal = [400, "validation_failed", `/${key}`] as const;
    for (const value of [undefined, null, ""]) {
      await expectRefused(plant, () => upsert({ ...requiredFields(), [key]: value }), refusal);
    }
    for (const value of [null, ""]) {
      await expectRefused(plant, () => upsert({ id, [key]: value }), refusal);
    }
  });

  test.for([
    ["isActive", 1, "/isActive"],
    ["versions", {}, "/versions"],
    ["versions", [{}], "/versions/0/version"],
    ["versions", [{ version: "1" }], "/versions/0/version"],
    ["versions", [{ version: "1.0.0" }], "/versions/0/version"],
    ["versions", [{ version: "01.0" }], "/versions/0/version"],
    ["versions", [{ version: "1.1000000000" }], "/versions/0/version"],
    ["versions", [{ version: 1.5 }], "/versions/0/version"],
    ["versions", [{ version: { major: 1 } }], "/versions/0/version"],
    ["versions", [{ version: "1.0", status: "released" }], "/versions/0/status"],
    ["versions", [{ id: 1, status: null }], "/versions/0/status"],
    ["versions", [{ version: "1.0" }, { version: "1.0" }], "/versions/1/version"],
    ["versions", [{ id: 1 }, { id: 1 }], "/versions/1/id"],
    ["id", 0, "/id"],
  ] as const)("%s is not %j", async ([key, value, pointer]) => {
    const body = { ...requiredFields(), [key]: value };
    await expectRefused(plant, () => upsert(body), [400, "validation_failed", pointer]);
  });

  test.for([{}, { id: null }, { id: "1" }, { id: 1, name: "x" }])(
    "Delete does not take %j",
    async (body) => {
      expect((await plant.delete("/api/Bom/Delete", body)).status).toBe(400);
    },
  );
});

describe("versions", () => {
  const versionsOf = async (id: number, versions: unknown) =>
    (await upsert({ id, versions })).body.versions;

  test("merge by id, else by number, in the order of their numbers", async () => {
    const { bom } = await made();
    const [{ id }] = bom.versions;
    const merged = await versionsOf(bom.id, [
      { version: "10.0" },
      { version: { major: 2, minor: 0 }, status: "Released" },
      { version: "1.0", status: "Obsolete" },
      { version: "2.10" },
      { version: "2.9", status: null },
    ]);
    expect(merged).toMatchObject([
      { id, version: "1.0", status: "Obsolete" },
      { version: "2.0", status: "Released" },
      { version: "2.9", status: "Draft" },
      { version: "2.10", status: "Draft" },
      { version: "10.0", status: "Draft" },
    ]);
    expect(await list({ id: bom.id })).toMatchObject([{ versions: merged }]);
    expect(await versionsOf(bom.id, [{ id, version: "3.0" }])).toMatchObject([
      { version: "2.0" },
      { version: "2.9" },
      { version: "2.10" },
      { id, version: "3.0", status: "Obsolete" },
      { version: "10.0" },
    ]);
    expect(await versionsOf(bom.id, [])).toHaveLength(5);
  });

  test("a BoM has at most 200 of them, over any number of requests", async () => {
    const { bom } = await made({
      versions: Array.from({ length: 199 }, (_, minor) => ({ version: { major: 1, minor } })),
    });
    const full = (await upsert({ id: bom.id, versions: [{ version: "2.0" }] })).body;
    const more = { id: bom.id, versions: [{ version: "2.0" }, { version: "3.0" }] };
    await expectRefused(plant, () => upsert(more), [409, "too_many", "/versions"]);
    expect((await upsert(full)).body).toEqual(full);
  });

  test("no number is used twice", async () => {
    const { bom } = await made({ versions: [{ version: "1.0" }, { version: "2.0" }] });
    const [one, two] = bom.versions;
    const refused = (versions: unknown, pointer: string) =>
      expectRefused(plant, () => upsert({ id: bom.id, versions }), [409, "duplicate", pointer]);
    await refused([{ id: two.id, version: "1.0" }], "/versions/0/version");
    await refused([{ id: one.id, status: "Released" }, { version: "1.0" }], "/versions/1/version");
    expect(await list({ id: bom.id })).toEqual([bom]);
  });

  test("a version that a works order names keeps its number", async () => {
    const { product, bom } = await made();
    await plant.worksOrder({ productName: product.Name, bom: bom.name });
    const versions = [{ id: bom.versions[0].id, version: "1.1" }];
    const refusal = [409, "fixed", "/versions/0/version"] as const;
    await expectRefused(plant, () => upsert({ id: bom.id, versions }), refusal);
  });

  test("a version that an order was started with becomes obsolete, but no draft", async () => {
    const { product, bom } = await made();
    const draft = () => upsert({ id: bom.id, versions: [{ version: "1.0", status: "Draft" }] });
    await plant.worksOrder({ productName: product.Name, bom: bom.name });
    expect((await draft()).body.versions).toMatchObject([{ status: "Draft" }]);
    await upsert({ id: bom.id, versions: [{ version: "1.0", status: "Released" }] });
    const { orderNo } = await startedOrder(product, bom);
    await expectRefused(plant, draft, [409, "bom_status", "/versions/0/status"]);
    await plant.done("put", "/api/WorksOrder/Complete", { orderNo });
    await expectRefused(plant, draft, [409, "bom_status", "/versions/0/status"]);
    const obsolete = [{ version: "1.0", status: "Obsolete" }];
    expect(await versionsOf(bom.id, obsolete)).toMatchObject([{ status: "Obsolete" }]);
    await expectRefused(plant, draft, [409, "bom_status", "/versions/0/status"]);
  });
});

describe("the parent product", () => {
  test("changes while nothing uses the versions", async () => {
    const { bom } = await made();
    const { ID, Name } = await plant.product();
    const { body } = await upsert({ id: bom.id, parentProductName: Name });
    expect(body).toEqual({ ...bom, revNo: 2, parentProductID: ID, parentProductName: Name });
  });

  test.for(["slot", "order"])("is fixed once a version has a %s", async (kind) => {
    const { product, bom } = await made();
    const { Name: parentProductName } = await plant.product();
    await (kind === "slot"
      ? plant.slot({ ParentProductName: product.Name, bom: bom.name })
      : plant.worksOrder({ productName: product.Name, bom: bom.name }));
    const move = () => upsert({ id: bom.id, parentProductName });
    const { counts } = await expectRefused(plant, move, [409, "fixed", "/parentProductName"]);
    expect(counts).toEqual(kind === "slot" ? { BomSlot: 1 } : { WorksOrder: 1 });
    const [present] = await list({ id: bom.id });
    expect((await upsert(bom)).body).toEqual(present);
    expect(present).toMatchObject({ revNo: 1, parentProductID: bom.parentProductID });
  });
});

describe("Delete", () => {
  test("returns the BoM, which is gone with its versions", async () => {
    const { product, bom } = await made({
      versions: ["1.0", "1.1", "2.0", "2.1", "3.0"].map((version) => ({ version })),
    });
    const { status, body } = await remove(bom.id);
    expect(status).toBe(200);
    expect(body).toEqual(bom);
    expect(await list({ id: bom.id })).toEqual([]);
    expect(await plant.sql("select 1 from bom_version where bom_id = ?", bom.id)).toEqual([]);
    await expectRefused(plant, () => remove(bom.id), [404, "not_found", "/id"]);
    const again = await plant.bom({ parentProductName: product.Name, name: bom.name });
    expect(again.id).not.toBe(bom.id);
  });

  test("is refused while a version has slots or works orders, with counts and a hint", async () => {
    const { product, bom } = await made();
    await plant.slot({ ParentProductName: product.Name, bom: bom.name });
    await plant.slot({ ParentProductName: product.Name, bom: bom.name });
    await plant.worksOrder({ productName: product.Name, bom: bom.name });
    const problem = await expectRefused(plant, () => remove(bom.id), [409, "in_use"]);
    expect(problem.counts).toEqual({ BomSlot: 2, WorksOrder: 1 });
    expect(problem.detail).toContain("isActive");
    // The two slots have changed the version.
    const versions = [{ ...bom.versions[0], revNo: 3 }];
    expect(await list({ id: bom.id })).toEqual([{ ...bom, versions }]);
  });
});
