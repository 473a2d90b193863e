import { audit, webSha256 } from "@asbuilt/core";
import { openPlant } from "#plant";
import { expect, test } from "vitest";
import { assembly, buildOf } from "./assembly.ts";
import { lotsOf } from "./lots.ts";

const plant = await openPlant({ isEdited: true });
const findings = async () =>
  (await audit(plant.database.executor, { sha256: webSha256 })).findings.map(
    ({ record, problem }) => `${record}: ${problem}`,
  );

test("a database that was only changed by the rules breaks no law", async () => {
  const { build, remove } = await assembly(plant);
  expect((await build()).status).toBe(200);
  expect((await remove()).status).toBe(200);
  const { id } = await plant.done("put", "/api/Location/Upsert", { suid: "BAY", name: "Bay" });
  await plant.done("delete", "/api/Location/Delete", { id });
  await plant.done("put", "/api/Location/Upsert", { suid: "DOCK", name: "Dock" });
  const newest = await plant.done("put", "/api/Location/Upsert", { suid: "PIER", name: "Pier" });
  await plant.done("delete", "/api/Location/Delete", { id: newest.id });
  const { ID } = await plant.product({ Properties: [{ Name: "Colour", Value: "Blue" }] });
  const Properties = [{ Name: "Colour", Value: "Green" }];
  await plant.done("put", "/api/Product/Upsert", { ID, Properties });
  expect(await findings()).toEqual([]);
});

test.each([
  ["batch_key", "batchKey", "b-1", "B-1"],
  ["delivery_no", "deliveryNo", "D-1", "D-2"],
  ["delivery_key", "deliveryKey", "d-1", "d-2"],
])("an edit of an item's %s is reported", async (column, field, was, edited) => {
  const { Name: productName } = await plant.product();
  const { id, visualSerialNo } = await plant.receive({
    productName,
    qty: 1,
    batchNo: "B-1",
    deliveryNo: "D-1",
  });
  await plant.sql(`update material_item set ${column} = ? where id = ?`, edited, id);
  expect(await findings()).toEqual([
    `MaterialItem ${id} (${visualSerialNo}): its ${field} is "${edited}", and the change log ` +
      `says "${was}"`,
  ]);
  await plant.sql(`update material_item set ${column} = ? where id = ?`, was, id);
  expect(await findings()).toEqual([]);
});

/** Swaps two builds without their removed quantities, as if their ids were swapped. */
const exchangeBuilds = (one: number, other: number) =>
  plant.sql(`update build set seq = other.seq, parent_id = other.parent_id,
      child_id = other.child_id, bom_slot_id = other.bom_slot_id,
      candidate_id = other.candidate_id, qty = other.qty
    from build as other where build.id in (${one}, ${other})
    and other.id = ${one + other} - build.id`);

/** Returns the ids of the builds that a Build made. */
async function buildsOf({ id }: { id: number }): Promise<number[]> {
  const rows = await plant.sql(`select id from build where seq = ${id} order by id`);
  return rows.map((row) => Number(row["id"]));
}

