import { beforeEach, describe, expect, test } from "vitest";
import { type CatalogName, catalogNames } from "../../src/catalog/definitions.ts";
import { deleteFromCatalog } from "../../src/catalog/delete.ts";
import { type CatalogInput, upsertCatalog } from "../../src/catalog/upsert.ts";
import { openPlant } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();

beforeEach(() => {
  ({ database, context, rows, relied, logged } = openPlant());
});

const upsert = <Name extends CatalogName>(name: Name, input: CatalogInput<Name>) =>
  upsertCatalog(context, name, input);
const remove = (name: CatalogName, id: number) => deleteFromCatalog(context, name, { id });
const hint = "To retire it, set isActive to false.";

/** The noun of each resource, and the default values of its extra fields. */
const resources: Record<CatalogName, [noun: string, extras?: object]> = {
  BuildSlotType: ["build slot type"],
  CaseDataDefinition: ["case data definition"],
  Currency: ["currency"],
  HoldReason: ["hold reason"],
  LabelTemplate: [
    "label template",
    {
      kind: "item",
      widthMm: 50_000_000,
      heightMm: 25_000_000,
      dpi: 203,
      symbology: "dataMatrix",
      code: "{visualSerialNo}",
      lines: [],
      zpl: null,
    },
  ],
  Location: ["location"],
  MaterialReason: ["material reason", { transactions: [], disposition: "return" }],
  MaterialStatus: ["material status", { consumable: false, buildable: false }],
  OwnershipType: ["ownership type"],
  ProductType: ["product type"],
  PropertyDefinition: ["property definition"],
  ReceiptProfile: ["receipt profile", { fields: {} }],
  Plant: ["plant", { address: null, sealKeys: [], documentRequired: false }],
  ReceiptRecipe: ["receipt recipe"],
  Role: ["role", { operations: [] }],
  SerialRange: ["serial range", { prefix: "", nextNumber: 1, endNumber: null, padding: 0 }],
  SignatureMeaning: ["signature meaning"],
  UnitOfMeasure: ["unit of measure", { code: null, dimension: "New", factor: 1_000_000 }],
  User: [
    "user",
    {
      roles: null,
      issuer: null,
      subject: null,
      rolesAt: null,
      badge: null,
      badgeKey: null,
      pinSetAt: null,
    },
  ],
  WorkCentre: ["work centre"],
};

test.for(catalogNames)(
  "a %s has the fields that are sent, and defaults for the others",
  async (name) => {
    const [noun, extras = {}] = resources[name];
    const fields = {
      suid: null,
      suidKey: null,
      name: "New",
      nameKey: "new",
      description: null,
      isActive: true,
      ...extras,
    };
    const { id, ...made } = await upsert(name, { name: "New" });
    expect(made).toEqual({ revNo: 1, ...fields });
    expect(logged()).toEqual([[`${name} ${id} created`, expect.anything()]]);
    expect(logged()[0]![1]).toMatchObject({ name: "New", nameKey: "new", isActive: true });
    expect(await refusedWith(upsert(name, { name: "NEW" }))).toEqual(
      atFault("duplicate", `The ${noun} NEW already exists.`, "/name"),
    );
    expect(await remove(name, id)).toEqual({ id, ...made });
    expect(logged()).toEqual([[`${name} ${id} deleted`, expect.objectContaining({ name: "New" })]]);
    const gone = atFault("not_found", `No ${noun} has the id ${id}.`, "/id");
    expect(await refusedWith(remove(name, id))).toEqual(gone);
    expect(await refusedWith(upsert(name, { id, name: "New" }))).toEqual(gone);
  },
);

describe("a record that is created", () => {
  test("has the defaults for null", async () => {
    const given = { name: "R", suid: null, isActive: null, description: null };
    expect(await upsert("SerialRange", { ...given, prefix: null, nextNumber: null })).toMatchObject(
      { prefix: "", nextNumber: 1, isActive: true },
    );
  });

  test("has the fields that are sent", async () => {
    const given = { suid: "R-1", description: "Rings", isActive: false, prefix: "R-", padding: 4 };
    expect(await upsert("SerialRange", { ...given, name: "Rings" })).toEqual({
      ...given,
      id: 2,
      revNo: 1,
      suidKey: "r-1",
      name: "Rings",
      nameKey: "rings",
      nextNumber: 1,
      endNumber: null,
    });
  });

  test("has its SUID as its name if it has none", async () => {
    const made = await upsert("UnitOfMeasure", { suid: "KG" });
    expect(made).toMatchObject({ name: "KG", nameKey: "kg", suid: "KG", dimension: "KG" });
    const twice = await refusedWith(upsert("UnitOfMeasure", { suid: "kg", name: null }));
    expect(twice).toEqual(atFault("duplicate", "The unit of measure kg already exists.", "/suid"));
    const named = await refusedWith(upsert("UnitOfMeasure", { suid: "kG", name: "Kilo" }));
    expect(named).toEqual(
      atFault("duplicate", "Another unit of measure has the SUID kG.", "/suid"),
    );
  });
});

