import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { importsIn, plantFiles, plantRows } from "./plant-files.ts";
import {
  asbuilt,
  asOthers,
  serveAsbuilt,
  startAsbuilt,
  stop,
  temporaryFolder,
} from "./processes.ts";
import { contentOf, countOf, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const { folderOf, newDatabase, newPlant } = importsIn(temporary.path);
const on = (path: string) => ({ DATABASE_URL: `file:${path}` });

const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);

test("a folder is loaded into an empty database, each cell as the type of its field", async () => {
  const [path, folder] = [newDatabase(), folderOf(plantFiles)];
  const { status, stdout, stderr } = await asbuilt(["import", folder], on(path));
  expect(stderr).toBe("");
  expect(lastLine(stdout)).toBe(`${plantRows} loaded, 0 loaded already, 0 refused`);
  expect(status).toBe(0);
  expect(
    rowsOf(
      path,
      "select suid, version, description, is_active, default_cost_per_unit as cost from product",
    ),
  ).toEqual([
    {
      suid: "00",
      version: "1",
      description: 'Two lines\r\nand a "quote", with a comma',
      is_active: 1,
      cost: 440e6,
    },
    { suid: "0815", version: "007", description: null, is_active: 1, cost: 0.5e6 },
    { suid: null, version: "1", description: null, is_active: 1, cost: 12e6 },
  ]);
  const items = rowsOf(
    path,
    "select visual_serial_no as serial, batch_no as batch, nominal_qty as qty from material_item where works_order_id is null",
  );
  expect(items).toEqual([
    { serial: "Seal lot 1", batch: "00", qty: 440e6 },
    // The line break around the name is dropped.
    { serial: "Seal lot 3", batch: "1e3", qty: 12e6 },
    { serial: "Seal lot 2", batch: null, qty: 12e6 },
    { serial: "Can 1", batch: null, qty: 2.125e6 },
  ]);
  // Two rows with the same content are two builds.
  expect(countOf(path, "build")).toBe(3);

  const before = contentOf(path);
  const again = await asbuilt(["import", folder], on(path));
  expect(lastLine(again.stdout)).toBe(`0 loaded, ${plantRows} loaded already, 0 refused`);
  expect(again.status).toBe(0);
  expect(contentOf(path)).toEqual(before);
});

test("an Administrator that was loaded before the first start has the first key", async () => {
  const path = newDatabase();
  const folder = folderOf({ "User.Upsert.csv": "name,suid\nAdministrator,U-1\n" });
  expect((await asbuilt(["import", folder], on(path))).status).toBe(0);
  const service = await serveAsbuilt(on(path));
  try {
    const headers = { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" };
    const listed = await fetch(`${service.address}/api/ApiKey/List`, {
      method: "POST",
      headers,
      body: "{}",
    });
    expect(await listed.json()).toMatchObject([{ user: "Administrator", role: "admin" }]);
  } finally {
    await stop(service);
  }
  const users = "select suid from user where name = 'Administrator'";
  expect(rowsOf(path, users)).toEqual([{ suid: "U-1" }]);
});

test("rows that are sent together take effect in their order", async () => {
  const path = newPlant();
  const names = Array.from({ length: 3000 }, (_, index) => `Rack ${index}`);
  const folder = folderOf({ "Location.Upsert.csv": `name\n${names.join("\n")}\n` });
  expect(await asbuilt(["import", folder], on(path))).toMatchObject({ status: 0, stderr: "" });
  expect(rowsOf(path, "select name from location where name <> 'Main' order by id")).toEqual(
    names.map((name) => ({ name })),
  );
});

test("equal rows of two files of one name are two rows", async () => {
  const path = newPlant();
  const adjusting = {
    "MaterialItem.ItemAdjust.csv": "materialitemid,adjustqty,reasonSUID\n1,1,COUNT\n",
  };
  const folders = [folderOf({ ...plantFiles, ...adjusting }), folderOf(adjusting)];
  const load = () => asbuilt(["import", ...folders], on(path));
  expect(await load()).toMatchObject({ status: 0, stderr: "" });
  expect(rowsOf(path, "select qty from adjustment")).toHaveLength(2);
  expect(lastLine((await load()).stdout)).toBe(
    `0 loaded, ${plantRows + 2} loaded already, 0 refused`,
  );
});

test("rows that are refused are reported with file, line and reason, and the others are loaded", async () => {
  const path = newPlant();
  const folder = folderOf({
    ...plantFiles,
    "MaterialItem.Receive.csv": `productName,visualSerialNo,qty
Seal,"Lot
1",1
Nothing of this name,Lot 2,1
Seal,Lot 3,many
Seal,Lot 4
Seal,Lot 5,+0007.0e0
Seal,Lot 6,${"0".repeat(200_000)}x
`,
    "Build.Build.csv": "parentSerialNo,parentSerialNo\na,b\n",
    "WorksOrder.Start.ndjson":
      '{"orderNo": "1001"\n{"orderNo": "1001", "orderno": "1001"}\n{"orderNo": "1001"}\n',
  });
  const { status, stdout, stderr } = await asbuilt(["import", folder], on(path));
  expect(stderr.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^WorksOrder\.Start\.ndjson:1: \S/),
    expect.stringMatching(/^WorksOrder\.Start\.ndjson:2: .*second time/),
    "MaterialItem.Receive.csv:2: visualSerialNo, column 2: Contains the invisible character U+000A.",
    expect.stringMatching(/^MaterialItem\.Receive\.csv:4: .*Nothing of this name/),
    expect.stringMatching(/^MaterialItem\.Receive\.csv:5: .*qty/),
    expect.stringMatching(/^MaterialItem\.Receive\.csv:6: The row ends before the column qty\./),
    expect.stringMatching(/^MaterialItem\.Receive\.csv:8: .*qty/),
    "Build.Build.csv:1: The column parentSerialNo occurs twice.",
  ]);
  expect(stdout).toContain("MaterialItem.Receive.csv: 1 loaded, 0 loaded already, 5 refused\n");
  expect(status).toBe(1);
});

