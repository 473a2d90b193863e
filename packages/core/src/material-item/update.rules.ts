import { requireActive } from "../rules/named.ts";
import { type Attribution, relyOn, type Revision, type Row, type RowsOf } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { requireDecimalPlaces } from "../rules/quantity.ts";
import { Refusal, refusalAt, refuseEach, refuseInvalid } from "../refusal.ts";
import { requireWithinLimits } from "../rules/limits.ts";
import {
  type AnsweredItem,
  type CaseEntry,
  type Item,
  noItemHas,
  revised,
  serialTaken,
} from "./item.ts";
import type { ItemChange } from "./item-change.ts";
import type { loadUpdate, NewEntry, UpdateInput } from "./update.ts";

export type UpdateFacts = RowsOf<ReturnType<typeof loadUpdate>>;

/** The change of an item and of its case data. */
export interface UpdateDecision extends ItemChange {
  readonly changedEntries: readonly {
    readonly before: Row<"CaseData">;
    readonly patch: Partial<Row<"CaseData">>;
  }[];
  readonly newEntries: readonly NewEntry[];
  /** The works order that the item joins: it must know of the item when it completes. */
  readonly joined: Revision | null;
}

/** Refuses (`stale_revision`) an update of what has changed since; carries the item as it is. */
export class StaleItem extends Refusal {
  readonly current: Item;

  constructor(current: Item) {
    super("stale_revision", `Item ${current.visualSerialNo} is at revision ${current.revNo}.`);
    this.current = current;
  }
}

/**
 * Decides an update. Refuses, in this order: `validation_failed`, `not_found`, `stale_revision`,
 * `inactive`, `duplicate`, `fixed`, `decimal_places`.
 */
export function decideUpdate(
  facts: UpdateFacts,
  input: UpdateInput,
  by: Attribution,
): UpdateDecision {
  const item = facts.items.find(({ id }) => id === input.itemId);
  requireValid(item, input);
  if (!item) throw new Refusal("not_found", noItemHas(`id ${input.itemId}`));
  const referred = requireReferences(facts, item, input);
  if (input.revNo !== item.revNo) throw new StaleItem(item);
  requireAllActive(item, referred);
  requireDefinitionsActive(facts, item, input);
  requireUnique(facts, input);
  requireFree(facts, item, input);
  requireProductOfOrder(item, input, referred);
  requireDecimals(item, input, referred.product);
  const { patch, names } = changesOf(input, referred);
  const after: AnsweredItem = revised<AnsweredItem>(item, patch, by, names);
  const delta = input.actualQty - item.actualQty - (input.nominalQty - item.nominalQty);
  const { product, order } = referred;
  const isOther = input.productID !== item.productId;
  return {
    asserts: [
      relyOn("Product", product),
      // An order that the item joins is claimed.
      ...(order && isOther && order.id === item.worksOrderId ? [relyOn("WorksOrder", order)] : []),
    ],
    before: item,
    after: { ...after, caseData: item.caseData.map((entry) => entryAfter(entry, input)) },
    note: { action: "updated" },
    adjustment: delta === 0 ? undefined : { qty: delta, reasonId: null },
    ...entryChanges(item, input),
    joined: joined(item, referred),
  };
}

/** Refuses (`validation_failed`) what no state of the references could make right. */
function requireValid(item: Item | undefined, input: UpdateInput): void {
  const errors: { pointer: string; detail: string }[] = [];
  const { itemId } = input;
  if (input.id !== itemId) errors.push({ pointer: "/id", detail: `The path says ${itemId}.` });
  input.caseData.forEach(({ materialItemID }, index) => {
    if (materialItemID === itemId) return;
    const pointer = `/caseData/${index}/materialItemID`;
    errors.push({ pointer, detail: `The path says ${itemId}.` });
  });
  // Entries that a newer revision has added are no fault of the request: it is stale.
  for (const { id } of item?.revNo === input.revNo ? (item?.caseData ?? []) : []) {
    if (input.caseData.some((entry) => entry.id === id)) continue;
    errors.push({ pointer: "/caseData", detail: `The entry with the id ${id} is missing.` });
  }
  refuseInvalid(errors);
  requireWithinLimits([
    {
      pointer: "/visualSerialNo",
      sent: input.visualSerialNo,
      limit: { characters: 100 },
      stored: item?.visualSerialNo,
    },
    {
      pointer: "/version",
      sent: input.version,
      limit: { characters: 50 },
      stored: item?.version,
    },
  ]);
}