test("a build under the id of another one, with a removal, is reported", async () => {
  const { unit, bom, child, childId, parent, remove, part } = await assembly(plant, {
    candidate: { maxQty: 1 },
    ordered: false,
  });
  const candidate = {
    product: part.Name,
    isActive: true,
    isDefault: false,
    qty: 1,
    minQty: 0,
    maxQty: 1,
  };
  const of = { ParentProductName: unit.Name, bom: bom.name, candidates: [candidate] };
  await plant.slot({ ...of, isRequired: false });
  const other = await plant.receive({ productName: unit.Name, qty: 1 });
  const built = async (parentSerialNo: string, childSerialNo: string, builtQty: number) =>
    buildsOf(
      await plant.done("put", "/api/Build/Build", buildOf(parentSerialNo, childSerialNo, builtQty)),
    );
  const [front, back] = await built(parent, child, 2);
  const [ofOther] = await built(other.visualSerialNo, child, 1);
  const lot = await plant.receive({ productName: part.Name, qty: 1 });
  const [ofLot] = await built(other.visualSerialNo, lot.visualSerialNo, 1);
  expect((await remove()).status).toBe(200);
  expect(await findings()).toEqual([]);

  const item = (id: number) =>
    expect.stringMatching(new RegExp(`^MaterialItem ${id} \\(.+\\): its build`));
  const displaced = (id: number) =>
    `build ${id}: the build before it is missing, or belongs to a later change`;
  for (const [one, another, found] of [
    // Two builds of one Build, of one child in two parents, and of two children.
    [front, back, item(childId)],
    [back, ofOther, displaced(ofOther!)],
    [ofOther, ofLot, displaced(ofLot!)],
  ] as const) {
    await exchangeBuilds(one!, another!);
    expect(await findings()).toContainEqual(found);
    await exchangeBuilds(one!, another!);
  }
  await plant.sql(`update build set id = id + 1 where id = ${ofLot}`);
  expect(await findings()).toContain(displaced(ofLot! + 1));
  await plant.sql(`update build set id = id - 1 where id = ${ofLot! + 1}`);
  expect(await findings()).toEqual([]);
});

const { batches } = plant.database;

test.runIf(batches)("base data is verified within the 50 queries of a free Worker", async () => {
  const { reads } = batches!.roundTrips;
  await findings();
  expect(batches!.roundTrips.reads - reads).toBeLessThan(45);
});

test.each([
  "update change_log set comment = 'x' where seq = 1",
  "delete from change_log where seq = 1",
  "insert or replace into change_log select * from change_log where seq = 1",
  `insert or replace into change_log (seq, operation_id, ordinal, at, entity, entity_id, rev_no, action)
    select 1, 'other', 0, 0, 'Other', 1, 1, 'other'`,
  `insert or replace into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action)
    select 'other', 0, 0, entity, entity_id, rev_no, 'other' from change_log where seq = 1`,
  `insert or replace into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action)
    select operation_id, ordinal, 0, 'Other', 1, 1, 'other' from change_log where seq = 1`,
])("the change log takes no edit: %s", async (edit) => {
  const before = await plant.sql("select * from change_log");
  await expect(plant.sql(edit)).rejects.toThrow(/append-only|stale: the change log has this row/);
  expect(await plant.sql("select * from change_log")).toEqual(before);
});

test("a user who may change the schema can edit the change log", async () => {
  for (const trigger of ["insert", "update", "delete"]) {
    await plant.sql(`drop trigger change_log_${trigger}`);
  }
  await plant.sql("update change_log set comment = 'x' where seq = 1");
  expect((await findings()).toSorted()).toEqual(
    ["delete", "insert", "update"].map(
      (kind) => `schema: it is damaged: its trigger change_log_${kind} is not as asbuilt makes it`,
    ),
  );
});

// Each alteration stays for the ones after it.
test("each alteration of the schema is reported, and the rest of the schema is not", async () => {
  const altered = await openPlant({ isEdited: true });
  const told: string[] = [];
  for (const [alteration, ...problems] of [
    ["create table note (text)"],
    [
      "drop trigger seal_delete",
      "it is damaged: its trigger seal_delete is not as asbuilt makes it",
    ],
    [
      "drop index material_item_serial",
      "it is damaged: its index material_item_serial is not as asbuilt makes it",
    ],
    [
      `create trigger evil after insert on change_log when new.action = 'received'
        begin update material_item set version = 'forged' where id = new.entity_id; end`,
      "it was tampered with: its trigger evil is not one that asbuilt makes",
    ],
    // The last one: a database with other tables is not checked for the other laws.
    [
      "alter table material_item add column note text",
      "it is damaged: its table material_item is not as asbuilt makes it",
    ],
  ] as const) {
    await altered.sql(alteration);
    told.push(...problems);
    const { isSound, findings: found } = await altered.done("post", "/api/Audit/Verify", {});
    expect(found).toHaveLength(told.length);
    expect(found).toEqual(
      expect.arrayContaining(told.map((problem) => ({ record: "schema", problem }))),
    );
    expect(isSound).toBe(told.length === 0);
  }
});