describe("a record that is updated", () => {
  test.for<CatalogInput<"Location">>([
    {},
    { suid: undefined, name: undefined, isActive: undefined },
    { suid: "EAST", name: "The EAST", description: null, isActive: true, revNo: 1 },
  ])("keeps its revision where %j changes nothing, and nothing is logged", async (input) => {
    const changes = rows("select count(*) from change_log");
    const answer = await upsert("Location", { id: 2, ...input });
    expect(answer).toMatchObject({ id: 2, revNo: 1, suid: "EAST", name: "The EAST" });
    expect(rows("select rev_no from location where id = 2")).toEqual([[1]]);
    expect(rows("select count(*) from change_log")).toEqual(changes);
  });

  test("keeps its revision where lists and rules are sent back as they are", async () => {
    const reason = { name: "Count", transactions: ["adjust"] as const };
    const { id } = await upsert("MaterialReason", { ...reason, transactions: ["adjust"] });
    expect(await upsert("MaterialReason", { id, transactions: ["adjust"] })).toMatchObject({
      revNo: 1,
    });
    expect(await upsert("MaterialReason", { id, transactions: ["remove"] })).toMatchObject({
      revNo: 2,
    });
  });

  test("is refused with the present record where another revision was read", async () => {
    await upsert("Location", { id: 2, description: "New" });
    const stale = await refusedWith(upsert("Location", { id: 2, revNo: 1, description: "Old" }));
    expect(stale).toMatchObject({
      code: "stale_revision",
      message: "The location The EAST is at revision 2.",
    });
    const [removal] = await Promise.allSettled([
      deleteFromCatalog(context, "Location", { id: 2, revNo: 1 }),
    ]);
    expect(removal).toMatchObject({
      reason: { code: "stale_revision", entity: "Location", current: { id: 2, revNo: 2 } },
    });
    expect(await upsert("Location", { id: 2, revNo: 2, isActive: false })).toMatchObject({
      revNo: 3,
    });
  });

  test.for<[CatalogInput<"Location">, changed: object]>([
    [{ name: "Hall" }, { name: "Hall", nameKey: "hall" }],
    [{ suid: "HALL" }, { suid: "HALL", suidKey: "hall" }],
    [{ suid: null }, { suid: null, suidKey: null }],
    [
      { description: "Old", isActive: false },
      { description: "Old", isActive: false },
    ],
    [
      { name: "THE EAST", suid: "east" },
      { name: "THE EAST", suid: "east" },
    ],
  ])("changes by %j and nothing else", async ([input, changed]) => {
    expect(await upsert("Location", { id: 2, ...input })).toEqual({
      id: 2,
      revNo: 2,
      suid: "EAST",
      suidKey: "east",
      name: "The EAST",
      nameKey: "the east",
      description: null,
      isActive: true,
      ...changed,
    });
    expect(logged()).toEqual([["Location 2 updated", changed]]);
    expect(relied()).toEqual([]);
  });

  test("can't get the name or SUID of another", async () => {
    expect(
      await refusedWith(upsert("Location", { id: 2, name: "the main", suid: "Main" })),
    ).toEqual({
      code: "duplicate",
      message: "The location the main already exists. Another location has the SUID Main.",
      errors: [
        { pointer: "/name", detail: "The location the main already exists." },
        { pointer: "/suid", detail: "Another location has the SUID Main." },
      ],
    });
  });
});

describe("a reserved record", () => {
  const message = (noun: string, suid: string) =>
    `The service uses the ${noun} with the SUID ${suid}: it can't be deleted, and its SUID can't change.`;

  test.for(["WIP", "AVAILABLE", "CONSUMED", "SCRAPPED", "DISPATCHED"])(
    "is the status %s",
    async (suid) => {
      const id = 1 + ["WIP", "AVAILABLE", "CONSUMED", "SCRAPPED", "DISPATCHED"].indexOf(suid);
      expect(await refusedWith(upsert("MaterialStatus", { id, suid: "OTHER" }))).toEqual(
        atFault("reserved", message("material status", suid), "/suid"),
      );
      expect(await refusedWith(remove("MaterialStatus", id))).toEqual(
        atFault("reserved", message("material status", suid), "/id"),
      );
      expect(await upsert("MaterialStatus", { id, name: "Other", suid })).toMatchObject({ suid });
    },
  );

  test.for(["ADMIN", "COMMAND-LINE"])("is the user %s", async (suid) => {
    const { id } = await upsert("User", { suid });
    expect(await refusedWith(remove("User", id))).toEqual(
      atFault("reserved", message("user", suid), "/id"),
    );
  });

  test("is none without its SUID", async () => {
    const { id } = await upsert("User", { name: "Admin" });
    expect(await remove("User", id)).toMatchObject({ name: "Admin" });
  });
});