/** The records that the item is to refer to; refuses (`not_found`) all those that don't exist. */
function requireReferences(facts: UpdateFacts, item: Item, input: UpdateInput) {
  const missing: { pointer: string; detail: string }[] = [];
  const find = <Found extends { id: number }>(
    rows: readonly Found[],
    id: number | null,
    noun: string,
    pointer: string,
  ): Found | undefined => {
    const found = rows.find((row) => row.id === id);
    if (id !== null && !found) missing.push({ pointer, detail: `No ${noun} has the id ${id}.` });
    return found;
  };
  for (const [index, { id, caseDataID }] of input.caseData.entries()) {
    const at = `/caseData/${index}`;
    find(facts.definitions, caseDataID, "case data definition", `${at}/caseDataID`);
    find(item.caseData, id, `case data of item ${item.id}`, `${at}/id`);
  }
  const earlier = input.legacyPrerepairMaterialItemID;
  find(facts.others, earlier, "material item", "/legacyPrerepairMaterialItemID");
  const owner = input.ownershipTypeID;
  const referred = {
    product: find(facts.products, input.productID, "product", "/productID")!,
    status: find(facts.statuses, input.statusID, "material status", "/statusID")!,
    order: find(facts.orders, input.scheduleID, "works order", "/scheduleID"),
    holdReason: find(facts.holdReasons, input.holdReasonID, "hold reason", "/holdReasonID"),
    location: find(facts.locations, input.locationID, "location", "/locationID"),
    ownershipType: find(facts.ownershipTypes, owner, "ownership type", "/ownershipTypeID"),
    currency: find(facts.currencies, input.currencyID, "currency", "/currencyID"),
  };
  refuseEach("not_found", missing);
  return referred;
}
type Referred = ReturnType<typeof requireReferences>;

/** Refuses (`inactive`) retired records to which the item does not refer yet. */
function requireAllActive(item: Item, referred: Referred): void {
  const pairs: [
    noun: string,
    record: { id: number; isActive: boolean } | undefined,
    had: unknown,
    pointer: string,
  ][] = [
    ["product", referred.product, item.productId, "/productID"],
    ["material status", referred.status, item.statusId, "/statusID"],
    ["hold reason", referred.holdReason, item.holdReasonId, "/holdReasonID"],
    ["location", referred.location, item.locationId, "/locationID"],
    ["ownership type", referred.ownershipType, item.ownershipTypeId, "/ownershipTypeID"],
    ["currency", referred.currency, item.currencyId, "/currencyID"],
  ];
  for (const [noun, record, had, pointer] of pairs) {
    if (record && record.id !== had) requireActive(record, `The ${noun} ${record.id}`, pointer);
  }
}

/** Refuses (`inactive`) retired definitions that an entry of case data does not have yet. */
function requireDefinitionsActive({ definitions }: UpdateFacts, item: Item, input: UpdateInput) {
  for (const [index, { id, caseDataID }] of input.caseData.entries()) {
    const had = item.caseData.find((entry) => entry.id === id)?.caseDataDefinitionId;
    // All that are named have been found.
    const definition = definitions.find((one) => one.id === caseDataID)!;
    if (caseDataID === had) continue;
    const what = `The case data definition ${caseDataID}`;
    requireActive(definition, what, `/caseData/${index}/caseDataID`);
  }
}

/** Refuses (`duplicate`) a serial or unique id that another item has. */
function requireUnique({ others }: UpdateFacts, input: UpdateInput): void {
  const taken = others.filter(({ id }) => id !== input.itemId);
  const serialKey = foldCase(input.visualSerialNo);
  if (taken.some((other) => other.serialKey === serialKey)) {
    throw serialTaken(input.visualSerialNo);
  }
  const uniqueIdKey = keyOfUniqueId(input.uniqueID);
  if (uniqueIdKey !== null && taken.some((other) => other.uniqueIdKey === uniqueIdKey)) {
    throw new Refusal("duplicate", `An item with the unique id ${input.uniqueID} exists.`, {
      errors: [{ pointer: "/uniqueID", detail: "An item with this unique id exists." }],
    });
  }
}

/** A unique id that is empty is not set. */
const keyOfUniqueId = (uniqueId: string | null) => (uniqueId ? foldCase(uniqueId) : null);

