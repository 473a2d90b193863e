// Records a plant of a release, which later versions must open: its database, each write with its
// response, and the OpenAPI document. It runs the package, from a folder outside of the project:
//   node tests/releases/record.ts TARBALL
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { greeted, start, stop, temporaryFolder } from "../end-to-end/processes.ts";
import { execute } from "../end-to-end/stored.ts";
import { adminKey, type RecordedWrite, sealKey } from "./plants.ts";

const [tarball] = process.argv.slice(2);
if (tarball === undefined) throw new Error("usage: node tests/releases/record.ts TARBALL");
const temporary = temporaryFolder();
const folder = temporary.path;
writeFileSync(join(folder, "package.json"), "{}");
const install = ["install", "--no-audit", "--no-fund", resolve(tarball)];
execFileSync("npm", install, { cwd: folder, stdio: "inherit" });
const installed = join(folder, "node_modules/asbuilt");
// The field that every package has.
const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
  version: string;
};

const database = join(folder, "plant.db");
const service = await greeted(
  start(process.execPath, [join(installed, "bin/asbuilt.js"), "serve", "--demo"], {
    cwd: folder,
    env: {
      PORT: "0",
      DATABASE_URL: `file:${database}`,
      ASBUILT_ADMIN_KEY: adminKey,
      ASBUILT_SEAL_KEY: sealKey,
    },
  }),
);

const recorded: RecordedWrite[] = [];

async function send(method: string, path: string, body: object) {
  const key = `key-${recorded.length + 1}`;
  const answer = await fetch(service.address + path, {
    method,
    headers: {
      Authorization: `Bearer ${adminKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify(body),
  });
  const response = await answer.text();
  recorded.push({ method, path, key, body, status: answer.status, response });
  // Each response is what the service sent.
  return JSON.parse(response) as Record<string, never> & { id: number; ID: number };
}
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
const left = await send("POST", "/api/ApiKey/Create", {
  name: "Line 4",
  user: "Administrator",
  role: "operator",
  addresses: ["192.0.2.0/24"],
  externalSystems: ["LINE-4"],
  operations: ["buildBuild", "buildRemove"],
});
await send("PUT", "/api/ApiKey/Revoke", { id: left.id });
const suspect = await send("POST", "/api/MaterialItem/Receive", {
  productName: "Fixture part",
  visualSerialNo: "LOT-2",
  qty: 5,
});
const torque = await send("PUT", "/api/CaseDataDefinition/Upsert", { name: "Torque" });
const caseData = [{ id: null, caseDataID: torque.id, name: "Torque", value: "12.5 Nm" }].map(
  (entry) => ({ ...entry, materialItemID: suspect.id }),
);
await send("PUT", `/api/MaterialItem/Update/${suspect.id}`, { ...suspect, caseData });
await send("PUT", "/api/MaterialItem/Hold", { visualSerialNo: "LOT-2", holdReason: "Quality" });
await send("DELETE", "/api/BomSlot/ClearProperty", { BomSlotId: slot.id, property: "Play" });

await stop(service);
execute(database, "vacuum");
const to = join(import.meta.dirname, version);
mkdirSync(to, { recursive: true });
const zip = (file: string, name: string) =>
  writeFileSync(join(to, name), gzipSync(readFileSync(file), { level: 9 }));
zip(database, "plant.db.gz");
const written = recorded.map((one) => `${JSON.stringify(one)}\n`).join("");
writeFileSync(join(to, "plant.ndjson"), written);
zip(join(installed, "share/openapi.json"), "openapi.json.gz");
for (const { path, status } of recorded) console.log(status, path);
temporary.remove();