test("each fault of a row is a line with its column, up to a number of rows", async () => {
  const path = newPlant();
  const slot = "parent Product Name;bom;is Active\n";
  const folder = folderOf({
    "BomSlot.Upsert.csv": `${slot}Pump;Main;maybe\n`,
    "Location.Upsert.csv": `name,isActive\n${"Bay,often\n".repeat(1001)}`,
    "Product.Upsert.ndjson": '{"Name":"A","Properties":[{"Value":"1"}]}\n',
  });
  const { status, stdout, stderr } = await asbuilt(["import", folder], on(path));
  expect(status).toBe(1);
  expect(lastLine(stdout)).toBe("0 loaded, 0 loaded already, 1003 refused");
  const lines = stderr.trimEnd().split("\n");
  const ofLocation = lines.filter((line) => line.startsWith("Location.Upsert.csv:"));
  expect(ofLocation[0]).toMatch(/^Location\.Upsert\.csv:2: isActive, column 2: \S/);
  expect(ofLocation).toHaveLength(1000);
  expect(lines.at(-1)).toBe("3 more refused rows are not shown.");
  const others = folderOf({
    "BomSlot.Upsert.csv": `${slot}Pump;Main;maybe\n`,
    "Product.Upsert.ndjson": '{"Name":"A","Properties":[{"Value":"1"}]}\n',
  });
  const few = await asbuilt(["import", others], on(path));
  expect(few.stderr).toMatch(/^BomSlot\.Upsert\.csv:2: is Active, column 3: \S/m);
  expect(few.stderr).toMatch(/^BomSlot\.Upsert\.csv:2: version, which is no column: \S/m);
  expect(few.stderr).toMatch(/^Product\.Upsert\.ndjson:1: \/Properties\/0\/Name: \S/m);
  expect(few.stderr).not.toContain("--columns");
});

test("a column that is none hides no other fault, and its file names the list of columns", async () => {
  const folder = folderOf({
    "Location.Upsert.csv": "colour,isActive\nred,maybe\nblue,\n",
    "Product.Upsert.csv": "Name;DefaultCostPerUnit;DefaultBatchSize\nA;1.234;5.678\n",
  });
  const { status, stderr } = await asbuilt(["import", folder], on(newPlant()));
  expect(stderr.trimEnd().split("\n")).toEqual([
    "Location.Upsert.csv:2: colour, column 1: Unknown field.",
    "Location.Upsert.csv:2: isActive, column 2: Must be true or false.",
    "Location.Upsert.csv:2: name, which is no column: name or suid is required.",
    "Location.Upsert.csv:3: colour, column 1: Unknown field.",
    "Location.Upsert.csv:3: name, which is no column: name or suid is required.",
    "Location.Upsert.csv: its columns are listed by: asbuilt import --columns Location",
    expect.stringMatching(/^Product\.Upsert\.csv:2: DefaultCostPerUnit, column 2: 1\.234 can be /),
    expect.stringMatching(/^Product\.Upsert\.csv:2: DefaultBatchSize, column 3: 5\.678 can be /),
  ]);
  expect(status).toBe(1);
});

