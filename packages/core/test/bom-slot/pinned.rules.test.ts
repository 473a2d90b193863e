import { expect, test } from "vitest";
import type { Merged } from "../../src/bom-slot/merged.ts";
import { requireSameRequirement } from "../../src/bom-slot/pinned.rules.ts";
import type { Candidate } from "../../src/bom-slot/slot.ts";
import { scale } from "../../src/values/decimal.ts";
import { refusalDetails } from "../refused.ts";
import { other, stored } from "./candidates.ts";

const version = { bom: "Main", major: 1, minor: 2, worksOrders: 3 };
const shown = { edhrBomRequired: scale, edhrBuildRequired: 0 };
const needed = { isActive: true, isRequired: true, ...shown };
const optional = { isActive: true, isRequired: false, ...shown };
const retired = { isActive: false, isRequired: true, ...shown };
const designed = { ...optional, edhrBomRequired: 2 * scale };
const filled = { ...optional, edhrBuildRequired: 2 * scale };

const changed = (fields: Partial<Candidate>, before = stored()): Merged<Candidate> => ({
  before,
  after: { ...before, ...fields },
  isGiven: true,
});
const added = (fields: Partial<Candidate> = {}): Merged<Candidate> => ({
  before: null,
  after: { ...other(), id: 0, ...fields },
  isGiven: true,
});
const kept = (candidate = stored()) => changed({}, candidate);

test("a version without started orders takes every change", () => {
  const change = () =>
    requireSameRequirement({ ...version, worksOrders: 0 }, null, needed, [
      changed({ qty: 5 * scale, isActive: false }),
    ]);
  expect(change).not.toThrow();
});

test.for<[does: string, ...Tail<Parameters<typeof requireSameRequirement>>]>([
  ["a new optional slot", null, optional, [added()]],
  ["a new inactive slot", null, retired, [added()]],
  ["a slot that is optional and retired", optional, { ...retired, isRequired: false }, []],
  ["a required slot that was retired before", retired, { ...retired, isRequired: false }, []],
  ["an alternate", needed, needed, [added(), kept()]],
  ["a first candidate of a slot that needs nothing", needed, needed, [added({ minQty: 0 })]],
  ["another default", needed, needed, [changed({ isDefault: false }), added({ isDefault: true })]],
  [
    "an alternate that is deactivated",
    needed,
    needed,
    [kept(), changed({ isActive: false }, other())],
  ],
  ["the last candidate of an optional slot", optional, optional, [changed({ isActive: false })]],
  [
    "another quantity of an alternate that was inactive",
    needed,
    needed,
    [kept(), changed({ isActive: true, qty: 5 * scale }, other({ isActive: false }))],
  ],
  [
    "another alternate of a slot that needs nothing",
    needed,
    needed,
    [kept(stored({ minQty: 0 })), added({ minQty: 0 }), changed({ isActive: false }, other())],
  ],
  ["the last candidate in exchange", needed, needed, [changed({ isActive: false }), added()]],
  [
    "other numbers that only show a slot",
    optional,
    { ...optional, edhrBomRequired: 3 * scale },
    [],
  ],
  ["the first candidate of a slot whose design is compulsory", designed, designed, [added()]],
  ["the first candidate of a slot whose build is compulsory", filled, filled, [added()]],
  [
    "the end of an alternate of a slot whose design is compulsory",
    designed,
    designed,
    [kept(), changed({ isActive: false }, other({ minQty: 0 }))],
  ],
])("a pinned version takes %s", ([, ...change]) => {
  expect(() => requireSameRequirement(version, ...change)).not.toThrow();
});

const becomesCompulsory = "No slot becomes compulsory after the first Start.";
const staysCompulsory = "A compulsory slot stays compulsory after the first Start.";
const lastOfCompulsory = "A compulsory slot keeps an active candidate: Seal is the last one.";
const freeCompulsory = "Above 0: with this candidate, the compulsory slot would need nothing.";
const becomes = "No slot becomes required after the first Start.";
const stays = "A required slot stays required after the first Start.";
const fixed = "Fixed since the first Start. Add another candidate instead.";
const free = "Above 0: with this candidate, the required slot would need nothing.";
const demanding = "The required slot needs nothing now, and would need material.";
const last = "A required slot keeps an active candidate: Seal is the last one.";

