import { describe, expect, test } from "vitest";
import type { BuildRow, RemoveFacts, RemoveInput } from "../../src/consumption/remove.facts.ts";
import { decideRemove } from "../../src/consumption/remove.rules.ts";
import type { Item } from "../../src/material-item/item.ts";
import type { Reason } from "../../src/material-item/material-reason.ts";
import type { RefusalCode } from "../../src/refusal.ts";
import { by, chosenSlot, item, now, q, status, statuses } from "./plant.ts";
import { atFault, codeOf, refusalDetails } from "../refused.ts";

const parent = item({ id: 1, visualSerialNo: "Pump", productId: 40 });
const child = item({ id: 2, visualSerialNo: "Seal", actualQty: 0, ...status(3) });
const row = (id: number, qty: number, changes: Partial<BuildRow> = {}): BuildRow => ({
  id,
  parentId: 1,
  childId: 2,
  bomSlotId: 10,
  candidateId: 100,
  qty: q(qty),
  removedQty: 0,
  ...changes,
});
const reason = (suid: string, disposition: Reason["disposition"]): Reason => ({
  id: suid.length,
  revNo: 2,
  suid,
  suidKey: suid.toLowerCase(),
  nameKey: `the ${suid.toLowerCase()}`,
  isActive: true,
  transactions: ["adjust", "remove"],
  disposition,
});
const holdReason = (id: number, name: string) => ({
  id,
  revNo: 1,
  name,
  nameKey: name.toLowerCase(),
  suidKey: null,
  isActive: true,
});

const facts = (changes: Partial<RemoveFacts> = {}): RemoveFacts => ({
  items: [parent, child],
  // Latest first, in the order of the load.
  builds: [row(8, 4, { bomSlotId: 11, candidateId: 101 }), row(7, 3), row(6, 3)],
  times: [
    { id: 8, happenedAt: 30 },
    { id: 7, happenedAt: 10 },
    { id: 6, happenedAt: 20 },
  ],
  built: [{ childId: 2, builds: 3 }],
  reasons: [reason("REWORK", "return"), reason("SCRAP", "scrap"), reason("QUALITY", "hold")],
  holdReasons: [holdReason(3, "Customs"), holdReason(5, "Quality")],
  statuses,
  chosenSlots: [chosenSlot(), chosenSlot({ id: 11, description: "Lid" })],
  units: [],
  ...changes,
});
const decide = (changes: Partial<RemoveFacts> = {}, sent: Partial<RemoveInput> = {}) => {
  const plain = { parentSerialNo: "PUMP", childSerialNo: "SEAL", removeQty: q(2) };
  return decideRemove(facts(changes), { ...plain, reasonSUID: "rework", ...sent }, by);
};
const withChild = (changes: Partial<Item>) => ({ items: [parent, { ...child, ...changes }] });

test("only builds of a picked slot are taken back, the latest first", () => {
  const { builds, allocations } = decide({}, { removeQty: q(4), bomSlotID: 10 });
  expect(builds.map(({ id, qty }) => [id, qty])).toEqual([
    [7, q(3)],
    [6, q(1)],
  ]);
  expect(allocations).toMatchObject([{ bomSlotId: 10, qty: q(4) }]);
  const slot = { bomSlotID: 11, removeQty: q(5) };
  expect(() => decide({}, slot)).toThrow(
    'Of Seal, 4 each is built into "Lid" (for Seal) of Pump: 5 each can\'t be removed.',
  );
  expect(() => decide({}, { bomSlotID: 12 })).toThrow("No BoM slot has the id 12.");
});

test("removed material returns to the child, which is Available again", () => {
  expect(decide()).toMatchObject({
    parent: { id: 1, revNo: 5, lastEditAt: now },
    child: { id: 2, revNo: 5, actualQty: q(2), status: "Available", holdReasonId: null },
    builds: [{ id: 8, removedQty: q(2) }],
    allocations: [{ bomSlotId: 11, candidateId: 101, qty: q(2) }],
    scrapped: false,
    asserts: [["MaterialReason", 6, 2]],
  });
});

const unit = (changes: Partial<Item>) => ({
  items: [{ ...parent, worksOrderId: 3, orderStatus: "Completed" as const, ...changes }, child],
});

