import type { CaseEntry, Item } from "../../src/material-item/item.ts";
import type {
  CaseEntryInput,
  UpdateFacts,
  UpdateInput,
} from "../../src/material-item/update.facts.ts";
import { decideUpdate } from "../../src/material-item/update.rules.ts";
import { by, item, q } from "../consumption/plant.ts";

export const entry = (id: number, changes: Partial<CaseEntry> = {}): CaseEntry => ({
  id,
  revNo: 1,
  caseDataDefinitionId: 30,
  name: `entry ${id}`,
  value: "as it was",
  ...changes,
});
export const seal = item({
  id: 2,
  visualSerialNo: "Seal",
  worksOrderId: 3,
  orderNo: "WO-3",
  caseData: [entry(21), entry(22)],
});

const named = (id: number, name: string, isActive = true) => ({ id, revNo: 6, name, isActive });
const product = (id: number, name: string, isActive = true, inventoryDecimalPlaces = 0) => ({
  ...named(id, name, isActive),
  inventoryDecimalPlaces,
  heldBatches: null,
  tracking: "Lot" as const,
  unit: "each",
});
const place = (id: number, suid: string, isActive = true) => ({
  id,
  name: `The ${suid}`,
  suid,
  isActive,
});
export const facts = (changes: Partial<UpdateFacts> = {}): UpdateFacts => ({
  items: [seal],
  builds: [{ itemId: 2, asParent: 0, asChild: 0, splitOrMerged: 0 }],
  products: [product(50, "Seal"), product(51, "Ring"), product(52, "Gone", false)],
  statuses: [
    { ...named(2, "Available"), suidKey: "available" },
    { ...named(1, "WIP"), suidKey: "wip" },
    { ...named(6, "Voided"), suidKey: "voided" },
    { ...named(8, "Gone", false), suidKey: null },
  ],
  orders: [
    { id: 3, revNo: 5, orderNo: "WO-3", productId: 50, bomVersionId: 7, firstVersionId: null },
    { id: 4, revNo: 7, orderNo: "WO-4", productId: 50, bomVersionId: 7, firstVersionId: null },
    { id: 5, revNo: 7, orderNo: "WO-5", productId: 51, bomVersionId: 7, firstVersionId: null },
  ],
  holdReasons: [named(5, "Quality"), named(8, "Gone", false)],
  locations: [place(1, "MAIN"), place(6, "EAST"), place(8, "GONE", false)],
  ownershipTypes: [named(1, "Internal"), named(7, "Customer"), named(8, "Gone", false)],
  currencies: [named(1, "EUR"), named(6, "USD"), named(8, "Gone", false)],
  definitions: [
    { id: 30, name: "Finding", isActive: true },
    { id: 31, name: "Repair", isActive: true },
    { id: 38, name: "Torque", isActive: false },
  ],
  others: [{ id: 2, serialKey: "seal", uniqueIdKey: "u-2" }],
  ...changes,
});

export const sent = (id: number | null, changes: Partial<CaseEntryInput> = {}): CaseEntryInput => ({
  id,
  caseDataID: 30,
  materialItemID: 2,
  name: `entry ${id}`,
  value: "as it was",
  ...changes,
});
/** The item, sent back unchanged. */
const input = (changes: Partial<UpdateInput> = {}): UpdateInput => ({
  itemId: 2,
  id: 2,
  revNo: 4,
  productID: 50,
  statusID: 2,
  visualSerialNo: "Seal",
  scheduleID: 3,
  startDT: null,
  endDT: null,
  version: "A",
  nominalQty: q(10),
  actualQty: q(10),
  uniqueID: null,
  holdReasonID: null,
  expiryDate: null,
  locationID: 1,
  costPerUnit: null,
  ownershipTypeID: 1,
  currencyID: 1,
  batchNo: null,
  legacyPrerepairMaterialItemID: null,
  caseData: [sent(21), sent(22)],
  testModeID: null,
  ...changes,
});
/** The plant has no rules about signatures. */
const signing = { lastRule: 0, plant: null };
export const decide = (changes: Partial<UpdateInput> = {}, known: Partial<UpdateFacts> = {}) => {
  const { items, ...others } = facts(known);
  const toSign = items.map((one) => Object.assign({}, one, { signing }));
  return decideUpdate({ ...others, items: toSign }, input(changes), by);
};
export const withItem = (changes: Partial<Item>) => ({ items: [{ ...seal, ...changes }] });
