import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Requests, requestsTo } from "../plants/requests.ts";
import {
  adminKey,
  asbuilt,
  freePort,
  type Served,
  servicesIn,
  stop,
  temporaryFolder,
} from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

// One after the other: a plant is stopped, and another one restored.
const alone = { concurrent: false };

const serve = servicesIn(temporary.path);
const path = (name: string) => join(temporary.path, name);
const fileOf = (name: string) => ({ DATABASE_URL: `file:${path(`${name}.db`)}` });

const names = ["North", "South", "West"] as const;
type Name = (typeof names)[number];
const services = new Map<Name, Served>();
const plants = new Map<Name, Requests>();
afterAll(() => Promise.all([...services.values()].map((one) => stop(one))));

async function startPlant(name: Name, env = {}) {
  const service = await serve(name, env);
  services.set(name, service);
  plants.set(name, requestsTo({ ...service, key: adminKey }));
}

const send = (plant: Name, path_: string, body: object) =>
  plants.get(plant)!.done("put", `/api/${path_}`, body);
const receive = (plant: Name, productName: string, visualSerialNo: string, more = {}) =>
  plants
    .get(plant)!
    .done("post", "/api/MaterialItem/Receive", { productName, visualSerialNo, qty: 1, ...more });
const build = (plant: Name, parentSerialNo: string, childSerialNo: string) =>
  send(plant, "Build/Build", {
    parentSerialNo,
    childSerialNo,
    builtQty: 1,
    receiveAtPointOfConsumption: false,
  });
const dispatch = (plant: Name, visualSerialNo: string, destination?: string) =>
  send(plant, "MaterialItem/Dispatch", {
    visualSerialNo,
    ...(destination !== undefined && { destination }),
    allowIncomplete: true,
    comment: "Sent",
  });

/** Each product with the one that is built into it. */
const structure = [
  ["Seal", undefined],
  ["Pump", "Seal"],
  ["Skid", "Pump"],
  ["Line", "Skid"],
] as const;

async function design(plant: Name): Promise<void> {
  for (const [Name, part] of structure) {
    await send(plant, "Product/Upsert", {
      ProductType: "General",
      Name,
      Version: "A",
      DefaultOwnership: "Internal",
      DefaultCostPerUnit: 1,
      DefaultCurrency: "EUR",
      BaseUnit: "each",
      ReceiptProfile: "Standard",
      DefaultBatchSize: 1,
      InventoryDecimalPlaces: 0,
      Location: "Main",
      IsActive: true,
      IsPlanningConstraint: false,
    });
    if (part === undefined) continue;
    const versions = [{ version: "1.0", status: "Released" }];
    await send(plant, "Bom/Upsert", { name: Name, parentProductName: Name, versions });
    const candidate = { product: part, isActive: true, qty: 1, minQty: 1, isDefault: true };
    await send(plant, "BomSlot/Upsert", {
      ParentProductName: Name,
      bom: Name,
      version: "1.0",
      description: part,
      buildSlotType: "Assembly",
      isActive: true,
      isRequired: true,
      edhrBomRequired: 0,
      edhrBuildRequired: 1,
      candidates: [candidate],
    });
  }
}

const backup = path("north-before.db");
const plantsFile = path("plants.json");

/** A recall of the batch at all plants. */
const recall = (...options: string[]) =>
  asbuilt(["recall", "--plants", plantsFile, "--batch", "X-9", ...options]);

beforeAll(async () => {
  for (const name of names) await startPlant(name, { PORT: String(await freePort()) });
  await Promise.all(names.map(design));
  await receive("North", "Seal", "L1", { qty: 10, batchNo: "X-9" });
  await receive("North", "Seal", "L2", { qty: 10, batchNo: "Y-1" });
  for (const pump of ["P1", "P2", "P3", "P4", "P5"]) {
    await receive("North", "Pump", pump);
    await build("North", pump, pump === "P5" ? "L2" : "L1");
  }
  await asbuilt(["backup", backup], fileOf("North"));
  // P1 continues to South and West. P2 leaves the company, P3 is on its way, and of P4 nobody wrote down
  // where it went. P5 has another batch in it.
  await dispatch("North", "P1", "south");
  await dispatch("North", "P2", "Customer 7");
  await dispatch("North", "P3", "South");
  await dispatch("North", "P4");
  await dispatch("North", "P5", "South");
  await receive("South", "Pump", "P1", { origin: "NORTH" });
  await receive("South", "Pump", "P5", { origin: "North" });
  await receive("South", "Skid", "S1");
  await build("South", "S1", "P1");
  await dispatch("South", "S1", "West");
  await receive("West", "Skid", "S1", { origin: "South" });
  await receive("West", "Line", "LINE-1");
  await build("West", "LINE-1", "S1");
  await receive("West", "Pump", "P4", { origin: "North" });
  // Other units with the serials of affected ones.
  await receive("West", "Pump", "P1", { origin: "East" });
  await receive("South", "Pump", "P2");
  mkdirSync(path("keys"));
  writeFileSync(path("keys/all"), `${adminKey}\n`);
  const file = names.map((name) => ({
    name,
    address: services.get(name)!.address,
    keyFile: "keys/all",
  }));
  writeFileSync(plantsFile, JSON.stringify(file));
});