test.for<[what: string, changes: Partial<Item>, status: string, endAt: number | null]>([
  ["an Available unit is in work again", { endAt: 5 }, "WIP", null],
  ["of a started order, too", { orderStatus: "Started", endAt: 5 }, "WIP", null],
  ["one that is built into something stays there", { ...status(3), endAt: 5 }, "Consumed", null],
  ["one that has left stays as it is", { ...status(5), endAt: 5 }, "Dispatched", 5],
  ["one in work stays in work", { ...status(1), endAt: 5 }, "WIP", 5],
  ["one that is not finished stays as it is", { endAt: null }, "Available", null],
  [
    "one of a cancelled order stays as it is",
    { orderStatus: "Cancelled", endAt: 5 },
    "Available",
    5,
  ],
  ["one of no order stays as it is", { orderStatus: null, endAt: 5 }, "Available", 5],
])("what lacks a part is not finished: %s", ([, changes, becomes, endAt]) => {
  expect(decide(unit(changes)).parent).toMatchObject({ status: becomes, endAt });
});

test.for<[what: string, changes: Partial<Item>, status: string]>([
  ["of a started order", { orderStatus: "Started" }, "WIP"],
  ["of a completed order that was opened", { orderStatus: "Completed" }, "WIP"],
  ["that is finished", { orderStatus: "Started", endAt: 5 }, "Available"],
  ["of a cancelled order", { orderStatus: "Cancelled" }, "Available"],
])("a removed unit %s is %s", ([, changes, becomes]) => {
  expect(decide(withChild(changes)).child.status).toBe(becomes);
});

test("the latest builds are taken back first, and added up by candidate", () => {
  expect(decide({}, { removeQty: q(9) })).toMatchObject({
    builds: [
      { id: 8, qty: q(4), removedQty: q(4) },
      { id: 7, qty: q(3), removedQty: q(3) },
      { id: 6, qty: q(2), removedQty: q(2) },
    ],
    allocations: [
      { candidateId: 101, qty: q(4) },
      { candidateId: 100, qty: q(5) },
    ],
  });
});

test("only the rest of a partly removed build is taken back", () => {
  const builds = [row(8, 4, { removedQty: q(3) }), row(7, 3)];
  expect(decide({ builds }).builds).toEqual([
    { id: 8, qty: q(1), removedQty: q(4) },
    { id: 7, qty: q(1), removedQty: q(1) },
  ]);
});

test.for<[what: string, Partial<RemoveFacts>, Partial<RemoveInput>, RefusalCode]>([
  ["the parent must exist", {}, { parentSerialNo: "Other" }, "not_found"],
  ["the child must exist", {}, { childSerialNo: "Other" }, "not_found"],
  ["the reason must exist", {}, { reasonSUID: "OTHER" }, "not_found"],
  [
    "the reason must be assigned to remove",
    { reasons: [{ ...reason("REWORK", "return"), transactions: ["adjust"] }] },
    {},
    "reason_not_assigned",
  ],
  [
    "the reason must be active",
    { reasons: [{ ...reason("REWORK", "return"), isActive: false }] },
    {},
    "inactive",
  ],
  ["a quantity has at most the product's decimals", {}, { removeQty: q(0.5) }, "decimal_places"],
  ["more than is built can't be removed", {}, { removeQty: q(11) }, "not_built"],
  ["a child that was never built can't be removed", { builds: [] }, {}, "not_built"],
  [
    "another parent's builds can't be removed",
    { builds: [row(9, 9, { parentId: 3 })] },
    {},
    "not_built",
  ],
  [
    "another child's builds can't be removed",
    { builds: [row(9, 9, { childId: 3 })] },
    {},
    "not_built",
  ],
  ["a removal can't be in the future", {}, { occurredAt: now + 1 }, "validation_failed"],
  ["a removal can't be before its build", {}, { occurredAt: 29 }, "before_it_was"],
  [
    "a quantity in stock has at most nine digits",
    withChild({ actualQty: q(999_999_999) }),
    { removeQty: q(1) },
    "quantity_range",
  ],
])("%s", ([, changes, sent, code]) => {
  expect(codeOf(() => decide(changes, sent))).toBe(code);
});

