import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { migrateDatabase } from "@asbuilt/node/migrate";
import { verifyDatabase } from "@asbuilt/node/verification";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { factories } from "../scenario/factories.ts";
import { requestsTo } from "../plants/requests.ts";
import { asAtFirst } from "./first-schema.ts";
import { serveAsbuilt, stop, temporaryFolder } from "./processes.ts";
import { execute, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);
const path = (name: string) => join(temporary.path, name);

const adminKey = "upgrade-admin-key-upgrade-admin-key-1";

/** Serves a database file, and returns the ways to call the service. */
async function serving(name: string) {
  const service = await serveAsbuilt({
    DATABASE_URL: `file:${path(name)}`,
    ASBUILT_ADMIN_KEY: adminKey,
    ASBUILT_SEED: "demo",
  });
  const requests = requestsTo({ ...service, key: adminKey });
  return { ...requests, ...factories(requests), stop: () => stop(service) };
}

const problemsOf = async (name: string) =>
  (await verifyDatabase({ url: `file:${path(name)}` }, name)).problems;

describe("items of the first schema", () => {
  const ids: Record<"plain" | "other" | "small" | "none", number> = {
    plain: 0,
    other: 0,
    small: 0,
    none: 0,
  };

  beforeAll(async () => {
    const plant = await serving("now.db");
    const { Name: productName } = await plant.product();
    const received = async (fields: object) =>
      (await plant.receive({ productName, qty: 1, ...fields })) as { id: number };
    const plain = await received({ batchNo: "G-76", deliveryNo: "DN-9001" });
    ids.plain = plain.id;
    const corrected = { ...plain, batchNo: "G-77" };
    await plant.done("put", `/api/MaterialItem/Update/${ids.plain}`, corrected);
    ids.other = (await received({ batchNo: "Ä-1", deliveryNo: "Ö-1" })).id;
    ids.small = (await received({ batchNo: "ö-2" })).id;
    ids.none = (await received({})).id;
    await plant.stop();
    asAtFirst(path("now.db"), path("first.db"));
    await migrateDatabase({ url: `file:${path("first.db")}` });
  });

  const keysOf = (id: number, name = "first.db") =>
    rowsOf(
      path(name),
      `select batch_no, batch_key, delivery_no, delivery_key from material_item where id = ${id}`,
    ).map(Object.values)[0];

  test("get the delivery of their receipt, and keys that fold ASCII letters", async () => {
    expect(keysOf(ids.plain)).toEqual(["G-77", "g-77", "DN-9001", "dn-9001"]);
    expect(keysOf(ids.other)).toEqual(["Ä-1", "Ä-1", "Ö-1", "Ö-1"]);
    expect(keysOf(ids.none)).toEqual([null, null, null, null]);
    expect(await problemsOf("first.db")).toEqual([]);
  });

  test.for([
    ["batch_key", "'g-78'"],
    ["batch_key", "null"],
    ["batch_key", "'G-77'"],
    ["delivery_no", "'DN-9002'"],
    ["delivery_no", "null"],
    ["delivery_key", "'dn-9002'"],
    ["delivery_key", "null"],
  ] as const)("an edit of their %s to %s is found", async ([column, value]) => {
    const name = `${column} ${value}.db`;
    copyFileSync(path("first.db"), path(name));
    execute(path(name), `update material_item set ${column} = ${value} where id = ${ids.plain}`);
    const [problem, ...others] = await problemsOf(name);
    const field = column.replace(/_./, ([, letter]) => letter!.toUpperCase());
    expect(problem).toMatch(new RegExp(`^MaterialItem ${ids.plain} .*: its ${field} is`));
    expect(others).toEqual([]);
  });

  test("are found in every spelling of ASCII letters, of others once they are written again", async () => {
    copyFileSync(path("first.db"), path("written.db"));
    const plant = await serving("written.db");
    const recalled = async (filter: object) =>
      (await plant.done("post", "/api/Genealogy/Recall", filter)).map(
        ({ id }: { id: number }) => id,
      );
    const updated = async (id: number, changes: object) => {
      const { body } = await plant.get(`/api/MaterialItem/Get/${id}`);
      await plant.done("put", `/api/MaterialItem/Update/${id}`, { ...body, ...changes });
    };
    expect(await recalled({ batchNo: "g-77" })).toEqual([ids.plain]);
    expect(await recalled({ deliveryNo: "dn-9001" })).toEqual([ids.plain]);
    expect(await recalled({ batchNo: "Ä-1" })).toEqual([ids.other]);
    expect(await recalled({ deliveryNo: "Ö-1", batchNo: "Ä-1" })).toEqual([ids.other]);
    expect(await recalled({ batchNo: "ä-1" })).toEqual([]);
    await updated(ids.other, {});
    for (const batchNo of ["ä-1", "Ä-1"]) expect(await recalled({ batchNo })).toEqual([ids.other]);
    expect(await recalled({ deliveryNo: "ö-1" })).toEqual([ids.other]);
    // The key is the one that the migration made: only the text changes.
    await updated(ids.small, { batchNo: "Ö-2" });
    expect(await recalled({ batchNo: "ö-2" })).toEqual([ids.small]);
    await updated(ids.plain, { deliveryNo: null });
    await updated(ids.none, { deliveryNo: "DN-9001" });
    expect(await recalled({ deliveryNo: "dn-9001" })).toEqual([ids.plain, ids.none]);
    await plant.stop();
    expect(keysOf(ids.other, "written.db")).toEqual(["Ä-1", "ä-1", "Ö-1", "ö-1"]);
    expect(keysOf(ids.plain, "written.db")).toEqual(["G-77", "g-77", null, null]);
    expect(await problemsOf("written.db")).toEqual([]);
  });
});

