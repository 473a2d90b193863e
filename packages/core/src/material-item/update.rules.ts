import { requireActive } from "../rules/named.ts";
import { type Attribution, relyOn, type Revision, type Row } from "../engine/index.ts";
import { foldCase, foldStored } from "../values/fold-case.ts";
import { requireDecimalPlaces } from "../rules/limits.ts";
import { Refusal, refusalAt, refuseEach, refuseInvalid } from "../refusal.ts";
import { requireWithinLimits } from "../rules/limits.ts";
import { requireStatusNot } from "./status.ts";
import {
  type AnsweredItem,
  type CaseEntry,
  type Item,
  noItemHas,
  revisedItem,
  serialTaken,
} from "./item.ts";
import type { ItemChange } from "./item-change.ts";
import type { UpdateFacts, UpdateInput } from "./update.facts.ts";

/** A case data entry to create. */
type NewEntry = Omit<Row<"CaseData">, "id" | "revNo">;

/** The change of an item and of its case data. */
export interface UpdateDecision extends ItemChange {
  readonly changedEntries: readonly {
    readonly before: Row<"CaseData">;
    readonly patch: Partial<Row<"CaseData">>;
  }[];
  readonly newEntries: readonly NewEntry[];
  /** The works order that the item joins. It is claimed: its completion must see the item. */
  readonly joined: Revision | null;
}

/** The refusal (`stale_revision`) of an update of an older revision, with the present item. */
export class StaleItem extends Refusal {
  readonly current: Item;

  constructor(current: Item) {
    super("stale_revision", `Item ${current.visualSerialNo} is at revision ${current.revNo}.`);
    this.current = current;
  }
}

