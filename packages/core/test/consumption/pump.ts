import type { BuildFacts, BuildInput } from "../../src/consumption/build.facts.ts";
import { decideBuild } from "../../src/consumption/build.rules.ts";
import { timesOfReceipt } from "../../src/material-item/item-times.ts";
import type { Item } from "../../src/material-item/item.ts";
import { by, candidate, item, q, statuses } from "./plant.ts";

/** The parent of these builds. It is built by BoM version 7. */
export const parent = item({ id: 1, visualSerialNo: "Pump", productId: 40, productName: "Pump" });
/** The child of these builds: 10 in stock. */
export const child = item({ id: 2, visualSerialNo: "Seal" });
const candidates = [candidate({ maxQty: null })];

const facts = (changes: Partial<BuildFacts> = {}): BuildFacts => ({
  items: [parent, child],
  times: [timesOfReceipt(1, 0), timesOfReceipt(2, 0)],
  candidates,
  ancestors: [],
  lastItem: [],
  versions: [],
  statuses,
  products: [],
  currencies: [],
  chosenSlots: [],
  units: [],
  ...changes,
});
const input = (changes: Partial<BuildInput> = {}): BuildInput => ({
  parentSerialNo: "PUMP",
  childSerialNo: "seal",
  builtQty: q(3),
  receiveAtPointOfConsumption: false,
  ...changes,
});
/** Decides a build of 3 of the child into the parent, with changes of facts and input. */
export const decide = (changes: Partial<BuildFacts>, sent: Partial<BuildInput> = {}) =>
  decideBuild(facts(changes), input(sent), by);
/** The facts with another parent. */
export const withParent = (changes: Partial<Item>) => ({
  items: [{ ...parent, ...changes }, child],
});
/** The facts with another child. */
export const withChild = (changes: Partial<Item>) => ({
  items: [parent, { ...child, ...changes }],
});
/** The facts with a parent of a works order in this status, and other changes of the parent. */
export const unit = (orderStatus: Item["orderStatus"], changes: Partial<Item> = {}) =>
  withParent({ worksOrderId: 3, orderNo: "WO", orderRevNo: 1, orderStatus, ...changes });
/** The facts with an Available parent of a works order in this status. */
export const ofOrder = (orderStatus: Item["orderStatus"]) => unit(orderStatus);