test.for<
  [
    does: string,
    ...change: Tail<Parameters<typeof requireSameRequirement>>,
    faults: readonly (readonly [pointer: string, detail: string])[],
  ]
>([
  ["a new required slot", null, needed, [added()], [["/isRequired", becomes]]],
  ["an optional slot that becomes required", optional, needed, [], [["/isRequired", becomes]]],
  ["a retired slot that comes back", retired, needed, [], [["/isActive", becomes]]],
  ["a required slot that becomes optional", needed, optional, [], [["/isRequired", stays]]],
  ["a required slot that retires", needed, retired, [], [["/isActive", stays]]],
  [
    "a slot whose evidence becomes compulsory",
    optional,
    { ...optional, edhrBomRequired: 2 * scale, edhrBuildRequired: 2 * scale },
    [],
    [
      ["/edhrBomRequired", becomesCompulsory],
      ["/edhrBuildRequired", becomesCompulsory],
    ],
  ],
  ["a new compulsory slot", null, filled, [], [["/edhrBuildRequired", becomesCompulsory]]],
  [
    "a compulsory design that ends",
    designed,
    optional,
    [],
    [["/edhrBomRequired", staysCompulsory]],
  ],
  [
    "a compulsory slot that retires",
    { ...designed, isRequired: true },
    { ...designed, isRequired: true, isActive: false },
    [],
    [["/isActive", stays]],
  ],
  [
    "a compulsory slot, not required, that retires",
    filled,
    { ...filled, isActive: false },
    [],
    [["/isActive", staysCompulsory]],
  ],
  [
    "the last candidate of a slot whose design is compulsory",
    designed,
    designed,
    [changed({ isActive: false })],
    [["/candidates/0/isActive", lastOfCompulsory]],
  ],
  [
    "an alternate without a minimum of a slot whose build is compulsory",
    filled,
    filled,
    [kept(), added({ minQty: 0 })],
    [["/candidates/1/minQty", freeCompulsory]],
  ],
  [
    "other quantities",
    needed,
    needed,
    [kept(other()), changed({ qty: 4 * scale, minQty: 0, maxQty: null })],
    [
      ["/candidates/1/qty", fixed],
      ["/candidates/1/minQty", fixed],
      ["/candidates/1/maxQty", fixed],
    ],
  ],
  [
    "another product, version and unit",
    optional,
    optional,
    [changed({ productId: 9, version: "C", useUomId: 4 })],
    [
      ["/candidates/0/product", fixed],
      ["/candidates/0/version", fixed],
      ["/candidates/0/useUom", fixed],
    ],
  ],
  [
    "the last candidate of a required slot",
    needed,
    needed,
    [kept(other({ isActive: false })), changed({ isActive: false })],
    [["/candidates/1/isActive", last]],
  ],
  [
    "an alternate without a minimum of a slot that needs material",
    needed,
    needed,
    [kept(), added({ minQty: 0 })],
    [["/candidates/1/minQty", free]],
  ],
  [
    "the first candidate of a slot that needs nothing",
    needed,
    needed,
    [added()],
    [["/candidates/0/isActive", demanding]],
  ],
  [
    "the end of the alternate that lets a slot need nothing",
    needed,
    needed,
    [kept(), changed({ isActive: false }, other({ minQty: 0 }))],
    [["/candidates/1/isActive", demanding]],
  ],
])("a pinned version does not take %s", ([, before, after, candidates, faults]) => {
  expect(
    refusalDetails(() => requireSameRequirement(version, before, after, candidates)),
  ).toMatchObject({
    code: "bom_status",
    message:
      "Works orders were started with version 1.2 of the BoM Main (3): what it requires can't " +
      "change. Copy the version with Bom/CopyVersion, and change the copy. " +
      "WorksOrder/ChangeVersion then gives it to running orders.",
    errors: faults.map(([pointer, detail]) => ({ pointer, detail })),
    members: { counts: { worksOrders: 3 } },
  });
});

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest]
  ? Rest
  : never;