// Each edit stays for the ones after it.
test.for<[edit: string, line: RegExp]>([
  [
    "update material_item set actual_qty = actual_qty + 1500000 where id = 1",
    /^MaterialItem 1 \(SN-\d+\): nominal quantity 10 \+ adjustments 0 is not actual quantity 11\.5 \+ net built 0$/,
  ],
  [
    "delete from removal",
    /^MaterialItem 1 \(SN-\d+\): its build 1 has 1 removed, but its removals are 0$/,
  ],
  [
    "delete from product_property where value = 'Green'",
    /^Product \d+: its productProperty is missing: .*Green/,
  ],
  [
    "update build set removed_qty = 0 where id = 1",
    /^MaterialItem 1 \(.+\): nominal quantity .+ \+ net built 1$/,
  ],
  ["update product set rev_no = 9 where id = 1", /^Product 1: its revision is 9, and .+ with 1$/],
  [
    "insert into location (id, rev_no, name, name_key, is_active) values (77, 1, 'X', 'x', 1)",
    /^Location 77: the change log does not mention it$/,
  ],
  [
    "delete from hold_reason where id = 1",
    /^HoldReason 1: it is missing, but the change log ends with its revision 1$/,
  ],
  [
    "update change_log set after = null where entity = 'Currency' and entity_id = 3",
    /^Currency 3: it exists, but the change log says that it was deleted$/,
  ],
  [
    `update change_log set user_id = (select max(id) from user)
      where entity = 'MaterialItem' and entity_id = 1 and rev_no = 1`,
    /^MaterialItem 1 \(.+\): row \d+ of the change log is by user \d+, but says that user \d+ edited it$/,
  ],
  [
    "update change_log set rev_no = 7 where entity = 'Currency' and entity_id = 4",
    /^Currency 4: the change log has revision 7 of it after 0$/,
  ],
  [
    "delete from change_log where entity = 'Currency' and entity_id = 5",
    /^change_log \d+: the 1 rows before it are missing$/,
  ],
  [
    "update sqlite_sequence set seq = 100001 where name = 'change_log'",
    /^change_log \d+: the \d+ rows after it are missing$/,
  ],
  [
    "update sqlite_sequence set seq = 3 where name = 'change_log'",
    /^change_log \d+: sqlite_sequence says that only 3 rows were ever written$/,
  ],
  [
    "update sqlite_sequence set seq = 9999999999 where name = 'material_item'",
    /^material_item \d+: the 99999999\d\d records after it are missing$/,
  ],
  [
    "update sqlite_sequence set seq = seq - 1 where name = 'product'",
    /^product \d+: sqlite_sequence says that only \d+ records were ever written$/,
  ],
  [
    "insert into sqlite_sequence (name, seq) values ('build', 0)",
    /^build \d+: sqlite_sequence has 2 counters for its table$/,
  ],
  [
    "delete from sqlite_sequence where name = 'change_log'",
    /^change_log \d+: sqlite_sequence says that only 0 rows were ever written$/,
  ],
  [
    `insert into change_log (seq, operation_id, ordinal, at, entity, entity_id, rev_no, action,
      before, after) select -7, 'forged', 0, 0, 'Product', id, rev_no + 1, 'updated',
      json_object('name', name), json_object('name', 'Forged') from product where id = 2`,
    /^change_log -7: its row number is one that the service never gives$/,
  ],
  [
    `insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action)
      values ('forged', 1, 0, 'Nothing', 1, 1, 'created')`,
    /^change_log \d+: its kind of record does not exist$/,
  ],
  [
    `insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action)
      values ('forged', 2, 0, 'Product', -5, 1, 'created')`,
    /^change_log \d+: its record has an id that the service never gives$/,
  ],
  [
    `insert into location (id, rev_no, name, name_key, is_active)
      values (-9223372036854775807, 1, 'Y', 'y', 1)`,
    /^location -9223372036854775807: its row number is one that the service never gives$/,
  ],
  [
    `insert into location (id, rev_no, name, name_key, is_active)
      values (9007199254740993, 1, 'Z', 'z', 1)`,
    /^location 9007199254740993: its row number is one that the service never gives$/,
  ],
  // The last one: unreadable values are not checked for the other laws.
  [
    "update material_item set nominal_qty = 9223372036854775807 where id = 1",
    /^material_item 1: it contains a number that is too large to be read$/,
  ],
])("an edit past the rules is reported: %s", async ([edit, line]) => {
  await plant.sql(edit);
  expect(await findings()).toContainEqual(expect.stringMatching(line));
});

