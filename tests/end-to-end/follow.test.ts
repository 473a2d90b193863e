import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Requests, requestsTo } from "../plants/requests.ts";
import {
  adminKey,
  asbuilt,
  type Ended,
  type Running,
  type Served,
  servicesIn,
  startAsbuilt,
  stop,
  temporaryFolder,
  until,
} from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const serve = servicesIn(temporary.path);
const path = (name: string) => join(temporary.path, name);

/** The plant that owns the products, with the demo plant in it. */
let owner: Served;
let theirs: Requests;
beforeAll(async () => {
  owner = await serve("owner", { ASBUILT_SEED: "demo", ASBUILT_ACCESS_LOG: "1" });
  theirs = requestsTo({ ...owner, key: adminKey });
});
const started: Running[] = [];
afterEach(() => Promise.all(started.splice(0).map((one) => stop(one))));
afterAll(() => stop(owner));

/** A plant that follows the owner, with its own service. */
async function newPlant(name: string) {
  const service = await serve(name);
  started.push(service);
  const ours = requestsTo({ ...service, key: adminKey });
  const state = path(`${name}.json`);
  const args = ["follow", "--from", owner.address, "--url", service.address, "--state", state];
  const env = { ASBUILT_FROM_KEY: adminKey, ASBUILT_ADMIN_KEY: adminKey };
  return {
    service,
    ours,
    state,
    once: (...more: string[]): Promise<Ended> => asbuilt([...args, "--once", ...more], env),
    start: (...more: string[]) => startAsbuilt([...args, ...more], env),
  };
}

const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);

/** The fields that both plants have in common, without ids and revisions. */
const portable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      /^(?:id|ID|revNo)$|[a-z]IDs?$/.test(name) ? [] : [[name, portable(inner)]],
    ),
  );
};

/** The fields that each plant has for itself. */
const ofEachPlant = new Set(["Location", "SerialRange", "InventoryManaged"]);

async function designsOf(requests: Requests): Promise<unknown> {
  const list = (resource: string) => requests.done("post", `/api/${resource}/List`, {});
  const sorted = (records: object[]) => records.map((one) => JSON.stringify(one)).toSorted();
  const [products, boms, slots] = await Promise.all(["Product", "Bom", "BomSlot"].map(list));
  return {
    products: sorted(
      products.map((product: object) =>
        Object.fromEntries(
          Object.entries(portable(product) as object).filter(([name]) => !ofEachPlant.has(name)),
        ),
      ),
    ),
    boms: sorted(portable(boms) as object[]),
    slots: sorted(portable(slots) as object[]),
  };
}

// One after the other: all change the owner, and compare what both have.
const alone = { concurrent: false };

const firstOf = async (requests: Requests, resource: string, filter: object) =>
  (await requests.done("post", `/api/${resource}/List`, filter))[0];