/** Refuses (`fixed`) to change what the item's builds rest on: its product, its works order. */
function requireFree({ builds }: UpdateFacts, item: Item, input: UpdateInput): void {
  const { asParent, asChild } = builds.find(({ itemId }) => itemId === item.id)!;
  const counts = { asParent, asChild };
  const fixed = (field: string, pointer: string, why: string) => {
    const detail = `The ${field} of ${item.visualSerialNo} can't change: ${why}.`;
    return new Refusal("fixed", detail, { errors: [{ pointer, detail }], members: { counts } });
  };
  if (input.productID !== item.productId && asParent + asChild > 0) {
    throw fixed("product", "/productID", "it has been built, or built into");
  }
  if (input.scheduleID !== item.worksOrderId && asParent > 0) {
    throw fixed(
      "works order",
      "/scheduleID",
      "it has been built into, by the BoM version of that order",
    );
  }
}

/** Refuses (`fixed`) a new product or works order where the order is of another product. */
function requireProductOfOrder(item: Item, input: UpdateInput, { product, order }: Referred): void {
  const isKept = input.productID === item.productId && input.scheduleID === item.worksOrderId;
  if (isKept || !order || order.productId === product.id) return;
  const pointer = input.scheduleID === item.worksOrderId ? "/productID" : "/scheduleID";
  const detail = `Works order ${order.orderNo} is of another product than ${product.name}.`;
  throw refusalAt("fixed", pointer, detail);
}

/** Refuses (`decimal_places`) new quantities, or those of a new product, with too many decimals. */
function requireDecimals(item: Item, input: UpdateInput, product: Referred["product"]): void {
  const isSame = input.productID === item.productId;
  for (const field of ["nominalQty", "actualQty"] as const) {
    if (isSame && input[field] === item[field]) continue;
    requireDecimalPlaces(input[field], product.inventoryDecimalPlaces, product.name, `/${field}`);
  }
}

const joined = (item: Item, { order }: Referred): Revision | null =>
  order && order.id !== item.worksOrderId ? { id: order.id, revNo: order.revNo } : null;

/** What the item is to store, and the names behind its new references. */
const changesOf = (input: UpdateInput, referred: Referred) => ({
  patch: {
    productId: input.productID,
    statusId: input.statusID,
    visualSerialNo: input.visualSerialNo,
    serialKey: foldCase(input.visualSerialNo),
    worksOrderId: input.scheduleID,
    startAt: input.startDT,
    endAt: input.endDT,
    version: input.version,
    nominalQty: input.nominalQty,
    actualQty: input.actualQty,
    uniqueId: input.uniqueID,
    uniqueIdKey: keyOfUniqueId(input.uniqueID),
    holdReasonId: input.holdReasonID,
    expiryAt: input.expiryDate,
    locationId: input.locationID,
    costPerUnit: input.costPerUnit,
    ownershipTypeId: input.ownershipTypeID,
    currencyId: input.currencyID,
    batchNo: input.batchNo,
    legacyPrerepairId: input.legacyPrerepairMaterialItemID,
    testModeId: input.testModeID,
  },
  names: {
    productName: referred.product.name,
    status: referred.status.name,
    orderNo: referred.order?.orderNo ?? null,
    holdReason: referred.holdReason?.name ?? null,
    locationSuid: referred.location?.suid ?? null,
    ownershipType: referred.ownershipType?.name ?? null,
    currency: referred.currency?.name ?? null,
  },
});

/** An entry as it is to be: all that exist have been found in the input. */
function entryAfter(entry: CaseEntry, { caseData }: UpdateInput): CaseEntry {
  const { caseDataID, name, value } = caseData.find(({ id }) => id === entry.id)!;
  const changed = { ...entry, caseDataDefinitionId: caseDataID, name, value };
  return Object.keys(patchOf(entry, changed)).length > 0
    ? { ...changed, revNo: entry.revNo + 1 }
    : entry;
}

function patchOf(before: CaseEntry, after: CaseEntry): Partial<Row<"CaseData">> {
  const { caseDataDefinitionId, name, value } = after;
  return {
    ...(caseDataDefinitionId === before.caseDataDefinitionId ? {} : { caseDataDefinitionId }),
    ...(name === before.name ? {} : { name }),
    ...(value === before.value ? {} : { value }),
  };
}

function entryChanges(item: Item, input: UpdateInput) {
  const changedEntries = item.caseData.flatMap((entry) => {
    const patch = patchOf(entry, entryAfter(entry, input));
    if (Object.keys(patch).length === 0) return [];
    return { before: { ...entry, materialItemId: item.id }, patch };
  });
  const newEntries = input.caseData
    .filter(({ id }) => id === null)
    .map(({ caseDataID, name, value }) => ({
      materialItemId: item.id,
      caseDataDefinitionId: caseDataID,
      name,
      value,
    }));
  return { changedEntries, newEntries };
}