describe("a field that is fixed by use", () => {
  const used =
    "insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, " +
    "action, reason_id) values ('o', 0, 0, 'MaterialItem', 1, 2, 'adjusted', 1)";

  test.for<[input: CatalogInput<"MaterialReason">, fields: string[]]>([
    [{ suid: "OTHER" }, ["suid"]],
    [{ disposition: "scrap" }, ["disposition"]],
    [{ suid: null, disposition: "hold" }, ["suid", "disposition"]],
  ])("stays the same in a reason: %j", async ([input, fields]) => {
    database.exec(used);
    const detail = "Fixed, because the material reason is in use.";
    expect(await refusedWith(upsert("MaterialReason", { id: 1, ...input }))).toEqual({
      code: "fixed",
      message: `The ${fields.join(" and ")} of the material reason The COUNT can't change: it is in use.`,
      errors: fields.map((field) => ({ pointer: `/${field}`, detail })),
      members: { counts: { ChangeLog: 1 } },
    });
  });

  test("leaves the other fields of a reason free", async () => {
    database.exec(used);
    expect(await upsert("MaterialReason", { id: 1, name: "Other" })).toMatchObject({
      name: "Other",
    });
    expect(relied()).toEqual([]);
  });

  test("stays the same in a unit, and each use is counted", async () => {
    database.exec("update slot_candidate set use_uom_id = 1");
    const input = { id: 1, dimension: "mass", factor: 2 };
    expect(await refusedWith(upsert("UnitOfMeasure", input))).toMatchObject({
      message:
        "The dimension and factor of the unit of measure The EACH can't change: it is in use.",
      members: { counts: { Product: 5, SlotCandidate: 3 } },
    });
    expect(await upsert("UnitOfMeasure", { id: 1, code: "C62" })).toMatchObject({ code: "C62" });
  });

  test("can change while there is no use", async () => {
    expect(await upsert("MaterialReason", { id: 1, suid: "OTHER" })).toMatchObject({
      suid: "OTHER",
    });
    expect(relied()).toEqual([["from change_log where reason_id", 1]]);
    const { id } = await upsert("UnitOfMeasure", { name: "Kilo" });
    expect(await upsert("UnitOfMeasure", { id, factor: 2 })).toMatchObject({ factor: 2 });
    expect(relied()).toEqual([
      ["from product where base_unit_id", id],
      ["from slot_candidate where use_uom_id", id],
    ]);
  });
});

describe("a serial range", () => {
  const at = (pointer: string, end: number, next: number) =>
    atFault(
      "serial_range",
      `The serial range The PUMPS can't end at ${end}: its next number is ${next}.`,
      pointer,
    );

  test("ends at its next number less 1, or later", async () => {
    const update = (input: CatalogInput<"SerialRange">) =>
      upsert("SerialRange", { id: 1, ...input });
    expect(await refusedWith(update({ endNumber: 5 }))).toEqual(at("/endNumber", 5, 7));
    expect(await update({ endNumber: 6 })).toMatchObject({ endNumber: 6 });
    expect(await update({ endNumber: 9, nextNumber: 10 })).toMatchObject({ nextNumber: 10 });
    expect(await refusedWith(update({ nextNumber: 11 }))).toEqual(at("/nextNumber", 9, 11));
    expect(await update({ nextNumber: 11, endNumber: null })).toMatchObject({ endNumber: null });
  });

  test("does so, too, when it is new", async () => {
    const made = upsert("SerialRange", { name: "New", nextNumber: 5, endNumber: 3 });
    expect(await refusedWith(made)).toMatchObject({
      code: "serial_range",
      errors: [{ pointer: "/endNumber" }],
    });
  });
});

test("a record in use is not deleted, and each kind of use is counted", async () => {
  expect(await refusedWith(remove("OwnershipType", 1))).toEqual({
    code: "in_use",
    message: `The ownership type The OWN is in use (Product 5). ${hint}`,
    members: { counts: { Product: 5 } },
  });
  expect(await remove("OwnershipType", 2)).toMatchObject({ suid: "THEIRS" });
  expect(rows("select id from ownership_type order by id")).toEqual([[1], [3]]);
});