test("references lose the white space around them, except where that would make two of one", async () => {
  const database = path("references.db");
  const recorded = readFileSync(join(import.meta.dirname, "fixtures", "plant-0.1.db.gz"));
  writeFileSync(database, gunzipSync(recorded));
  const names = () =>
    rowsOf(database, "select system, id from external_ref order by rowid").map(Object.values);
  const before = names();
  const white = "char(65279, 9, 160) || %s || char(12288, 13, 10)";
  const padded = (column: string) => `${column} = ${white.replace("%s", column)}`;
  execute(database, `update external_ref set ${padded("system")}, ${padded("id")}`);
  execute(
    database,
    `insert into external_ref select 'ERP', 'line-1', method, path, body_hash, operation_id,
      decision, user_id, at from external_ref where id like '%line-1%'`,
  );
  const twin = names().find(([, id]) => /line-1./.test(String(id)))!;
  await migrateDatabase({ url: `file:${database}` });
  const kept = before.map((name) => (name[1] === "line-1" ? twin : name));
  expect(names()).toEqual([...kept, ["ERP", "line-1"]]);
  expect(before.length).toBeGreaterThan(5);
});

describe("products of the first schema", () => {
  beforeAll(async () => {
    await (await serving("products.db")).stop();
    asAtFirst(path("products.db"), path("lots.db"));
    await migrateDatabase({ url: `file:${path("lots.db")}` });
  });

  test("are tracked by lot, and their inventory is not managed", async () => {
    const rows = rowsOf(path("lots.db"), "select tracking, inventory_managed from product");
    expect(new Set(rows.map((row) => Object.values(row).join()))).toEqual(new Set(["Lot,0"]));
    expect(await problemsOf("lots.db")).toEqual([]);
  });

  test.for([
    ["tracking", "'Serial'", 'its tracking is "Serial", and the change log says "Lot"'],
    ["inventory_managed", "1", "its inventoryManaged is 1, and the change log says 0"],
  ] as const)("an edit of their %s is found", async ([column, value, problem]) => {
    copyFileSync(path("lots.db"), path(`${column}.db`));
    execute(path(`${column}.db`), `update product set ${column} = ${value} where id = 2`);
    expect(await problemsOf(`${column}.db`)).toEqual([`Product 2: ${problem}`]);
  });
});