test(
  "a plant gets the products and BoMs of another, once, and what changes there",
  alone,
  async () => {
    const { ours, once } = await newPlant("once");
    await theirs.done("put", "/api/UnitOfMeasure/Upsert", { name: "pallet", factor: 48 });
    const type = { name: "Skids", description: "Under pumps" };
    await theirs.done("put", "/api/ProductType/Upsert", type);
    const [bolt] = await theirs.done("post", "/api/Product/List", { Name: "Bolt" });
    const { ID: _, revNo: _revision, ProductTypeID: _type, BaseUnitID: _unit, ...fields } = bolt;
    const skid = {
      ...fields,
      Name: "Skid",
      SUID: "SKID",
      ProductType: "Skids",
      BaseUnit: "pallet",
    };
    await theirs.done("put", "/api/Product/Upsert", {
      ...skid,
      Properties: [{ Name: "a", Value: "1" }],
    });

    const first = await once();
    expect(first.stderr).toBe("");
    expect(first.status).toBe(0);
    expect(first.stdout).toContain("ProductType Skids: created\n");
    expect(first.stdout).toContain("Product Skid: created\n");
    expect(await designsOf(ours)).toEqual(await designsOf(theirs));
    const again = await once();
    expect(again).toMatchObject({
      status: 0,
      stderr: "",
      stdout: "0 created, 0 updated, 0 set back, 0 retired, 0 refused\n",
    });

    // A new name, a property less, a slot more, a candidate less, and a product that is retired.
    const product = await firstOf(theirs, "Product", { Name: "Skid" });
    await theirs.done("put", "/api/Product/Upsert", {
      ID: product.ID,
      Name: "Skid 2",
      Properties: null,
    });
    await theirs.done("put", "/api/ProductType/Upsert", {
      id: (await firstOf(theirs, "ProductType", { name: "Skids" })).id,
      description: "Under all pumps",
    });
    const draft = { parentProductName: "Pump", bom: "PUMP-BOM", from: "1.0", to: "9.0" };
    await theirs.done("put", "/api/Bom/CopyVersion", draft);
    const slots = await theirs.done("post", "/api/BomSlot/List", {
      Product: "Pump",
      Version: "9.0",
    });
    await theirs.done("put", "/api/BomSlot/Upsert", {
      id: slots[0].id,
      description: "Renamed",
      candidates: [{ product: "Skid 2", isActive: true, qty: 1, minQty: 0, isDefault: false }],
    });
    const changed = await once();
    expect(changed.stderr).toBe("");
    expect(changed.stdout).toContain("ProductType Skids: updated: description\n");
    expect(changed.stdout).toContain("Product Skid 2: updated: Name, Properties\n");
    expect(changed.stdout).toContain("Bom PUMP-BOM of Pump: updated: version 9.0\n");
    // The value of a property that is gone there is none here.
    await theirs.done("put", "/api/Product/Upsert", {
      ID: product.ID,
      Properties: [{ Name: "a", Value: null }],
    });
    expect(await designsOf(ours)).toEqual(await designsOf(theirs));

    await theirs.done("delete", "/api/BomSlot/Delete", { ID: slots[1].id });
    await theirs.done("put", "/api/Product/Upsert", { ID: product.ID, IsActive: false });
    const retired = await once();
    expect(retired.stdout).toContain("Product Skid 2: retired\n");
    expect(retired.stdout).toMatch(/^BomSlot .+ of Pump, PUMP-BOM 9\.0: retired$/m);
    expect(await firstOf(ours, "Product", { Name: "Skid 2" })).toMatchObject({ IsActive: false });
    expect(lastLine((await once()).stdout)).toBe(
      "0 created, 0 updated, 0 set back, 0 retired, 0 refused",
    );
  },
);

test(
  "what is changed here is set back with a line, and what is the plant's own stays",
  alone,
  async () => {
    const { ours, once, start } = await newPlant("set-back");
    await once();
    await ours.done("put", "/api/Location/Upsert", { name: "Bay 7" });
    const pump = await firstOf(ours, "Product", { Name: "Pump" });
    const change = { ID: pump.ID, Description: "Ours", Location: "Bay 7" };
    await ours.done("put", "/api/Product/Upsert", change);
    const [slot] = await ours.done("post", "/api/BomSlot/List", {
      Product: "Pump",
      Version: "1.0",
    });
    await ours.done("put", "/api/BomSlot/Upsert", { id: slot.id, instruction: "Ours" });
    const [bom] = await ours.done("post", "/api/Bom/List", { name: "PUMP-BOM" });
    await ours.done("put", "/api/Bom/Upsert", {
      id: bom.id,
      versions: [{ version: "77.0", status: "Released" }],
    });
    const back = await once();
    expect(back.stderr).toBe("");
    expect(back.stdout).toContain("Product Pump: changed here, set back: Description\n");
    expect(back.stdout).toMatch(/^BomSlot .+: changed here, set back: instruction$/m);
    expect(back.stdout).toContain("version 77.0 of Bom PUMP-BOM of Pump: retired\n");
    expect(await firstOf(ours, "Product", { Name: "Pump" })).toMatchObject({
      Description: pump.Description,
      Location: "Bay 7",
    });

    // While it runs, too.
    const running = start();
    await until(() => running.printed.stdout !== "" || existsSync(path("set-back.json")), running);
    await ours.done("put", "/api/Product/Upsert", { ID: pump.ID, Description: "Ours again" });
    await until(() => running.printed.stdout.includes("Product Pump: changed here"), running);
    expect((await stop(running)).status).toBe(0);
  },
);

