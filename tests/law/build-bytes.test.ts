import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { serveAsbuilt, stop, temporaryFolder } from "../end-to-end/processes.ts";
import { rowsOf } from "../end-to-end/stored.ts";
import { requestsTo } from "../plants/requests.ts";
import { factories, type PlantRequests } from "../scenario/factories.ts";

/** A database on D1 has a limit: this decides how many Builds it holds. */
const bytesMax = 1000;
const [units, slots, builds] = [40, 10, 3000];

const temporary = temporaryFolder();
afterAll(temporary.remove);

/** Makes started units, and a lot for each slot of their BoM. */
async function makePlant(plant: PlantRequests) {
  const { Name: productName } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: productName });
  const lots: string[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const { Name: product } = await plant.product();
    const candidate = { product, isActive: true, isDefault: true };
    const many = { qty: 1, minQty: 0, maxQty: 1_000_000 };
    const candidates = [{ ...candidate, ...many }];
    await plant.slot({ ParentProductName: productName, bom, candidates });
    const lot = await plant.receive({ productName: product, qty: 1_000_000 });
    lots.push(lot.visualSerialNo);
  }
  const { orderNo } = await plant.worksOrder({ productName, bom, qty: units });
  await plant.done("put", "/api/WorksOrder/Start", { orderNo });
  const { body } = await plant.post("/api/MaterialItem/GetByFilter", { orderNo });
  const serials = (body as { visualSerialNo: string }[]).map((unit) => unit.visualSerialNo);
  return { lots, serials };
}

/** Returns the bytes of the pages of each table and index, without those of Idempotency-Keys. */
const bytesIn = (path: string) =>
  new Map(
    rowsOf(
      path,
      `select name, sum(pgsize) as bytes from dbstat
      where name not like '%idempotency_key%' group by name`,
    ).map(({ name, bytes }) => [String(name), Number(bytes)]),
  );

interface TableBytes {
  readonly name: string;
  readonly bytes: number;
}

/** Returns the bytes of the pages of each table with its indexes. */
const bytesByTable = (path: string) =>
  new Map(
    rowsOf(
      path,
      `select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_schema using (name)
      group by tbl_name`,
    ).map(({ name, bytes }) => [String(name), Number(bytes)]),
  );

test(`a Build takes at most ${bytesMax} bytes of the database, its seals and indexes included`, async () => {
  const path = join(temporary.path, "plant.db");
  const service = await serveAsbuilt({ DATABASE_URL: `file:${path}` });
  const requests = requestsTo(service);
  const plant = { ...requests, ...factories(requests) };
  const { lots, serials } = await makePlant(plant);
  const before = bytesIn(path);
  for (let sent = 0; sent < builds; sent += 20) {
    const { tally } = await plant.race(20, (i) =>
      plant.put("/api/Build/Build", {
        // Neither number divides the other: each unit takes from each lot.
        parentSerialNo: serials[(sent + i) % (units - 1)],
        childSerialNo: lots[(sent + i) % slots],
        builtQty: 1,
        receiveAtPointOfConsumption: false,
      }),
    );
    expect(tally).toEqual({ 200: 20 });
  }
  const { body: status } = await plant.post("/api/Status/Get", {});
  const pages = bytesByTable(path);
  await stop(service);
  const grown = [...bytesIn(path)]
    .map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / builds] as const)
    .filter(([, bytes]) => bytes > 0);
  const sum = grown.reduce((all, [, bytes]) => all + bytes, 0);
  expect(grown.map(([name]) => name)).toEqual(
    expect.arrayContaining(["build", "change_log", "change_log_operation", "seal"]),
  );
  expect(sum, JSON.stringify(Object.fromEntries(grown))).toBeLessThanOrEqual(bytesMax);

  // The estimates of the status, which counts no pages, against the pages.
  const told = new Map(status.tables.map(({ name, bytes }: TableBytes) => [name, bytes]));
  for (const name of ["change_log", "build", "seal"]) {
    expect(Number(told.get(name)) / pages.get(name)!, name).toBeGreaterThan(0.8);
    expect(Number(told.get(name)) / pages.get(name)!, name).toBeLessThan(1.25);
  }
});