test.for([
  ["Consumed", 3, "Available"],
  ["Scrapped", 4, "Available"],
  ["Available", 2, "Available"],
  ["WIP", 1, "WIP"],
  ["Dispatched", 5, "Dispatched"],
] as const)("a child that is %s has the right status after material returns", ([, id, becomes]) => {
  expect(decide(withChild(status(id))).child.status).toBe(becomes);
});

describe("a reason that holds", () => {
  const hold = { reasonSUID: "Quality" };

  test("puts the child on the hold with the same name", () => {
    const { child: held, asserts } = decide({}, hold);
    expect(held).toMatchObject({ holdReasonId: 5, holdReason: "Quality", actualQty: q(2) });
    expect(asserts).toContainEqual(["HoldReason", 5, 1]);
  });

  test("puts it on the first hold if none has its name", () => {
    expect(decide({ holdReasons: [holdReason(3, "Customs")] }, hold).child.holdReasonId).toBe(3);
  });

  test("leaves an existing hold", () => {
    expect(decide(withChild({ holdReasonId: 4 }), hold).child.holdReasonId).toBe(4);
  });

  test("is refused if no hold reason is active", () => {
    expect(codeOf(() => decide({ holdReasons: [] }, hold))).toBe("inactive");
  });
});

describe("a reason that scraps", () => {
  const scrap = { reasonSUID: "SCRAP" };

  test("writes the quantity off: nothing returns to stock", () => {
    const decision = decide({}, scrap);
    expect(decision).toMatchObject({ scrapped: true, child: { actualQty: 0, status: "Consumed" } });
  });

  test("leaves the item Scrapped once nothing is in stock or built", () => {
    const all = { ...scrap, removeQty: q(10) };
    expect(decide({}, all).child).toMatchObject({ actualQty: 0, status: "Scrapped" });
    const elsewhere = { built: [{ childId: 2, builds: 4 }] };
    expect(decide(elsewhere, all).child.status).toBe("Consumed");
    expect(decide(withChild({ actualQty: q(1) }), all).child).toMatchObject({
      actualQty: q(1),
      status: "Consumed",
    });
  });
});

test("a removal of several builds can't be before the earliest of them", () => {
  // It takes back builds 8 and 7, and leaves build 6.
  const of = (occurredAt: number) => decide({}, { removeQty: q(6), occurredAt });
  expect(of(10).at).toBe(10);
  expect(refusalDetails(() => of(9))).toEqual(
    atFault(
      "before_it_was",
      "occurredAt is 1970-01-01T00:00:00.009Z, but item Seal was built into Pump at " +
        "1970-01-01T00:00:00.010Z: nothing can be removed before it is built.",
      "/occurredAt",
    ),
  );
});

test("more than is built is refused before its time", () => {
  expect(codeOf(() => decide({}, { removeQty: q(11), occurredAt: 1 }))).toBe("not_built");
});

test("a removal keeps its reason, its comment and when it happened", () => {
  const sent = { comments: "Leaks", occurredAt: now - 1 };
  expect(decide({}, sent)).toMatchObject({
    note: { reasonId: 6, comment: "Leaks", occurredAt: now - 1 },
    at: now - 1,
  });
});

test("a removal of too much is refused with the quantity that is built", () => {
  expect(refusalDetails(() => decide({ builds: [] }))).toEqual(
    atFault(
      "not_built",
      "Of Seal, 0 each is built into Pump: 2 each can't be removed.",
      "/childSerialNo",
    ),
  );
  expect(refusalDetails(() => decide({}, { removeQty: q(11) }))).toEqual(
    atFault(
      "not_built",
      "Of Seal, 10 each is built into Pump: 11 each can't be removed.",
      "/removeQty",
    ),
  );
});

test("a reason that holds is named if no hold reason is active", () => {
  expect(refusalDetails(() => decide({ holdReasons: [] }, { reasonSUID: "QUALITY" }))).toEqual({
    code: "inactive",
    message: "The reason QUALITY puts items on hold, but no hold reason is active.",
  });
});

test("an item becomes Scrapped by its own remaining builds, not by others", () => {
  const all = { reasonSUID: "SCRAP", removeQty: q(10) };
  const others = { childId: 3, builds: 3 };
  const built = [others, { childId: 2, builds: 5 }];
  expect(decide({ built }, all).child.status).toBe("Consumed");
  expect(decide({ built: [others] }, all).child.status).toBe("Consumed");
});