test(
  "a record that is refused is a line with the reason, and the others are kept",
  alone,
  async () => {
    const { ours, once } = await newPlant("refused");
    // Here a unit of the same name is another one, and the plant has a product of the same SUID.
    await ours.done("put", "/api/UnitOfMeasure/Upsert", { name: "crate", factor: 12 });
    await theirs.done("put", "/api/UnitOfMeasure/Upsert", { name: "crate", factor: 20 });
    const seal = await firstOf(theirs, "Product", { Name: "Seal" });
    const [bolt] = await theirs.done("post", "/api/Product/List", { Name: "Bolt" });
    const {
      ID: _,
      revNo: _revision,
      ...fields
    } = Object.fromEntries(Object.entries(bolt).filter(([name]) => !/[a-z]ID$/.test(name)));
    const mineFields = { ...fields, ProductType: "General", Location: "Main", SUID: seal.SUID };
    const mine = await ours.done("put", "/api/Product/Upsert", { ...mineFields, Name: "Mine" });
    await theirs.done("put", "/api/Product/Upsert", {
      ...fields,
      Name: "Box",
      SUID: "B",
      BaseUnit: "crate",
    });
    const first = await once();
    expect(first.status).toBe(1);
    expect(first.stderr).toMatch(/^Product Seal: refused: SUID: .+$/m);
    expect(first.stderr).toContain(
      "Product Box: refused: The unit crate is another one here, by its factor.\n",
    );
    expect(first.stderr).toMatch(
      /^BomSlot .+ of Pump, PUMP-BOM 1\.0: refused: candidates\/0\/product: .+$/m,
    );
    expect(first.stderr).toMatch(
      /^version 1\.0 of Bom PUMP-BOM of Pump: refused: It stays Draft: .+$/m,
    );
    expect(first.stdout).toContain("Product Pump: created\n");
    expect(await firstOf(ours, "Bom", { name: "PUMP-BOM" })).toMatchObject({
      versions: expect.arrayContaining([
        expect.objectContaining({ version: "1.0", status: "Draft" }),
      ]),
    });
    // It is still refused, and not told again.
    const again = await once();
    expect(again).toMatchObject({ status: 1, stderr: "" });
    // Once there is room for it, all is as at the owner.
    await ours.done("delete", "/api/Product/Delete", { ID: mine.ID });
    const unit = await firstOf(ours, "UnitOfMeasure", { name: "crate" });
    await ours.done("put", "/api/UnitOfMeasure/Upsert", { id: unit.id, factor: 20 });
    const done = await once();
    expect(done).toMatchObject({ status: 0, stderr: "" });
    expect(await designsOf(ours)).toEqual(await designsOf(theirs));
  },
);

test(
  "killed in the first pass and between two events, it continues, and does nothing twice",
  alone,
  async () => {
    const { ours, once, start, state } = await newPlant("killed");
    const countOf = async (resource: string) =>
      (await ours.done("post", `/api/${resource}/List`, {})).length;
    for (const [resource, reached] of [
      ["Product", 3],
      ["BomSlot", 2],
    ] as const) {
      const run = start();
      await until(async () => (await countOf(resource)) >= reached, run);
      run.child.kill("SIGKILL");
      expect((await run.ended).status).toBe("SIGKILL");
    }
    const run = start();
    await until(() => run.printed.stdout.includes(" created, "), run);
    expect(await designsOf(ours)).toEqual(await designsOf(theirs));
    run.child.kill("SIGKILL");
    await run.ended;

    const { places } = JSON.parse(readFileSync(state, "utf8"));
    const bolt = await firstOf(theirs, "Product", { Name: "Bolt" });
    await theirs.done("put", "/api/Product/Upsert", {
      ID: bolt.ID,
      Description: "While it was away",
    });
    const next = start();
    await until(() => next.printed.stdout.includes("Product Bolt: updated: Description\n"), next);
    // Only what has changed: it has continued where it was.
    expect(next.printed.stdout).not.toContain("created\n");
    await theirs.done("put", "/api/Product/Upsert", { ID: bolt.ID, Description: "While it looks" });
    await until(() => next.printed.stdout.split("Product Bolt: updated").length === 3, next);
    expect((await stop(next)).status).toBe(0);
    const kept = JSON.parse(readFileSync(state, "utf8"));
    expect(kept.places.owner.after).toBeGreaterThan(places.owner.after);
    expect(lastLine((await once()).stdout)).toBe(
      "0 created, 0 updated, 0 set back, 0 retired, 0 refused",
    );

    // A state that was lost costs a comparison by names, and nothing else.
    writeFileSync(state, "");
    expect(await once()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("not a file"),
    });
    const lost = await once("--state", path("killed-again.json"));
    expect(lost).toMatchObject({
      status: 0,
      stdout: "0 created, 0 updated, 0 set back, 0 retired, 0 refused\n",
    });
  },
);

