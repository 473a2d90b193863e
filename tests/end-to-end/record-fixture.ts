// Records a plant of this version, for a test that later versions upgrade it: the database, and each
// write with its response. Run it as `node tests/end-to-end/record-fixture.ts NAME`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Database from "libsql";

const name = process.argv[2];
if (name === undefined) throw new Error("usage: node record-fixture.ts NAME");
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "asbuilt-fixture-"));
const database = join(folder, "plant.db");
// Keys of this fixture alone: nothing else uses them.
const adminKey = "fixture-admin-key-fixture-admin-key-1";
const sealKey = Buffer.alloc(32, 7).toString("base64");
const port = 38_417;

const service = spawn(process.execPath, [join(root, "apps/node/src/main.ts"), "serve"], {
  env: {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: `file:${database}`,
    ASBUILT_ADMIN_KEY: adminKey,
    ASBUILT_SEAL_KEY: sealKey,
    ASBUILT_SEED: "demo",
  },
  stdio: ["ignore", "inherit", "inherit"],
});
const url = `http://127.0.0.1:${port}`;
for (let isReady = false; !isReady;) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  isReady = await fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: object;
  readonly status: number;
  readonly response: string;
}
const recorded: Recorded[] = [];

async function send(method: string, path: string, body: object, key: string | null = nextKey()) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      Authorization: `Bearer ${adminKey}`,
      "Content-Type": "application/json",
      ...(key === null ? {} : { "Idempotency-Key": key }),
    },
    body: JSON.stringify(body),
  });
  const response = await answer.text();
  recorded.push({ method, path, key, body, status: answer.status, response });
  // Each response is what the service sent.
  return JSON.parse(response) as Record<string, never> & { id: number; ID: number };
}
let keys = 0;
const nextKey = () => `key-${++keys}`;
const referredTo = (id: string) => ({ externalRef: { system: "ERP", id } });

const fields = {
  Version: "A",
  DefaultOwnership: "Internal",
  DefaultCostPerUnit: 5,
  DefaultCurrency: "EUR",
  BaseUnit: "each",
  ReceiptProfile: "Standard",
  DefaultBatchSize: 1,
  InventoryDecimalPlaces: 0,
  Location: "Main",
  IsActive: true,
  IsPlanningConstraint: false,
  ProductType: "General",
};
await send("PUT", "/api/Location/Upsert", { suid: "BAY", name: "Bay" });
await send("PUT", "/api/PropertyDefinition/Upsert", { name: "Play" });
const part = await send("PUT", "/api/Product/Upsert", {
  ...fields,
  Name: "Fixture part",
  Properties: [{ Name: "Colour", Value: "red" }],
});
await send("PUT", "/api/Product/Upsert", { ID: part.ID, Description: "Small" });
await send("PUT", "/api/Product/Upsert", { ...fields, Name: "Fixture unit" });
await send("PUT", "/api/Product/Copy", {
  suid: "COPY",
  name: "Fixture copy",
  srcProductName: "Fixture part",
});
await send("PUT", "/api/WorkCentreGroup/Upsert", { Name: "Line", WorkCentres: ["Press", "Oven"] });
await send("PUT", "/api/Bom/Upsert", {
  name: "Main",
  parentProductName: "Fixture unit",
  versions: [{ version: "1.0", status: "Released" }],
});
const candidate = {
  product: "Fixture part",
  isActive: true,
  qty: 1,
  minQty: 1,
  isDefault: true,
};
const slot = await send("PUT", "/api/BomSlot/Upsert", {
  ParentProductName: "Fixture unit",
  bom: "Main",
  version: "1.0",
  description: "Shaft",
  buildSlotType: "Assembly",
  isActive: true,
  isRequired: true,
  edhrBomRequired: 0,
  edhrBuildRequired: 0,
  candidates: [candidate],
  Properties: [{ property: "Play", value: "5 mm" }],
});
await send("PUT", "/api/BomSlot/UpsertProperties", {
  bomSlotID: slot.id,
  properties: [{ property: "Play", value: "6 mm" }],
});
await send("PUT", "/api/WorksOrder/Upsert", {
  orderNo: "FX-1",
  productName: "Fixture unit",
  bom: "Main",
  version: "1.0",
  qty: 2,
});
await send("PUT", "/api/WorksOrder/Start", { orderNo: "FX-1" });
const lot = await send("POST", "/api/MaterialItem/Receive", {
  productName: "Fixture part",
  visualSerialNo: "LOT-1",
  qty: 20,
  batchNo: "B-1",
  deliveryNo: "D-1",
  ...referredTo("receipt-1"),
});
await send("POST", "/api/MaterialItem/ItemAdjust", {
  materialitemid: lot.id,
  adjustqty: 3,
  reasonSUID: "COUNT",
  ...referredTo("count-1"),
});
const build = {
  parentSerialNo: "FX-1-1",
  childSerialNo: "LOT-1",
  builtQty: 1,
  receiveAtPointOfConsumption: false,
};
await send("PUT", "/api/Build/Build", build);
await send("PUT", "/api/Build/Build", { ...build, ...referredTo("build-1") });
const received = {
  ...build,
  childSerialNo: "POC-1",
  receiveAtPointOfConsumption: true,
  itemDetails: { productName: "Fixture part" },
};
await send("PUT", "/api/Build/BuildMany", {
  lines: [
    { ...build, ...referredTo("line-1") },
    { ...build, builtQty: 10_000 },
    { ...received, ...referredTo("line-2") },
  ],
});
const remove = {
  parentSerialNo: "FX-1-1",
  childSerialNo: "LOT-1",
  removeQty: 1,
  reasonSUID: "REWORK",
};
await send("PUT", "/api/Build/Remove", { ...remove, ...referredTo("removal-1") });
await send("PUT", "/api/Build/RemoveMany", {
  lines: [remove, { ...remove, removeQty: 99 }],
});
await send("PUT", "/api/MaterialItem/Move", { visualSerialNo: "LOT-1", location: "BAY" });
await send("PUT", "/api/MaterialItem/Hold", { visualSerialNo: "LOT-1", holdReason: "Quality" });
await send("PUT", "/api/MaterialItem/Release", { visualSerialNo: "LOT-1" });
await send("PUT", "/api/WorksOrder/Complete", {
  orderNo: "FX-1",
  allowIncomplete: true,
  comment: "One unit is short",
});
await send("PUT", "/api/MaterialItem/Dispatch", { visualSerialNo: "FX-1-1" });
await send("PUT", "/api/MaterialItem/Scrap", { visualSerialNo: "LOT-1", reasonSUID: "SCRAP" });
await send("PUT", "/api/Webhook/Upsert", {
  url: "https://receiver.example/asbuilt",
  isActive: false,
});
await send("POST", "/api/ApiKey/Create", { name: "Line 3", user: "Administrator", role: "viewer" });
await send("DELETE", "/api/BomSlot/ClearProperty", { BomSlotId: slot.id, property: "Play" });

// Rows are sealed within a few seconds.
await new Promise((resolve) => setTimeout(resolve, 5000));
service.kill("SIGTERM");
await once(service, "exit");

const packed = join(folder, "packed.db");
const stored = new Database(database);
stored.exec(`vacuum into '${packed}'`);
stored.close();
const to = (file: string) => join(import.meta.dirname, "fixtures", file);
writeFileSync(to(`${name}.db.gz`), gzipSync(readFileSync(packed), { level: 9 }));
const written = recorded.map((one) => `${JSON.stringify(one)}\n`).join("");
writeFileSync(to(`${name}.ndjson`), written);
for (const { path, status } of recorded) console.log(status, path);
