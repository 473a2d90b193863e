import { expect, test } from "vitest";
import {
  type Entry,
  entryAfter,
  factsOf,
  firstSending,
  isHeldBack,
  keeping,
  keptAfter,
  type Kept,
  mayHaveTakenEffect,
  nextStep,
  type OutboxBody,
  sortEntries,
  stoppedKeys,
} from "../src/outbox/outbox.rules.ts";

const now = Date.parse("2026-11-27T08:00:00Z");
const day = 24 * 3_600_000;
const mine = { keyID: 1, userID: 1, user: "Ada" };
const hers = { keyID: 2, userID: 2, user: "Grace" };
const problem = { type: "", title: "", detail: "", status: 409, requestId: "" };

const build = (parent: string, child: string): OutboxBody<"buildBuild"> => ({
  parentSerialNo: parent,
  childSerialNo: child,
  builtQty: 1,
  receiveAtPointOfConsumption: false,
});

function entry(seq: number, change: Partial<Entry> = {}): Entry {
  return {
    seq,
    key: `key-${seq}`,
    operation: "buildBuild",
    body: build("UNIT-1", `PART-${seq}`),
    madeAtMs: now,
    owner: mine,
    state: "waiting",
    attempts: 0,
    notBeforeMs: 0,
    ...change,
  };
}

const receipt = (seq: number, visualSerialNo: string, change: Partial<Entry> = {}) =>
  entry(seq, {
    operation: "materialItemReceive",
    body: { productName: "Seal", visualSerialNo, qty: 1 },
    ...change,
  });

const refused = { state: "settle", reason: "refused" } as const;

test("what is done leaves the outbox", () => {
  expect(entryAfter(entry(1), { kind: "done", data: {} as never }, now)).toBeNull();
});

test("what is refused is for a person to settle", () => {
  const outcome = { kind: "refused", problem: { ...problem, code: "item_on_hold" } } as const;
  expect(entryAfter(entry(1), outcome, now)).toMatchObject({
    state: "settle",
    reason: "refused",
    refused: { code: "item_on_hold" },
    key: "key-1",
  });
});

test.for([
  [0, undefined, 1_000],
  [1, undefined, 2_000],
  [5, undefined, 32_000],
  [6, undefined, 60_000],
  [1_000, undefined, 60_000],
  [0, 7_000, 7_000],
  [3, 1_000, 8_000],
] as const)(
  "after %i attempts, asked to wait %s ms, it is sent again in %i ms under the same key",
  ([attempts, waitMs, expected]) => {
    const outcome = waitMs === undefined ? { kind: "doubt" } : { kind: "doubt", waitMs };
    const after = entryAfter(entry(1, { attempts }), outcome as { kind: "doubt" }, now);
    expect(after).toMatchObject({ key: "key-1", state: "waiting", attempts: attempts + 1 });
    expect(after!.notBeforeMs - now).toBe(expected);
  },
);

test("entries are sent in order, and one in doubt holds back those behind it", () => {
  const [first, second] = [entry(1), entry(2)];
  expect(nextStep([first, second], mine, now)).toEqual({ kind: "send", entry: first });
  const doubtful = { ...first, attempts: 1, notBeforeMs: now + 500 };
  expect(nextStep([doubtful, second], mine, now)).toEqual({ kind: "wait", untilMs: now + 500 });
  expect(isHeldBack([doubtful, second], second)).toBe(true);
  expect(isHeldBack([first, second], second)).toBe(false);
});

test("what is to settle holds back only what depends on it", () => {
  const entries = [
    receipt(1, "Seal-9", refused),
    entry(2, { body: build("UNIT-1", "OTHER") }),
    entry(3, { body: build("UNIT-1", "SEAL-9") }),
    entry(4, { operation: "materialItemMove", body: { visualSerialNo: "SEAL-9", location: "A" } }),
  ];
  expect([...stoppedKeys(entries)]).toEqual(["key-3", "key-4"]);
  expect(nextStep(entries, mine, now)).toMatchObject({ entry: { seq: 2 } });
  expect(nextStep(entries.toSpliced(1, 1), mine, now)).toEqual({ kind: "idle" });
});

test("an item that a stopped Build would make is missing too", () => {
  const made = { ...build("UNIT-1", "NEW-1"), receiveAtPointOfConsumption: true };
  const entries = [
    entry(1, { body: made, ...refused }),
    entry(2, { operation: "materialItemMove", body: { visualSerialNo: "new-1", location: "A" } }),
  ];
  expect([...stoppedKeys(entries)]).toEqual(["key-2"]);
});

test("a unit is not completed while a Build into it is to settle", () => {
  const entries = [
    entry(1, refused),
    entry(2, { operation: "materialItemComplete", body: { visualSerialNo: "unit-1" } }),
    entry(3, { operation: "materialItemComplete", body: { visualSerialNo: "UNIT-2" } }),
  ];
  expect([...stoppedKeys(entries)]).toEqual(["key-2"]);
});