test("another owner of a system's references than the record gives is reported", async () => {
  const own = await openPlant({ isEdited: true });
  const found = async () =>
    (await audit(own.database.executor, { sha256: webSha256 })).findings.map(
      ({ record, problem }) => `${record.replace(/ \d+$/, "")}: ${problem}`,
    );
  const { Name: productName } = await own.product();
  const use = async (system: string, key: string) => {
    const externalRef = { system, id: own.unique("ref") };
    const receipt = { productName, qty: 1, visualSerialNo: own.unique("SN"), externalRef };
    expect(await own.post("/api/MaterialItem/Receive", receipt, { key })).toMatchObject({
      status: 200,
    });
  };
  const bind = (user: string, system: string) =>
    own.done("post", "/api/ApiKey/Create", {
      name: system,
      user,
      role: "operator",
      externalSystems: [system],
    });
  const { operator, engineer } = own.keys;
  // By the first reference, by a key that nobody used, and given to another user.
  await use("MES", operator);
  await use("MES", operator);
  await bind("operator", "ERP");
  await use("PLC", operator);
  await bind("operator", "PLC");
  await bind("engineer", "PLC");
  await use("PLC", engineer);
  expect(await found()).toEqual([]);

  const rows = await own.sql("select * from external_system");
  const usersNamed = await own.sql("select id from user where name in ('operator', 'engineer')");
  const other =
    "external_system: the record gives the references of this system another owner, or none";
  const first =
    "external_ref: its system belongs to nobody, or to a user who sent no reference before this one";
  const unowned = "api_key: a system that it is bound to has no owner";
  const sum = usersNamed.reduce((total, { id }) => total + Number(id), 0);
  const give = (system: string) =>
    `update external_system set user_id = ${sum} - user_id where system = '${system}'`;
  const remove = (system: string) => `delete from external_system where system = '${system}'`;
  for (const [edit, expected] of [
    [give("MES"), [first, first, other]],
    [give("ERP"), [other]],
    [give("PLC"), [other]],
    [remove("MES"), [first, first]],
    [remove("ERP"), [unowned]],
    [remove("PLC"), [unowned, unowned]],
    ["update external_system set system = 'WMS' where system = 'ERP'", [unowned, other]],
    [`insert into external_system values ('WMS', ${Number(usersNamed[0]!["id"])})`, [other]],
  ] as const) {
    await own.sql(edit);
    expect((await found()).toSorted(), edit).toEqual([...expected].toSorted());
    await own.sql("delete from external_system");
    for (const { system, user_id: userId } of rows) {
      await own.sql("insert into external_system values (?, ?)", system, userId);
    }
  }
  expect(await found()).toEqual([]);
  // A text that is no JSON names no system, and stops no other check.
  await own.sql("update api_key set external_systems = 'x' where name = 'ERP'");
  expect(await found()).toEqual([other, expect.stringMatching(/^ApiKey: its externalSystems /)]);
});