test(
  "an owner that is away, unknown, or put back to an earlier state is reported",
  alone,
  async () => {
    const { once, state, start, service, ours } = await newPlant("away");
    await once();
    const kept = JSON.parse(readFileSync(state, "utf8"));
    const later = { ...kept.places, owner: { after: 999_999, time: null } };
    writeFileSync(state, JSON.stringify({ ...kept, places: later }));
    const restored = await once();
    expect(restored).toMatchObject({ status: 0 });
    expect(restored.stderr).toBe(
      "A plant was put back to an earlier state. All records are compared by their names.\n",
    );
    expect(lastLine(restored.stdout)).toBe(
      "0 created, 0 updated, 0 set back, 0 retired, 0 refused",
    );

    const unknown = await asbuilt(
      ["follow", "--from", owner.address, "--url", service.address, "--state", state, "--once"],
      { ASBUILT_FROM_KEY: "nobody", ASBUILT_ADMIN_KEY: adminKey },
    );
    expect(unknown).toMatchObject({
      status: 1,
      stderr: `${owner.address}: The key is not known.\n`,
    });
    const noKey = await asbuilt(["follow", "--from", owner.address, "--once"]);
    expect(noKey).toMatchObject({ status: 2, stdout: "" });
    const types = await asbuilt(["follow", "--from", owner.address, "--types", "order"]);
    expect(types).toMatchObject({ status: 2, stderr: "--types: product, bom, or product,bom\n" });

    // While it follows, it waits for the owner and continues.
    const other = await serve("other-owner", { ASBUILT_SEED: "demo" });
    const { port } = new URL(other.address);
    const files = ["--from", other.address, "--state", path("away-2.json")];
    const run = start(...files);
    await until(() => run.printed.stdout.includes(" refused\n"), run);
    await stop(other);
    await until(() => run.printed.stderr.includes("It is tried again.\n"), run);
    const back = await serve("other-owner", { PORT: port });
    const requests = requestsTo({ ...back, key: adminKey });
    const bolt = await firstOf(requests, "Product", { Name: "Bolt" });
    await requests.done("put", "/api/Product/Upsert", { ID: bolt.ID, Description: "Back" });
    await until(() => run.printed.stdout.includes("Product Bolt: updated: Description\n"), run);
    await until(() => run.printed.stdout.includes("followed again\n"), run);
    expect(await firstOf(ours, "Product", { Name: "Bolt" })).toMatchObject({ Description: "Back" });
    await stop(run);
    await stop(back);
  },
);

test(
  "it works on a database without a service, and keeps its place beside the file",
  alone,
  async () => {
    const service = await serve("local");
    await stop(service);
    const env = {
      DATABASE_URL: `file:${path("local.db")}`,
      ASBUILT_FROM_KEY_FILE: path("from.key"),
    };
    writeFileSync(path("from.key"), `${adminKey}\n`);
    const run = () =>
      asbuilt(["follow", "--from", owner.address, "--types", "product", "--once"], env);
    expect(await run()).toMatchObject({ status: 0, stderr: "" });
    const host = new URL(owner.address).host.replace(":", "_");
    expect(existsSync(path(`local.db.follow-${host}.json`))).toBe(true);
    expect(lastLine((await run()).stdout)).toBe(
      "0 created, 0 updated, 0 set back, 0 retired, 0 refused",
    );
  },
);
