import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Requests, requestsTo } from "../plants/requests.ts";
import { copyOf, listsOf } from "./exported.ts";
import { asbuilt, type Served, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";
import { contentOf, countOf, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const folder = join(process.env["ASBUILT_SHARED"] ?? "", "data/inventree-demo");
const isThere = process.env["ASBUILT_SHARED"] !== undefined && existsSync(folder);

const counts = {
  product: 414,
  bom: 20,
  bom_slot: 255,
  works_order: 11,
  build: 28,
};

test("a real plant is loaded completely, the second time nothing is, and its export makes an equal plant", async (context) => {
  context.skip(!isThere, "ASBUILT_SHARED names no folder with data/inventree-demo");
  const path = join(temporary.path, "plant.db");
  const location = { DATABASE_URL: `file:${path}` };
  const first = await asbuilt(["import", folder], location);
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toContain(
    "MaterialItem.Receive.csv: 1051 loaded, 0 loaded already, 0 refused",
  );
  expect(first.stdout).toMatch(/^1826 loaded, 0 loaded already, 0 refused\n$/m);
  for (const [table, count] of Object.entries(counts))
    expect(countOf(path, table), table).toBe(count);
  const [received] = rowsOf(
    path,
    "select count(*) as n from material_item where works_order_id is null",
  );
  expect(received).toEqual({ n: 1051 });

  const before = contentOf(path);
  const second = await asbuilt(["import", folder], location);
  expect(second).toMatchObject({ status: 0, stderr: "" });
  expect(second.stdout).toMatch(/^0 loaded, 1826 loaded already, 0 refused\n$/m);
  expect(contentOf(path)).toEqual(before);
  const service = await serveAsbuilt(location);
  await expectGenealogy(requestsTo(service));
  await expectEqualCopy(service);
  await stop(service);
});

/** Expects that an export of the plant is loaded into an empty one, with equal lists. */
async function expectEqualCopy(plant: Served): Promise<void> {
  const inFolder = (name: string) => join(temporary.path, name);
  const copy = await copyOf(plant, inFolder("export"), {
    DATABASE_URL: `file:${inFolder("copy.db")}`,
  });
  const lists = await listsOf(requestsTo(plant));
  expect(lists["MaterialItem"]).toHaveLength(1106);
  expect(await listsOf(requestsTo(copy))).toEqual(lists);
  await stop(copy);
}

/** Expects that the imported data shows what was built from what. */
async function expectGenealogy(requests: Requests): Promise<void> {
  const ask = (verb: string, visualSerialNo: string) =>
    requests.done("post", `/api/Genealogy/${verb}`, { visualSerialNo });
  const serialsOf = (items: { visualSerialNo: string }[]) =>
    items.map(({ visualSerialNo }) => visualSerialNo);
  const installed = await ask("AsBuilt", "Widget Assembly SN2");
  expect(serialsOf(installed).toSorted()).toEqual([
    "Blue Widget SN1",
    "Blue Widget SN2",
    "Blue Widget SN4",
    "Blue Widget SN5",
    "Blue Widget SN99",
    "Green Widget SN11",
    "Green Widget SN12",
    "Green Widget SN15",
    "Red Widget #78 SN100",
  ]);
  expect(serialsOf(await ask("WhereUsed", "Widget Board (assembled) SN10"))).toEqual([
    "Doohickey SN10",
  ]);
}