interface Item {
  readonly plant: string;
  readonly visualSerialNo: string;
  readonly foundBy: unknown;
}
const itemsIn = (stdout: string) =>
  (JSON.parse(stdout).items as Item[])
    .map(({ plant, visualSerialNo }) => `${plant} ${visualSerialNo}`)
    .toSorted();

const everywhere = [
  "North L1",
  "North P1",
  "North P2",
  "North P3",
  "North P4",
  "South P1",
  "South S1",
  "West LINE-1",
  "West P4",
  "West S1",
];

test("a recall follows the units of a batch through three plants", alone, async () => {
  const { status, stdout, stderr } = await recall("--json");
  expect(itemsIn(stdout)).toEqual(everywhere);
  expect(JSON.parse(stdout)).toMatchObject({
    unanswered: [],
    notFollowed: [],
    notSent: [],
    notReceived: [{ from: "North", visualSerialNo: "P3", to: "South" }],
    elsewhere: [{ from: "North", visualSerialNo: "P2", to: "Customer 7" }],
  });
  expect(JSON.parse(stdout).items).toContainEqual(
    expect.objectContaining({
      plant: "West",
      visualSerialNo: "LINE-1",
      foundBy: { from: "South", visualSerialNo: "S1" },
    }),
  );
  expect(stderr).toBe(
    "P3 of North was sent to South, and is not received there.\n" +
      "P2 of North was sent to Customer 7, which is none of the plants.\n",
  );
  expect(status).toBe(0);
});

test("it starts from a serial or a delivery too, and prints text and CSV", alone, async () => {
  const args = ["recall", "--plants", plantsFile];
  const bySerial = await asbuilt([...args, "--serial", "P1", "--json"]);
  // Every unit of that serial, wherever it came from.
  expect(itemsIn(bySerial.stdout)).toEqual([
    "North P1",
    "South P1",
    "South S1",
    "West LINE-1",
    "West P1",
    "West S1",
  ]);
  expect((await asbuilt([...args, "--delivery", "none", "--csv"])).stdout).toBe("");

  const text = await recall();
  expect(text.stdout).toContain("North: 5 affected: 1 in stock, 0 on hold, 4 dispatched\n");
  expect(text.stdout).toMatch(
    /^South\tS1\tSkid\t\t1 each\tDispatched, to West\tsent by North as P1$/m,
  );
  expect(text.stdout).toContain("West: 3 affected: 2 in stock, 0 on hold, 0 dispatched\n");
  const csv = await recall("--csv");
  const rows = csv.stdout.trimEnd().split("\r\n");
  expect(rows[0]).toMatch(/^\uFEFFplant,visualSerialNo,productName,/);
  expect(rows).toHaveLength(1 + everywhere.length);
  expect(rows.find((row) => row.startsWith("West,P4,"))).toContain("sent by North as P4");
});

