import { expect, test } from "vitest";
import type { NamedCandidate } from "../../src/consumption/facts.ts";
import type {
  CompleteFacts,
  CompleteWorksOrderInput,
} from "../../src/works-order/complete.facts.ts";
import { shortage } from "../../src/completeness/shortage.ts";
import { decideComplete } from "../../src/works-order/complete.rules.ts";
import type { Order } from "../../src/works-order/order.ts";
import { by, candidate, now, q, statuses } from "../consumption/plant.ts";
import { codeOf, refusalDetails } from "../refused.ts";
import { order } from "./order.ts";

/** A candidate with a minimum, and the quantity built of it. */
interface Built extends Partial<NamedCandidate> {
  readonly built?: number;
}

/** Returns the shortage of a slot with these candidates, for a number of units of parent. */
function lacking(candidates: readonly Built[], parentQty = 1) {
  const made = candidates.map(({ built: _built, ...fields }, index) =>
    candidate({ candidateId: index + 1, isDefault: false, ...fields }),
  );
  const builtQty = new Map(candidates.map(({ built = 0 }, index) => [index + 1, q(built)]));
  return shortage(made, builtQty, q(parentQty));
}

const of = (minQty: number, built = 0, more: Partial<NamedCandidate> = {}): Built => ({
  minQty: q(minQty),
  built,
  ...more,
});

test.for<[guarantee: string, slot: Built[], parentQty?: number]>([
  ["the minimum", [of(2, 2)]],
  ["more than the minimum", [of(2, 5)]],
  ["the minimum for each unit of parent", [of(2, 6)], 3],
  ["halves of two candidates", [of(2, 1), of(6, 3)]],
  ["thirds of three candidates, exactly", [of(3, 1), of(3, 1), of(3, 1)]],
  ["one candidate alone, whatever the others need", [of(2, 2), of(7)]],
  ["nothing, where the minimum is 0", [of(0)]],
  ["nothing, where the minimum of one of them is 0", [of(5), of(0)]],
  ["a base unit that is a thousand units of use", [of(1500, 1.5, { useFactor: 1_000 })]],
])("a slot is complete with %s", ([, slot, parentQty]) => {
  expect(lacking(slot, parentQty)).toBeUndefined();
});

test.for<[guarantee: string, slot: Built[], parentQty: number, required: number, built: number]>([
  ["nothing", [of(2)], 1, 2, 0],
  ["a millionth too little", [of(2, 1.999999)], 1, 2, 1.999999],
  ["the minimum of one unit for three", [of(2, 2)], 3, 6, 2],
  ["halves that make no whole", [of(2, 1), of(6, 2)], 1, 2, 1.666666],
  ["two of three thirds", [of(3, 1), of(3, 1), of(3)], 1, 3, 2],
])(
  "the shortage of a slot with %s is given in the unit of one candidate",
  ([, slot, parentQty, required, built]) => {
    expect(lacking(slot, parentQty)).toEqual({ required, built, unit: "each", product: "Seal" });
  },
);

test("a shortage is measured in the default candidate, else in the first", () => {
  const oil = { product: "Oil", unit: "l" };
  const seal = { product: "Seal", unit: "each" };
  expect(lacking([of(2), of(6, 3, oil)])).toEqual({ required: 2, built: 1, ...seal });
  const byDefault = of(6, 3, { ...oil, isDefault: true });
  expect(lacking([of(2), byDefault])).toEqual({ required: 6, built: 3, ...oil });
});

const started = order({ status: "Started", startAt: 1 });
const made = (
  id: number,
  changes: Partial<CompleteFacts["items"][number]> = {},
): CompleteFacts["items"][number] => ({
  id,
  revNo: 4,
  worksOrderId: 3,
  visualSerialNo: `Pump-${id}`,
  statusId: 1,
  statusSuidKey: "wip",
  nominalQty: q(1),
  actualQty: q(1),
  endAt: null,
  lastEditAt: 0,
  lastEditUserId: 1,
  ownVersionId: null,
  signing: { lastRule: 0, plant: null },
  ...changes,
});

/** The candidates that are built into an item, each with its quantity. */
const into = (parentId: number, ...built: readonly (readonly [number, number])[]) => ({
  parentId,
  builtQty: new Map(built.map(([candidateId, qty]) => [candidateId, q(qty)])),
});
const nothing = [into(1), into(2)];

const slotNamed = (id: number, description: string) => ({
  id,
  bomVersionId: 7,
  description,
  isRequired: true,
  slotIsActive: true,
  edhrBomRequired: 0,
  edhrBuildRequired: 0,
});
const unflagged = { groups: new Map(), below: new Map(), names: new Map() };

const facts = (changes: Partial<CompleteFacts> = {}): CompleteFacts => ({
  orders: [started],
  items: [made(1), made(2), made(9, { worksOrderId: 4 })],
  slots: [slotNamed(10, "the seal"), slotNamed(11, "the ring")],
  contents: [{ contents: unflagged }],
  candidates: [candidate({ minQty: q(2) })],
  built: [into(1, [100, 2]), into(2, [100, 2])],
  statuses,
  versions: [{ id: 7, revNo: 1 }],
  ...changes,
});
const complete = (
  changes: Partial<CompleteFacts> = {},
  input: Partial<CompleteWorksOrderInput> = {},
) => decideComplete(facts(changes), { id: 3, ...input }, by);

test("an order is completed with its own items only", () => {
  expect(complete({}, { comment: "Done" })).toEqual({
    // No rule about signatures may begin meanwhile.
    asserts: [["SignatureRule", 1, 0]],
    absences: [["flaggedContentsOfOrder", 3, 0, 0]],
    before: started,
    order: { ...started, status: "Completed", endAt: now, revNo: 2 },
    items: [made(1), made(2)],
    wip: 1,
    available: 2,
    at: now,
    userId: 9,
    comment: "Done",
  });
  expect(complete({}, { comment: null }).comment).toBeUndefined();
});