test("the columns of a resource's files are printed, and those that are needed suffice", async () => {
  const printed = await asbuilt(["import", "--columns", "MaterialItem"]);
  expect(printed).toMatchObject({ status: 0, stderr: "" });
  expect(printed.stdout).toContain(
    "MaterialItem.Receive.csv\n  needed: productName; qty; makeSerial or else visualSerialNo\n",
  );
  expect(printed.stdout).toMatch(/^  also: expiryDate \(time\), version, /m);
  const product = await asbuilt(["import", "--columns", "Product"]);
  const [, needed = ""] = /^Product\.Upsert\.csv\n  needed: ID or else (.+)$/m.exec(
    product.stdout,
  )!;
  expect(needed.split(", ").toSorted()).toEqual(
    Object.keys(neededOfProduct).toSorted((left, right) => (left < right ? -1 : 1)),
  );
  const folder = folderOf({
    "Product.Upsert.csv": `${needed}\n${needed
      .split(", ")
      .map((name) => neededOfProduct[name])
      .join(",")}\n`,
  });
  expect(await asbuilt(["import", folder], on(newPlant()))).toMatchObject({ status: 0 });
  const unknown = await asbuilt(["import", "--columns", "Nothing"]);
  expect(unknown).toMatchObject({ status: 2, stdout: "" });
  expect(unknown.stderr).toMatch(/^--columns: one of .*Product/);
  expect(await asbuilt(["import"])).toMatchObject({ status: 2, stdout: "" });
});

const neededOfProduct: Readonly<Record<string, string>> = {
  ProductType: "General",
  DefaultOwnership: "Internal",
  Location: "Main",
  Name: "Seal",
  Version: "1",
  DefaultCostPerUnit: "1",
  DefaultCurrency: "EUR",
  BaseUnit: "each",
  ReceiptProfile: "Standard",
  DefaultBatchSize: "1",
  InventoryDecimalPlaces: "0",
  IsActive: "true",
  IsPlanningConstraint: "false",
};

test("no row is lost to another's line end or quotes", async () => {
  const path = newPlant();
  const rows = [
    "A\r",
    'B\r\nC 5" x\n',
    'D\nE 6" y\r',
    '"F, ""7""\r\n"\n',
    '"G\n',
    'H" I\r',
    '"J\nK\n',
  ];
  const folder = folderOf({ "PropertyDefinition.Upsert.csv": `name\r${rows.join("")}` });
  const { status, stdout, stderr } = await asbuilt(["import", folder], on(path));
  expect(rowsOf(path, "select name from property_definition")).toEqual(
    ["A", "B", "D", 'F, "7"'].map((name) => ({ name })),
  );
  expect(stderr.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/csv:4: The row is not CSV/),
    expect.stringMatching(/csv:6: The row is not CSV/),
    expect.stringMatching(/csv:9: The row, which ends in line 10, is not CSV/),
    expect.stringMatching(/csv:11: The row, which ends in line 12, is not CSV.* Not Closed/),
  ]);
  expect(stdout).toContain("4 loaded, 0 loaded already, 4 refused\n");
  expect(status).toBe(1);
});

test("rows with ids and names count by the one that changed, at their revision", async () => {
  const path = newPlant();
  const records = folderOf({
    "Location.Upsert.csv": "suid\nL1\nL2\n",
    "WorkCentreGroup.Upsert.csv": 'Name,WorkCentres\nG,"[""A"",""B""]"\n',
  });
  expect((await asbuilt(["import", records], on(path))).status).toBe(0);
  const idOf = (select: string) => Number(rowsOf(path, select)[0]!["id"]);
  const id = idOf("select id from location where suid = 'L2'");
  const group = idOf("select id from work_centre_group");
  const first = idOf("select min(id) as id from work_centre");
  const changes = folderOf({
    "Location.Upsert.csv": `id,revNo,suid,name,description\n${id},1,L2,L2,Second\n${id},1,L2,L2,Lost\n`,
    "WorkCentreGroup.Upsert.csv": [
      "ID,revNo,Name,WorkCentres,workCentreIDs",
      `${group},1,G,"[""A"",""B""]",[${first}]\n`,
    ].join("\n"),
  });
  const { status, stdout, stderr } = await asbuilt(["import", changes], on(path));
  expect(stderr).toBe("Location.Upsert.csv:3: The location L2 is at revision 2.\n");
  expect(stdout).toContain("2 loaded, 0 loaded already, 1 refused\n");
  expect(status).toBe(1);
  expect(rowsOf(path, "select description from location where suid = 'L2'")).toEqual([
    { description: "Second" },
  ]);
  expect(countOf(path, "work_centre_group_member")).toBe(1);
});

