import { describe, expect, test } from "vitest";
import type { Bom, VersionUse } from "../../src/bom/bom.ts";
import type { UpsertBomInput, BomUpsertFacts } from "../../src/bom/upsert.facts.ts";
import { decideBomUpsert } from "../../src/bom/upsert.rules.ts";
import { atFault, refusalDetails } from "../refused.ts";
import { pumpBom } from "./pump.ts";

const version = (id: number, major: number, status: "Draft" | "Released" | "Obsolete") => ({
  id,
  revNo: 1,
  bomId: 7,
  major,
  minor: 0,
  status,
});

const pump: Bom = {
  ...pumpBom(7),
  versions: [version(11, 1, "Released"), version(12, 2, "Draft")],
};

const use = (id: number, orders: number, pinningOrders: number, slots = 0): VersionUse => ({
  id,
  bomId: 7,
  counts: { BomSlot: slots, WorksOrder: orders },
  pinningOrders,
});

const noRules = { lastRule: 0, plant: null };

const facts = (changed: Partial<BomUpsertFacts> = {}): BomUpsertFacts => ({
  boms: [pump],
  uses: [use(11, 0, 0), use(12, 0, 0)],
  named: [{ id: 7, nameKey: "main", parentProductId: 4 }],
  products: [
    { id: 4, revNo: 2, name: "Pump", isActive: true },
    { id: 5, revNo: 9, name: "Valve", isActive: true },
    { id: 6, revNo: 1, name: "Fan", isActive: false },
  ],
  signing: [11, 12].map((versionId) => ({ versionId, productId: 4, signing: noRules })),
  ...changed,
});

const update = (input: Omit<UpsertBomInput, "id">, changed?: Partial<BomUpsertFacts>) =>
  decideBomUpsert(facts(changed), { id: 7, ...input });