test.for<[Order["status"], message: string]>([
  ["Created", "Works order WO-3 has not been started."],
  ["Completed", "Works order WO-3 is Completed: it can't be completed any more."],
  ["Cancelled", "Works order WO-3 is Cancelled: it can't be completed any more."],
])("an order that is %s is not completed", ([status, message]) => {
  expect(refusalDetails(() => complete({ orders: [order({ status })] }))).toEqual({
    code: "order_status",
    message,
  });
});

test("an order with items that lack material is incomplete, and each shortage is listed", () => {
  const candidates = [candidate({ minQty: q(2) }), candidate({ candidateId: 101, bomSlotId: 11 })];
  const built = [into(1, [100, 1]), into(2, [100, 2], [101, 1])];
  const lacks = { visualSerialNo: "Pump-1", unit: "each", product: "Seal" };
  expect(refusalDetails(() => complete({ candidates, built }))).toEqual({
    code: "incomplete",
    message:
      "Works order WO-3 lacks material in 2 required slots. " +
      'The first is "the seal" of Pump-1, with 1 of 2 each of Seal.',
    members: {
      slots: [
        { ...lacks, bomSlotID: 10, description: "the seal", required: 2, built: 1 },
        { ...lacks, bomSlotID: 11, description: "the ring", required: 1, built: 0 },
      ],
      count: 2,
      unfinished: [],
      unfinishedCount: 0,
    },
  });
});

// For 2.000001 of a unit of use that is 1.5 base units, 3.0000015 are needed.
test.for([
  ["a millionth too little", 3, false],
  ["half a millionth too little", 3.000001, false],
  ["no less than the minimum", 3.000002, true],
] as const)("the quantity of a single candidate is compared exactly: %s", ([, built, isEnough]) => {
  const candidates = [candidate({ minQty: q(2.000001), useFactor: q(1.5) })];
  const completed = () =>
    complete({ items: [made(1)], candidates, built: [into(1, [100, built])] }).order.status;
  if (isEnough) expect(completed()).toBe("Completed");
  else expect(codeOf(completed)).toBe("incomplete");
});

test("all shortages are counted, and the first hundred are listed", () => {
  const items = Array.from({ length: 101 }, (_, index) => made(index + 1));
  const { members } = refusalDetails(() =>
    complete({ items, built: items.map(({ id }) => into(id)) }),
  );
  expect(members?.["count"]).toBe(101);
  expect(members?.["slots"]).toHaveLength(100);
});

test("shortages are listed unit by unit, each by its own version", () => {
  const items = [made(1), made(2, { ownVersionId: 8 }), made(3)];
  const other = candidate({ candidateId: 110, bomSlotId: 11, bomVersionId: 8, minQty: q(2) });
  const { members } = refusalDetails(() =>
    complete({
      items,
      candidates: [candidate({ minQty: q(2) }), other],
      versions: [
        { id: 7, revNo: 1 },
        { id: 8, revNo: 1 },
      ],
      built: items.map(({ id }) => into(id)),
    }),
  );
  expect(members).toMatchObject({
    slots: [
      { visualSerialNo: "Pump-1", bomSlotID: 10 },
      { visualSerialNo: "Pump-2", bomSlotID: 11 },
      { visualSerialNo: "Pump-3", bomSlotID: 10 },
    ],
    count: 3,
  });
});

test("a shortage is computed once for all slots that are filled in the same way", () => {
  const items = Array.from({ length: 1_000 }, (_, index) =>
    made(index + 1, { nominalQty: q(1 + (index % 2)) }),
  );
  const ids = Array.from({ length: 300 }, (_, index) => index + 1);
  const reads = { minQty: 0, id: 0 };
  const counted = <Of extends object>(record: Of, field: keyof Of & keyof typeof reads) => {
    const value = record[field];
    return Object.defineProperty(record, field, { get: () => (reads[field]++, value) });
  };
  const candidates = ids.map((id) =>
    counted(candidate({ candidateId: id, bomSlotId: id, minQty: q(2) }), "minQty"),
  );
  const slots = ids.map((id) => counted(slotNamed(id, `slot ${id}`), "id"));
  // Every third item has one of each.
  const built = items.map(({ id }) =>
    into(id, ...(id % 3 === 0 ? ids.map((slot) => [slot, 1] as const) : [])),
  );
  const { members } = refusalDetails(() => complete({ items, slots, candidates, built }));
  expect(members?.["count"]).toBe(300_000);
  // Each of 300 slots is filled in one of four ways, and a hundred descriptions are looked up.
  expect(reads.minQty).toBeLessThan(10 * 4 * 300);
  expect(reads.id).toBeLessThanOrEqual(100 * 300);
});

test.for<[what: string, Partial<CompleteFacts>]>([
  ["an item that is scrapped", { items: [made(1, { statusSuidKey: "scrapped" })] }],
  ["a slot that is not required", { candidates: [candidate({ isRequired: false })] }],
  ["a slot that is retired", { candidates: [candidate({ slotIsActive: false })] }],
  ["a slot of another BoM version", { candidates: [candidate({ bomVersionId: 8 })] }],
])("%s lacks nothing", ([, changes]) => {
  expect(complete({ built: nothing, ...changes }).order.status).toBe("Completed");
});

test("an order can be completed without its material if the request allows it", () => {
  expect(complete({ built: nothing }, { allowIncomplete: true }).order.status).toBe("Completed");
  expect(codeOf(() => complete({ built: nothing }, { allowIncomplete: false }))).toBe("incomplete");
});