/**
 * Decides an update. Refuses, in this order: `validation_failed`, `not_found`, `stale_revision`,
 * `item_status`, `inactive`, `duplicate`, `fixed`, `decimal_places`.
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
  requireNotVoiding(item, referred.status);
  requireReferencesActive(item, referred);
  requireDefinitionsActive(facts, item, input);
  requireUniqueKeys(facts, input);
  requireChangeable(facts, item, input);
  requireProductOfOrder(item, input, referred);
  requireDecimalsOfProduct(item, input, referred.product);
  const { patch, names } = changesOf(item, input, referred);
  const after: AnsweredItem = revisedItem<AnsweredItem>(item, patch, by, names);
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
    joined: orderJoined(item, referred),
  };
}

/** Refuses (`validation_failed`) inputs that no state of the references could make valid. */
function requireValid(item: Item | undefined, input: UpdateInput): void {
  const errors: { pointer: string; detail: string }[] = [];
  const { itemId } = input;
  const detail = `The id in the path is ${itemId}.`;
  if (input.id !== itemId) errors.push({ pointer: "/id", detail });
  input.caseData.forEach(({ materialItemID }, index) => {
    if (materialItemID === itemId) return;
    const pointer = `/caseData/${index}/materialItemID`;
    errors.push({ pointer, detail });
  });
  // Entries that a newer revision has added do not make the request invalid: it is stale.
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

/** Finds the records that the item will refer to; refuses (`not_found`) all that don't exist. */
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

/** Refuses (`item_status`) to change a voided item, and to void one: Void frees its serial. */
function requireNotVoiding(item: Item, status: Referred["status"]): void {
  requireStatusNot(item, ["voided"], "updated");
  if (status.suidKey !== "voided") return;
  throw refusalAt("item_status", "/statusID", "Only MaterialItem/Void sets the status Voided.");
}

/** Refuses (`inactive`) retired records that the item does not refer to yet. */
function requireReferencesActive(item: Item, referred: Referred): void {
  const pairs: [
    noun: string,
    record: { id: number; isActive: boolean } | undefined,
    before: unknown,
    pointer: string,
  ][] = [
    ["product", referred.product, item.productId, "/productID"],
    ["material status", referred.status, item.statusId, "/statusID"],
    ["hold reason", referred.holdReason, item.holdReasonId, "/holdReasonID"],
    ["location", referred.location, item.locationId, "/locationID"],
    ["ownership type", referred.ownershipType, item.ownershipTypeId, "/ownershipTypeID"],
    ["currency", referred.currency, item.currencyId, "/currencyID"],
  ];
  for (const [noun, record, before, pointer] of pairs) {
    if (record && record.id !== before) requireActive(record, `The ${noun} ${record.id}`, pointer);
  }
}

/** Refuses (`inactive`) retired definitions that a case data entry does not have yet. */
function requireDefinitionsActive({ definitions }: UpdateFacts, item: Item, input: UpdateInput) {
  for (const [index, { id, caseDataID }] of input.caseData.entries()) {
    const before = item.caseData.find((entry) => entry.id === id)?.caseDataDefinitionId;
    // `requireReferences` has found all definitions.
    const definition = definitions.find((one) => one.id === caseDataID)!;
    if (caseDataID === before) continue;
    const what = `The case data definition ${caseDataID}`;
    requireActive(definition, what, `/caseData/${index}/caseDataID`);
  }
}

/** Refuses (`duplicate`) a serial or unique id that another item has. */
function requireUniqueKeys({ others }: UpdateFacts, input: UpdateInput): void {
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

/** Refuses (`fixed`) to change the product or works order that the item's builds depend on. */
function requireChangeable({ builds }: UpdateFacts, item: Item, input: UpdateInput): void {
  const { asParent, asChild } = builds.find(({ itemId }) => itemId === item.id)!;
  const counts = { asParent, asChild };
  const fixed = (field: string, pointer: string, why: string) => {
    const detail = `The ${field} of ${item.visualSerialNo} can't change: ${why}.`;
    return new Refusal("fixed", detail, { errors: [{ pointer, detail }], members: { counts } });
  };
  if (input.productID !== item.productId && asParent + asChild > 0) {
    throw fixed("product", "/productID", "the item has been built, or has material built in");
  }
  if (input.scheduleID !== item.worksOrderId && asParent > 0) {
    throw fixed(
      "works order",
      "/scheduleID",
      "material has been built into the item by the BoM version of that order",
    );
  }
}

/** Refuses (`fixed`) a new product or works order if the order is of another product. */
function requireProductOfOrder(item: Item, input: UpdateInput, { product, order }: Referred): void {
  const isKept = input.productID === item.productId && input.scheduleID === item.worksOrderId;
  if (isKept || !order || order.productId === product.id) return;
  const pointer = input.scheduleID === item.worksOrderId ? "/productID" : "/scheduleID";
  const detail = `Works order ${order.orderNo} is not an order of the product ${product.name}.`;
  throw refusalAt("fixed", pointer, detail);
}

/** Refuses (`decimal_places`) too many decimals in new quantities, or in those of a new product. */
function requireDecimalsOfProduct(
  item: Item,
  input: UpdateInput,
  product: Referred["product"],
): void {
  const isSame = input.productID === item.productId;
  for (const field of ["nominalQty", "actualQty"] as const) {
    if (isSame && input[field] === item[field]) continue;
    requireDecimalPlaces(input[field], product.inventoryDecimalPlaces, product.name, `/${field}`);
  }
}

const orderJoined = (item: Item, { order }: Referred): Revision | null =>
  order && order.id !== item.worksOrderId ? { id: order.id, revNo: order.revNo } : null;

/** Returns the new values of the item's columns, and the names behind its new references. */
const changesOf = (
  { deliveryNo: present }: Item,
  { deliveryNo = present, ...input }: UpdateInput,
  referred: Referred,
) => ({
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
    batchKey: foldStored(input.batchNo),
    deliveryNo,
    deliveryKey: foldStored(deliveryNo),
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

/** Returns an existing entry with its new values. The input names all existing entries. */
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
