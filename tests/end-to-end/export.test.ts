import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { type Requests, requestsTo } from "../plants/requests.ts";
import { copyOf, listsOf } from "./exported.ts";
import { asbuilt, type Served, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const inFolder = (name: string) => join(temporary.path, name);
const on = (name: string) => ({ DATABASE_URL: `file:${inFolder(`${name}.db`)}` });
const at = ({ address, key }: Pick<Served, "address" | "key">) => ["--url", address, "--key", key];
const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);

test("the demo plant with all base data is exported, and imported with equal lists", async () => {
  const plant = await serveAsbuilt({ ...on("demo"), ASBUILT_SEED: "demo" });
  const copy = await copyOf(plant, inFolder("copy"), on("copy"));
  const lists = await listsOf(requestsTo(plant));
  expect(lists["Currency"]).toHaveLength(176);
  expect(lists["PUMP-0001"]).toHaveLength(5);
  expect(await listsOf(requestsTo(copy))).toEqual(lists);
  await stop(copy);
  await stop(plant);
});

/** Brings records into states that they get after others have come to refer to them. */
async function liveIn(requests: Requests): Promise<void> {
  const idOf = async (resource: string, filter: object) => {
    const [found] = await requests.done("post", `/api/${resource}/List`, filter);
    return found.id ?? found.ID;
  };
  const put = (path: string, body: object) => requests.done("put", `/api/${path}`, body);
  const receive = (body: object) => requests.done("post", "/api/MaterialItem/Receive", body);
  const passing = { allowIncomplete: true, comment: "Without its oil" };

  await put("Currency/Upsert", { id: await idOf("Currency", { name: "EUR" }), description: "€" });
  await put("LabelTemplate/Upsert", { name: "Text only", code: "" });
  const rack = await put("Location/Upsert", { suid: "=1+1", name: "'=Rack", description: "\t-1" });
  await put("ReceiptProfile/Upsert", { name: "Bare", fields: { location: "hidden" } });
  await put("Product/Copy", { suid: "-P", name: "@Part", srcProductName: "Bolt" });
  const part = await idOf("Product", { Name: "@Part" });
  await receive({ productName: "Bolt", visualSerialNo: "+BOLTS", qty: 3, location: "=1+1" });
  await put("Product/Upsert", { ID: part, ReceiptProfile: "Bare", Location: "'=Rack" });
  // The sign of a search for a part of a name.
  await put("ProductType/Upsert", { name: "Steel 50%" });
  const [{ ID: _id, revNo: _revNo, ProductTypeID: _type, ...bolt }] = await requests.done(
    "post",
    "/api/Product/List",
    {
      Name: "Bolt",
    },
  );
  const plate = { SUID: "PLATE", Name: "Plate 5%", ProductType: "Steel 50%" };
  await put("Product/Upsert", { ...bolt, ...plate });
  await receive({ productName: "@Part", visualSerialNo: '-PARTS, 8" \n'.trim(), qty: 2 });
  const seal = await idOf("Product", { Name: "Seal" });
  await put("Product/Upsert", { ID: seal, ShelfLifeDays: 30 });
  await receive({ productName: "Seal", visualSerialNo: "SEAL-30", qty: 5 });

  const order = { productName: "Pump", bom: "PUMP-BOM", version: "1.0" };
  await put("WorksOrder/Upsert", { ...order, orderNo: "WO-9", qty: 1 });
  await put("WorksOrder/Start", { orderNo: "WO-9", items: [{ visualSerialNo: "+9", qty: 1 }] });
  await put("WorksOrder/Complete", { orderNo: "WO-9", ...passing });
  await put("MaterialItem/Dispatch", { visualSerialNo: "+9", ...passing });
  await put("WorksOrder/Cancel", { orderNo: "WO-1002" });
  await put("MaterialItem/Complete", { visualSerialNo: "PUMP-0001", ...passing });
  for (const visualSerialNo of ["PUMP-0001", "PUMP-0003", "SEAL-LOT-1"]) {
    await put("MaterialItem/Hold", { visualSerialNo, holdReason: "Quality" });
  }
  await put("HoldReason/Upsert", { name: "Suspect" });
  await put("MaterialItem/Hold", { visualSerialNo: "SEAL-LOT-1", holdReason: "Suspect" });
  const batch = { productName: "Seal", batchNo: "S-2201" };
  await put("BatchHold/Upsert", { ...batch, holdReason: "Suspect", comment: "Notice 4711" });

  const bom = await idOf("Bom", { name: "PUMP-BOM" });
  await put("Bom/Upsert", { id: bom, versions: [{ version: "1.0", status: "Obsolete" }] });
  await put("Product/Upsert", { ID: part, IsActive: false });
  await put("Location/Upsert", { id: rack.id, isActive: false });
}

