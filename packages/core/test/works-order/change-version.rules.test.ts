import { expect, test } from "vitest";
import type {
  BuildToMove,
  ChangeVersionFacts,
  UnitToMove,
} from "../../src/works-order/change-version.facts.ts";
import { decideChangeVersion } from "../../src/works-order/change-version.rules.ts";
import { by, q } from "../consumption/plant.ts";
import { codeOf } from "../refused.ts";
import { order } from "./order.ts";

const started = order({ status: "Started", startAt: 1 });
const unit = (id: number, changes: Partial<UnitToMove> = {}): UnitToMove => ({
  id,
  revNo: 4,
  worksOrderId: 3,
  visualSerialNo: `Pump-${id}`,
  serialKey: `pump-${id}`,
  status: "WIP",
  nominalQty: q(1),
  ownVersionId: null,
  lastEditAt: 0,
  lastEditUserId: 1,
  isToFinish: true,
  ...changes,
});
const build = (id: number): BuildToMove => ({
  id,
  parentId: 1,
  bomSlotId: 10,
  candidateId: 100,
  qty: q(1),
  childSerialNo: "Seal-1",
  productId: 51,
  version: null,
  product: "Ring",
  unit: "each",
});
const facts = (changes: Partial<ChangeVersionFacts> = {}): ChangeVersionFacts => ({
  orders: [started],
  versions: [{ id: 8, revNo: 2, bomId: 20, major: 1, minor: 3, status: "Released" }],
  slots: [],
  candidates: [],
  units: [unit(1), unit(2, { ownVersionId: 8 }), unit(3, { ownVersionId: 9 })],
  builds: [],
  ...changes,
});
const decide = (changes: Partial<ChangeVersionFacts> = {}, input: object = {}) =>
  decideChangeVersion(facts(changes), { id: 3, version: { major: 1, minor: 3 }, ...input }, by);

test("an order goes with the units that have another version, each from its own", () => {
  expect(decide()).toMatchObject({
    asserts: [["Bom", 20, 4]],
    order: { revNo: 2, bomVersionId: 8, firstVersionId: 7, major: 1, minor: 3 },
    units: [
      { id: 1, fromVersionId: 7 },
      { id: 3, fromVersionId: 9 },
    ],
  });
});

test("an order that changed before keeps the version of its start", () => {
  const before = { ...started, bomVersionId: 9, firstVersionId: 7 };
  expect(decide({ orders: [before] }).order).toMatchObject({ bomVersionId: 8, firstVersionId: 7 });
});

test("named units go alone, and the order is asserted", () => {
  expect(decide({}, { items: [{ visualSerialNo: "PUMP-1" }] })).toMatchObject({
    asserts: [
      ["Bom", 20, 4],
      ["WorksOrder", 3, 1],
    ],
    order: started,
    units: [{ id: 1 }],
  });
});

test("more builds than one write takes are refused", () => {
  const builds = Array.from({ length: 3001 }, (_, index) => build(index + 1));
  expect(codeOf(() => decide({ builds }))).toBe("too_many");
});

test("a retired BoM gives no version", () => {
  const orders = [{ ...started, bomIsActive: false }];
  expect(codeOf(() => decide({ orders }))).toBe("inactive");
});