test("what was dropped holds nothing back", () => {
  const entries = [
    receipt(1, "SEAL-9", { state: "dropped" }),
    entry(2, { body: build("UNIT-1", "SEAL-9") }),
  ];
  expect(stoppedKeys(entries).size).toBe(0);
});

test("an entry older than six days is not sent, but settled by a person", () => {
  const old = entry(1, { madeAtMs: now - 6 * day - 1 });
  expect(nextStep([old], mine, now)).toMatchObject({
    kind: "settle",
    entry: { state: "settle", reason: "too_old" },
  });
  expect(nextStep([entry(1, { madeAtMs: now - 6 * day })], mine, now).kind).toBe("send");
});

test("an entry is sent only under the key that it was made with", () => {
  const entries = [entry(1, { owner: hers }), entry(2)];
  expect(nextStep(entries, mine, now)).toMatchObject({ entry: { seq: 2 } });
  expect(nextStep([entries[0]!], mine, now)).toEqual({ kind: "idle" });
  expect(sortEntries(entries, mine)).toMatchObject({
    waiting: [{ seq: 2 }],
    ofOthers: [{ seq: 1 }],
  });
});

test("a person settles what was made with an earlier key of the same person", () => {
  const entries = [
    entry(1, { owner: { ...mine, keyID: 9 }, ...refused }),
    entry(2, { owner: { ...mine, keyID: 9 } }),
  ];
  expect(sortEntries(entries, mine)).toMatchObject({
    toSettle: [{ seq: 1 }],
    ofOthers: [{ seq: 2 }],
  });
});

test("an entry that was made a while ago says when, the same in every attempt", () => {
  const early = entry(1, { madeAtMs: now - 60_000 });
  const occurredAt = new Date(now - 60_000).toISOString();
  expect(firstSending(early, now).body).toEqual({ ...early.body, occurredAt });
  expect(firstSending({ ...early, attempts: 1 }, now).body).toEqual(early.body);
  expect(firstSending(entry(1, { madeAtMs: now - 59_999 }), now).body).toEqual(early.body);
});

test.for([
  ["refused", 0, "unauthorized", false],
  ["refused", 1, "unauthorized", true],
  ["refused", 1, "item_on_hold", false],
  ["too_old", 0, undefined, false],
  ["too_old", 1, undefined, true],
  ["taken_out", 1, undefined, true],
] as const)(
  "%s after %i attempts with %s can have taken effect: %s",
  ([reason, attempts, code, can]) => {
    const settled = entry(1, {
      state: "settle",
      reason,
      attempts,
      ...(code ? { refused: { ...problem, code } } : {}),
    });
    expect(mayHaveTakenEffect(settled)).toBe(can);
  },
);

test("what was kept and is sent is counted until the next outage", () => {
  const entries = [entry(1), entry(2), entry(3)];
  const keep = (kept: Kept, ...waiting: readonly Entry[]) => keeping(kept, waiting, () => true);
  const all = keep({ keys: new Set(), sent: 9 }, ...entries);
  expect(all).toEqual({ keys: new Set(["key-1", "key-2", "key-3"]), sent: 0 });
  const one = keptAfter(keptAfter(all, "key-1", "done"), "key-2", "doubt");
  expect(one).toEqual({ keys: new Set(["key-2", "key-3"]), sent: 1 });
  const two = keptAfter(keptAfter(one, "key-2", "done"), "key-3", "refused");
  expect(keeping(two, [entry(3, refused)], () => false)).toEqual({ keys: new Set(), sent: 2 });
  expect(keep(two, entry(4))).toEqual({ keys: new Set(["key-4"]), sent: 0 });
});

test("what a person waits for is not counted, and what is too old is kept no longer", () => {
  const kept = { keys: new Set(["key-1"]), sent: 1 };
  expect(keptAfter(kept, "key-2", "done")).toEqual(kept);
  const old = entry(1, { state: "settle", reason: "too_old" });
  expect(keeping(kept, [old], () => false)).toEqual({ keys: new Set(), sent: 1 });
});

test("a write is shown by its fields, with those of an item that it makes", () => {
  const itemDetails = { productName: "Seal", batchNo: null, expiryDate: "2027-01-01" };
  expect(factsOf({ ...build("UNIT-1", "PART-1"), itemDetails })).toEqual([
    ["parentSerialNo", "UNIT-1"],
    ["childSerialNo", "PART-1"],
    ["builtQty", 1],
    ["productName", "Seal"],
    ["expiryDate", "2027-01-01"],
  ]);
  expect(factsOf({ id: 7, location: "A" })).toEqual([
    ["materialItemID", 7],
    ["location", "A"],
  ]);
});