test("a plant with retired, held, finished and dispatched records keeps them, and no cell is a formula", async () => {
  const plant = await serveAsbuilt({ ...on("lived"), ASBUILT_SEED: "demo" });
  await liveIn(requestsTo(plant));
  const copy = await copyOf(plant, inFolder("lived-copy"), on("lived-copy"));
  const lists = await listsOf(requestsTo(plant));
  expect(await listsOf(requestsTo(copy))).toEqual(lists);
  const folder = join(temporary.path, "lived-copy");
  const locations = readFileSync(join(folder, "Location.Upsert.csv"), "utf8");
  expect(locations).toContain("\r\n'=1+1,''=Rack,'\t-1,true\r\n");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".csv"))) {
    expect(readFileSync(join(folder, file), "utf8")).not.toMatch(/(?:^|[\r\n,])"?[=+@\t]/);
  }

  // A scrapped item is not exported.
  const requests = requestsTo(plant);
  const scrap = { visualSerialNo: "HOUSING-0004", reasonSUID: "SCRAP" };
  await requests.done("put", "/api/MaterialItem/Scrap", scrap);
  const stock = join(temporary.path, "stock");
  await asbuilt(["export", "MaterialItem", "--to", stock, ...at(plant)]);
  const receipts = readFileSync(join(stock, "MaterialItem.Receive.csv"), "utf8");
  expect(receipts).toContain("HOUSING-0003");
  expect(receipts).not.toContain("HOUSING-0004");
  // Without the builds, a lot has what is left of it.
  const [lot] = await requests.done("post", "/api/MaterialItem/List", {
    visualSerialNo: "BOLT-LOT-1",
  });
  expect(lot.actualQty).toBeLessThan(lot.nominalQty);
  expect(receipts).toContain(`,BOLT-LOT-1,${lot.actualQty},`);
  await stop(copy);
  await stop(plant);
});

test("an export names what it can't export, and writes only into an empty folder", async () => {
  const service = inject("service");
  const folder = join(temporary.path, "chosen");
  const viewer = { name: "export", user: "Administrator", role: "viewer" };
  const { key } = await requestsTo(service).done("post", "/api/ApiKey/Create", viewer);
  const reading = at({ address: service.address, key });
  const chosen = await asbuilt(["export", "Product", "Bom", "--to", folder, ...reading]);
  expect(chosen).toMatchObject({ status: 0, stderr: "" });
  expect(readdirSync(folder)).toEqual(["Bom.Upsert.csv", "Product.Upsert.csv"]);
  expect(await asbuilt(["export", "--to", folder, ...at(service)])).toEqual({
    status: 1,
    stdout: "",
    stderr: `${folder}: the folder is not empty\n`,
  });
  const unknown = await asbuilt(["export", "ApiKey", "--to", join(folder, "new"), ...at(service)]);
  expect(unknown).toMatchObject({ status: 2, stdout: "" });
  expect(unknown.stderr).toMatch(/^ApiKey can't be exported, but ProductType, .*MaterialItem/);
});

test("a row that is in the plant already is no refusal, and --update changes what differs", async () => {
  const service = inject("service");
  const requests = requestsTo(service);
  const folder = join(temporary.path, "changed");
  mkdirSync(folder);
  const load = async (rows: string, ...options: string[]) => {
    writeFileSync(join(folder, "Location.Upsert.csv"), `suid,name,description\n${rows}\n`);
    return asbuilt(["import", folder, ...options, ...at(service)]);
  };
  await requests.done("put", "/api/Location/Upsert", {
    suid: "B-1",
    name: "Bay 1",
    description: "Cold",
  });
  const equal = await load("B-1,Bay 1,Cold\nB-1,Bay 1,");
  expect(equal).toMatchObject({ status: 0, stderr: "" });
  expect(lastLine(equal.stdout)).toBe("0 loaded, 2 loaded already, 0 refused");
  const refused = await load("B-1,Bay 1,Warm");
  expect(refused.stderr).toMatch(/^Location\.Upsert\.csv:2: .*Bay 1/);
  expect(refused.status).toBe(1);
  for (const [description, tally] of [
    ["Warm", "2 loaded, 0 loaded already, 0 refused"],
    ["Warm", "0 loaded, 2 loaded already, 0 refused"],
    ["Cold", "1 loaded, 1 loaded already, 0 refused"],
    ["Warm", "1 loaded, 1 loaded already, 0 refused"],
  ]) {
    const updated = await load(`B-1,Bay 1,${description}\nB-2,Bay 2,`, "--update");
    expect(updated).toMatchObject({ status: 0, stderr: "" });
    expect(lastLine(updated.stdout)).toBe(tally);
    const [bay] = await requests.done("post", "/api/Location/List", { name: "Bay 1" });
    expect(bay.description).toBe(description);
  }
});