test("a reference of another system without its change in the log is reported", async () => {
  const own = await openPlant({ isEdited: true });
  const found = async () =>
    (await audit(own.database.executor, { sha256: webSha256 })).findings.map(
      ({ record, problem }) => `${record}: ${problem}`,
    );
  const { Name: productName } = await own.product();
  const externalRef = { system: "ERP", id: "A-1" };
  await own.receive({ productName, qty: 1, externalRef });
  expect(await found()).toEqual([]);
  const copied = `insert into external_ref (system, id, method, path, body_hash, operation_id,
    decision, user_id, at) select system, ?, method, path, body_hash, operation_id, decision,
    user_id, at from external_ref where id = 'A-1'`;
  await own.sql(copied, "A-2");
  expect(await found()).toEqual([
    expect.stringMatching(
      /^external_ref \d+: the change log has no change by its user under this reference$/,
    ),
  ]);
  await own.sql("delete from external_ref where id = 'A-2'");
  await own.sql("update external_ref set user_id = (select max(id) from user)");
  expect(await found()).toEqual([
    expect.stringMatching(/^external_system \d+: the record gives the references/),
    expect.stringMatching(/^external_ref \d+: the change log has no change by its user under/),
  ]);
  await own.sql("update external_ref set user_id = (select user_id from external_system)");
  expect(await found()).toEqual([]);
});

test("a clock that was set back is reported, until somebody takes that over", async () => {
  const setBack = await openPlant({ isEdited: true });
  const found = async () =>
    (await audit(setBack.database.executor, { sha256: webSha256 })).findings.map(
      ({ record, problem, isOfTime }) => ({ text: `${record}: ${problem}`, isOfTime }),
    );
  const write = (name: string) => setBack.done("put", "/api/Location/Upsert", { name });
  await write("Before");
  await setBack.sql("drop trigger change_log_update");
  const later = (ms: number) =>
    setBack.sql(
      "update change_log set at = at + ? where seq = (select max(seq) from change_log)",
      ms,
    );
  // A server can record a decision 10 seconds later.
  await later(9000);
  await write("After");
  const isSchema = ({ text }: { text: string }) => text.startsWith("schema: ");
  expect((await found()).filter((one) => !isSchema(one))).toEqual([]);
  await later(60_000);
  await write("Set back");
  const [newest] = await setBack.sql("select max(seq) as n from change_log");
  expect((await found()).filter((one) => !isSchema(one))).toEqual([
    {
      text: `change_log ${Number(newest!["n"])}: it is earlier than the row before it: the clock was set back`,
      isOfTime: true,
    },
  ]);
  await setBack.done("post", "/api/Audit/TakeOver", { comment: "The clock was wrong" });
  expect((await found()).filter((one) => !isSchema(one))).toEqual([]);
});

test("the links of splits and merges are checked, and the quantities that they moved", async () => {
  const edited = await openPlant({ isEdited: true });
  const { split, merge } = lotsOf(edited);
  const { Name: productName } = await edited.product();
  const lot = await edited.receive({ productName, qty: 10 });
  const [part] = (await split(lot, [4])).body.parts;
  expect((await merge(lot, [part])).status).toBe(200);
  const found = async (): Promise<string[]> =>
    (await edited.done("post", "/api/Audit/Verify", {})).findings.map(
      ({ record, problem }: { record: string; problem: string }) => `${record}: ${problem}`,
    );
  expect(await found()).toEqual([]);
  await edited.sql("update lot_transfer set qty = qty + 1000000 where kind = 'split'");
  const ofLot = `MaterialItem ${lot.id} (${lot.visualSerialNo})`;
  expect(await found()).toEqual(
    expect.arrayContaining([
      `${ofLot}: nominal quantity 10 + adjustments 0 + merged in 4 - split off or merged into ` +
        "others 5 is not actual quantity 10 + net built 0",
      expect.stringMatching(`^MaterialItem ${part.id} .+: its lotTransfer 1 differs from the`),
    ]),
  );
  await edited.sql("delete from lot_transfer where kind = 'merge'");
  expect(await found()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^MaterialItem .+: its lotTransfer is missing: .+merge/),
      "lot_transfer 1: the 1 records after it are missing",
    ]),
  );
});