const codeOf = (decide: () => unknown): string => {
  try {
    decide();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "accepted";
};

test("an unknown version is refused before a duplicate one", () => {
  const twice = { versions: [{ version: { major: 1, minor: 0 } }, { id: 11 }] };
  expect(codeOf(() => update(twice))).toBe("duplicate");
  expect(codeOf(() => update({ ...twice, parentProductName: "Fan" }))).toBe("inactive");
  expect(codeOf(() => update({ ...twice, parentProductName: "Nothing" }))).toBe("not_found");
  const missing = { versions: [{ id: 99 }], parentProductName: "Fan" };
  expect(codeOf(() => update(missing))).toBe("not_found");
});

describe("versions", () => {
  const one = { major: 1, minor: 0 };
  const three = { major: 3, minor: 0 };

  test("an entry without an id is the version of its number, or a new draft", () => {
    const { versions } = update({
      versions: [{ version: one, status: "Obsolete" }, { version: three }],
    });
    expect(versions).toMatchObject([
      { before: { id: 11 }, after: { id: 11, status: "Obsolete" } },
      { before: null, after: { ...three, status: "Draft" } },
    ]);
  });

  test("versions as a list returned them change nothing and claim nothing", () => {
    const { versions } = update({
      versions: pump.versions.map(({ id, major, minor, status }) => ({
        id,
        version: { major, minor },
        status,
      })),
    });
    expect(versions).toEqual([]);
  });

  test.for([
    ["an id of another BoM", [{ id: 99 }], "not_found"],
    ["the number of another version", [{ id: 12, version: one }], "duplicate"],
    [
      "numbers that two versions exchange",
      [
        { id: 11, version: { major: 2, minor: 0 } },
        { id: 12, version: one },
      ],
      "duplicate",
    ],
    ["one version by id and by number", [{ id: 11 }, { version: one }], "duplicate"],
    ["a new number", [{ id: 12, version: three }], "accepted"],
  ] as const)("%s: %s", ([, versions, code]) => {
    expect(codeOf(() => update({ versions }))).toBe(code);
  });

  test("a version that an order uses keeps its number", () => {
    const uses = [use(11, 1, 0), use(12, 0, 0)];
    const renumber = () => update({ versions: [{ id: 11, version: three }] }, { uses });
    expect(codeOf(renumber)).toBe("fixed");
  });

  test("a new number relies on the absence of orders", () => {
    const { absences } = update({ versions: [{ id: 12, version: three }] });
    expect(absences).toEqual([["ordersOfBomVersion", 12]]);
  });

  test.for([
    ["Released", "Draft", 1, "bom_status"],
    ["Obsolete", "Draft", 1, "bom_status"],
    ["Released", "Obsolete", 1, "accepted"],
    ["Obsolete", "Released", 1, "accepted"],
    ["Draft", "Draft", 1, "accepted"],
    ["Released", "Draft", 0, "accepted"],
  ] as const)("from %s to %s with %i started orders: %s", ([from, to, started, code]) => {
    const boms = [{ ...pump, versions: [version(11, 1, from)] }];
    // An order that is not started does not pin.
    const uses = [use(11, started + 1, started)];
    const change = () => update({ versions: [{ id: 11, status: to }] }, { boms, uses });
    expect(codeOf(change)).toBe(code);
  });
});

describe("parent product", () => {
  test("it can change while nothing uses the versions", () => {
    const { after, absences, asserts } = update({ parentProductName: "Valve" });
    expect(after).toMatchObject({ parentProductId: 5, parentProductName: "Valve" });
    expect(asserts).toEqual([["Product", 5, 9]]);
    expect(absences).toEqual([
      ["slotsOfBom", 7],
      ["ordersOfBom", 7],
    ]);
  });

  test.for([
    ["a slot", use(11, 0, 0, 1), "Valve", "fixed"],
    ["an order", use(11, 1, 0), "Valve", "fixed"],
    ["a slot, and it stays", use(11, 0, 0, 1), "Pump", "accepted"],
    ["nothing, of another case", use(11, 0, 0), "valve", "not_found"],
    ["nothing, and retired", use(11, 0, 0), "Fan", "inactive"],
  ] as const)("used by %s: %s to %s is %s", ([, used, parentProductName, code]) => {
    expect(codeOf(() => update({ parentProductName }, { uses: [used] }))).toBe(code);
  });
});

test.for([
  ["its own name in another case", { name: "MAIN" }, "accepted"],
  ["the name of a BoM of another product", { name: "Spare" }, "accepted"],
  ["the name of a BoM of its product", { name: "Other" }, "duplicate"],
  ["a product that has one of its name", { parentProductName: "Valve" }, "duplicate"],
] as const)("%s: %j is %s", ([, input, code]) => {
  const named = [
    { id: 7, nameKey: "main", parentProductId: 4 },
    { id: 8, nameKey: "main", parentProductId: 5 },
    { id: 9, nameKey: "spare", parentProductId: 5 },
    { id: 10, nameKey: "other", parentProductId: 4 },
  ];
  expect(codeOf(() => update(input, { named }))).toBe(code);
});

test("null clears the description, and absent fields stay", () => {
  const boms = [{ ...pump, description: "Old", isActive: false }];
  expect(update({}, { boms }).after).toMatchObject({ description: "Old", isActive: false });
  expect(update({ description: null }, { boms }).after).toMatchObject({ description: null });
});

test("a new BoM is active and without a description, and its versions are drafts", () => {
  const input = { name: "Spare", parentProductName: "Pump" };
  const created = {
    revNo: 0,
    name: "Spare",
    nameKey: "spare",
    parentProductId: 4,
    parentProductName: "Pump",
    description: null,
    isActive: true,
    versions: [],
  };
  expect(decideBomUpsert(facts({ boms: [], uses: [] }), input)).toEqual({
    asserts: [["Product", 4, 2]],
    absences: [],
    before: null,
    after: created,
    versions: [],
  });
  const versions = [{ version: { major: 1, minor: 0 } }];
  const given = { ...input, description: "New", isActive: false, versions };
  expect(decideBomUpsert(facts({ boms: [], uses: [] }), given)).toMatchObject({
    after: { ...created, description: "New", isActive: false },
    versions: [{ before: null, after: { id: 0, revNo: 0, bomId: 0, major: 1, minor: 0 } }],
  });
});

test("an empty update changes nothing", () => {
  const { id: _id, ...fields } = pump;
  expect(update({})).toEqual({
    asserts: [],
    absences: [],
    before: pump,
    after: fields,
    versions: [],
  });
});

test("a version that changes its minor number is renumbered", () => {
  const renumbered = update({ versions: [{ id: 12, version: { major: 2, minor: 1 } }] });
  expect(renumbered.versions).toMatchObject([{ after: { id: 12, major: 2, minor: 1 } }]);
  expect(renumbered.absences).toEqual([["ordersOfBomVersion", 12]]);
});

test("the uses of other versions do not fix a version", () => {
  const uses = [use(12, 2, 2), use(11, 0, 0)];
  const three = { major: 3, minor: 0 };
  const { versions } = update(
    { versions: [{ id: 11, version: three, status: "Draft" }] },
    { uses },
  );
  expect(versions).toMatchObject([{ after: { ...three, status: "Draft" } }]);
  expect(update({ versions: [{ id: 11, status: "Draft" }] }, { uses: [] }).versions).toHaveLength(
    1,
  );
});

describe("a refusal names", () => {
  test("the product that is unknown or retired", () => {
    const detail = "No product is named Bolt.";
    expect(refusalDetails(() => update({ parentProductName: "Bolt" }))).toEqual({
      code: "not_found",
      message: detail,
      errors: [{ pointer: "/parentProductName", detail }],
    });
    expect(refusalDetails(() => update({ parentProductName: "Fan" }))).toEqual(
      atFault("inactive", "Product Fan is not active.", "/parentProductName"),
    );
    const boms = [{ ...pump, parentProductId: 6, parentProductName: "Fan" }];
    expect(update({ parentProductName: "Fan" }, { boms }).after.parentProductId).toBe(6);
    const bolt = { name: "New", parentProductName: "Fan" };
    expect(refusalDetails(() => decideBomUpsert(facts(), bolt)).code).toBe("inactive");
  });

  test("the BoM whose name is taken", () => {
    const named = [{ id: 10, nameKey: "other", parentProductId: 4 }];
    const detail = "Pump already has a BoM named Other.";
    const refusal = {
      code: "duplicate",
      message: detail,
      errors: [{ pointer: "/name", detail }],
    };
    expect(refusalDetails(() => update({ name: "Other" }, { named }))).toEqual(refusal);
    const another = { name: "Other", parentProductName: "Pump" };
    expect(refusalDetails(() => decideBomUpsert(facts({ named }), another))).toEqual(refusal);
  });

  test("each version that the BoM lacks", () => {
    expect(
      refusalDetails(() => update({ versions: [{ id: 98 }, { id: 11 }, { id: 99 }] })),
    ).toEqual({
      code: "not_found",
      message: "The BoM has no version with the id 98. The BoM has no version with the id 99.",
      errors: [
        { pointer: "/versions/0/id", detail: "The BoM has no version with the id 98." },
        { pointer: "/versions/2/id", detail: "The BoM has no version with the id 99." },
      ],
    });
  });

  test("the number of another entry", () => {
    const detail = "Another version or entry has the number 1.0.";
    expect(
      refusalDetails(() => update({ versions: [{ id: 12, version: { major: 1, minor: 0 } }] })),
    ).toEqual({
      code: "duplicate",
      message: detail,
      errors: [{ pointer: "/versions/0/version", detail }],
    });
  });

  test("the uses that fix the parent product", () => {
    const uses = [use(11, 2, 0, 1), use(12, 1, 0)];
    const detail = "BoM Main can't move from Pump: its versions are in use.";
    expect(refusalDetails(() => update({ parentProductName: "Valve" }, { uses }))).toEqual({
      code: "fixed",
      message: detail,
      errors: [{ pointer: "/parentProductName", detail }],
      members: { counts: { BomSlot: 1, WorksOrder: 3 } },
    });
  });

  test("the number of works orders that use or pin a version", () => {
    const uses = [use(11, 3, 2)];
    const three = { major: 3, minor: 0 };
    expect(
      refusalDetails(() => update({ versions: [{ id: 11, version: three }] }, { uses })),
    ).toEqual({
      code: "fixed",
      message: "Version 1.0 can't be renumbered: works orders use it (3).",
      errors: [expect.objectContaining({ pointer: "/versions/0/version" })],
      members: { counts: { WorksOrder: 3 } },
    });
    const pinned =
      "Version 1.0 is Released and can't become a Draft: works orders were started with it (2).";
    expect(
      refusalDetails(() => update({ versions: [{ id: 11, status: "Draft" }] }, { uses })),
    ).toEqual(atFault("bom_status", pinned, "/versions/0/status"));
  });
});

test("a BoM has at most 200 versions, and those that it has already are always accepted", () => {
  const numbers = (count: number, from = 10) =>
    Array.from({ length: count }, (_, index) => ({ version: { major: from + index, minor: 0 } }));
  const of = (count: number): Partial<BomUpsertFacts> => ({
    boms: [
      {
        ...pump,
        versions: numbers(count).map(({ version: { major } }) => version(major, major, "Draft")),
      },
    ],
    uses: [],
  });
  expect(codeOf(() => update({ versions: numbers(198, 100) }))).toBe("accepted");
  expect(refusalDetails(() => update({ versions: numbers(199, 100) }))).toEqual(
    atFault("too_many", "The record would have 201 versions; the maximum is 200.", "/versions"),
  );
  const present = [{ id: 10, status: "Obsolete" as const }, { version: { major: 11, minor: 0 } }];
  expect(codeOf(() => update({ versions: present }, of(250)))).toBe("accepted");
  expect(codeOf(() => update({ versions: [...present, ...numbers(1, 999)] }, of(250)))).toBe(
    "too_many",
  );
});