test(
  "a plant that does not answer is named, and so is everything that went there",
  alone,
  async () => {
    await stop(services.get("South")!);
    const { status, stdout, stderr } = await recall("--json");
    expect(status).toBe(1);
    expect(itemsIn(stdout)).toEqual(everywhere.filter((one) => /North|West P4/.test(one)));
    const { address } = services.get("South")!;
    expect(stderr).toContain(`South (${address}) did not answer: ${address} does not respond: `);
    expect(stderr).toContain("P1 of North was sent to South, which did not answer.\n");
    expect(stderr).toMatch(/^Items can be missing from this recall\.$/m);
    const text = await recall();
    expect(text.stdout).not.toContain("South:");
    await startPlant("South", { PORT: new URL(address).port });
    expect(await recall()).toMatchObject({ status: 0 });

    // A key that is not known any more is no answer either.
    const other = path("other.json");
    writeFileSync(path("keys/old"), "nobody");
    const file = names.map((name) => ({
      name,
      address: services.get(name)!.address,
      keyFile: name === "West" ? "keys/old" : path("keys/all"),
    }));
    writeFileSync(other, JSON.stringify(file));
    const refused = await asbuilt(["recall", "--plants", other, "--batch", "X-9"]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("did not answer: http://");
    expect(refused.stderr).toContain("The key is not known.\n");
    expect(refused.stderr).toContain("S1 of South was sent to West, which did not answer.\n");
  },
);

test(
  "a plant that was restored from an older backup is named, and its units are found",
  alone,
  async () => {
    const { address } = services.get("North")!;
    await stop(services.get("North")!);
    const restore = ["restore", backup, "--force", "--reason", "The disk failed"];
    expect(await asbuilt(restore, fileOf("North"))).toMatchObject({ status: 0 });
    await startPlant("North", { PORT: new URL(address).port });
    const { status, stdout, stderr } = await recall("--json");
    expect(itemsIn(stdout)).toEqual(everywhere);
    expect(stderr).toContain(
      "South received P1 from North, but its record shows no dispatch: it can be incomplete, for example " +
        "after a restore of an older backup.\n",
    );
    expect(stderr).toContain("West received P4 from North, but its record shows no dispatch:");
    expect(status).toBe(1);
  },
);

test(
  "a part of a received lot, or a new serial, is no unit that was never sent",
  alone,
  async () => {
    await receive("South", "Seal", "L9", { qty: 9, batchNo: "Z-3", origin: "North" });
    const recallOfLot = ["recall", "--plants", plantsFile, "--batch", "Z-3"];
    const known = await asbuilt(recallOfLot);
    expect(known.stderr).toContain(
      "South received L9 from North, but its record has no such unit:",
    );
    await receive("North", "Seal", "L9", { qty: 9, batchNo: "Z-3" });
    await dispatch("North", "L9", "South");
    const parts = [{ visualSerialNo: "L9-A", qty: 4 }];
    await send("South", "MaterialItem/Split", { visualSerialNo: "L9", parts });
    const relabel = { newVisualSerialNo: "L9-B", comment: "Unreadable" };
    await send("South", "MaterialItem/Relabel", { visualSerialNo: "L9", ...relabel });
    const { status, stdout, stderr } = await asbuilt([...recallOfLot, "--json"]);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(itemsIn(stdout)).toEqual(["North L9", "South L9-A", "South L9-B"]);
  },
);

test(
  "a fault of the file or of the question is a line with its place and rule",
  alone,
  async () => {
    const faulty = path("faulty.json");
    const run = (...options: string[]) => asbuilt(["recall", "--plants", faulty, ...options]);
    const good = { name: "North", address: "http://127.0.0.1:1", keyFile: "keys/all" };
    for (const [content, lines] of [
      ["[", [/^.+faulty\.json: .*JSON.*$/]],
      [[], [`${faulty}: the file: at least one plant`]],
      [[good, { ...good, name: "north" }], [`${faulty}: plants 1/name: another plant has it too`]],
      [
        [{ ...good, address: "north" }, { name: "B" }],
        [`${faulty}: plants 0/address: an http(s):// address`, /^.+: plants 1\/keyFile: .+$/],
      ],
      [[{ ...good, keyFile: "keys/none" }], [/^.+: plants 0\/keyFile: .*ENOENT.*$/]],
    ] as const) {
      writeFileSync(faulty, typeof content === "string" ? content : JSON.stringify(content));
      const { status, stdout, stderr } = await run("--batch", "X-9");
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      for (const line of lines) {
        const told = stderr
          .split("\n")
          .some((one) => (typeof line === "string" ? one === line : line.test(one)));
        expect([stderr, line, told]).toEqual([stderr, line, true]);
      }
    }
    writeFileSync(faulty, JSON.stringify([good]));
    expect(await run()).toMatchObject({ status: 2, stderr: expect.stringContaining("--batch") });
    const both = await run("--batch", "X-9", "--json", "--csv");
    expect(both).toMatchObject({ status: 2, stderr: "Give --json or --csv, not both.\n" });
  },
);