test("a row that is not UTF-8 is refused, not altered", async () => {
  const path = newPlant();
  const folder = folderOf({});
  const csv = Buffer.from("name\nProp\xe9\nProper\n", "latin1");
  writeFileSync(join(folder, "PropertyDefinition.Upsert.csv"), csv);
  const { status, stderr } = await asbuilt(["import", folder], on(path));
  expect(stderr).toBe(
    "PropertyDefinition.Upsert.csv:2: The row is not UTF-8, but probably Windows-1252. " +
      "Save the file as CSV UTF-8.\n",
  );
  expect(status).toBe(1);
  expect(rowsOf(path, "select name from property_definition")).toEqual([{ name: "Proper" }]);
});

test("a folder with a file that no route takes is not loaded, and notes are ignored", async () => {
  const [path, good] = [newPlant(), { "Location.Upsert.csv": "name\nBay\n", "notes.txt": "x" }];
  const bad = folderOf({ ...good, "Locations.Upsert.csv": "name\nDock\n" });
  const refused = await asbuilt(["import", bad], on(path));
  expect(refused.stderr).toContain("Locations.Upsert.csv: not the name of an import, such as ");
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  const broken = folderOf(good);
  symlinkSync("nowhere", join(broken, "Product.Upsert.CSV"));
  symlinkSync("nowhere", join(broken, "Product.Upsert.csv"));
  const unread = await asbuilt(["import", broken], on(path));
  expect(unread).toMatchObject({ status: 1, stdout: "" });
  expect(unread.stderr).toMatch(/\/Product\.Upsert\.CSV: not the name of an import, /);
  rmSync(join(broken, "Product.Upsert.CSV"));
  const unfound = await asbuilt(["import", broken], on(path));
  expect(unfound.stderr).toMatch(/\/Product\.Upsert\.csv: there is no such file or folder\n$/);
  const loaded = await asbuilt(["import", folderOf(good)], on(path));
  expect(loaded).toMatchObject({ status: 0, stdout: expect.stringMatching(/: 1 loaded/) });
});

test("a folder is not loaded if a link leads out of it, or if it has a pipe, a socket or a device", async () => {
  const path = newDatabase();
  const name = "Location.Upsert.csv";
  const outside = folderOf({ [name]: "name\nOutside\n", "secret.csv": "name\nSecret\n" });
  const expectRefused = async (given: string, file: string, why: string) => {
    const { status, stdout, stderr } = await asbuilt(["import", given], on(path));
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: `${file}: ${why}\n`,
    });
  };
  const linked = "the symbolic link leads out of the folder";
  for (const target of [join(outside, "secret.csv"), `../${basename(outside)}/${name}`, outside]) {
    const folder = folderOf({});
    symlinkSync(target, join(folder, name));
    await expectRefused(folder, join(folder, name), linked);
  }
  const chained = folderOf({});
  symlinkSync("other.txt", join(chained, name));
  symlinkSync(join(outside, name), join(chained, "other.txt"));
  await expectRefused(chained, join(chained, name), linked);
  const special = folderOf({});
  const file = join(special, name);
  execFileSync("mkfifo", [file]);
  for (const given of [special, file]) await expectRefused(given, file, "not a regular file");
  rmSync(file);
  const socket = createServer().listen(file);
  await once(socket, "listening");
  for (const given of [special, file]) await expectRefused(given, file, "not a regular file");
  socket.close();
  const device = folderOf({});
  symlinkSync("/dev/zero", join(device, name));
  await expectRefused(join(device, name), join(device, name), "not a regular file");
});

test("a link that stays in its folder is loaded, and so is one that the command names", async () => {
  const path = newPlant();
  const folder = folderOf({ "bays.txt": "name\nBay\n" });
  symlinkSync("bays.txt", join(folder, "Location.Upsert.csv"));
  const named = join(temporary.path, "named");
  symlinkSync(folder, named);
  const loaded = await asbuilt(["import", named], on(path));
  expect(loaded).toMatchObject({ status: 0, stdout: expect.stringMatching(/: 1 loaded/) });
  const elsewhere = folderOf({});
  symlinkSync(join(folder, "bays.txt"), join(elsewhere, "Location.Upsert.csv"));
  const again = await asbuilt(["import", join(elsewhere, "Location.Upsert.csv")], on(path));
  expect(again).toMatchObject({ status: 0 });
});

test("an import names who may read a file that it can't read, and loads nothing", async () => {
  const [path, folder] = [newDatabase(), folderOf(plantFiles)];
  const file = join(folder, "Product.Upsert.csv");
  chmodSync(file, 0);
  const { status, stderr } = await startAsbuilt(["import", folder], on(path), asOthers).ended;
  expect(stderr).toMatch(
    /^\S+Product\.Upsert\.csv: it can't be read: \S+ belongs to \S+ with mode 0, and asbuilt runs as /,
  );
  expect(status).toBe(1);
});
