import { requireCurrent } from "../rules/current.ts";
import { refuseContradictions } from "../rules/id-and-name.ts";
import { requireActive } from "../rules/named.ts";
import { type Attribution, relyOn, type Revision, type Row } from "../engine/index.ts";
import { foldCase, foldStored } from "../values/fold-case.ts";
import { requireDecimalPlaces } from "../rules/limits.ts";
import { Refusal, refusalAt, refuseInvalid } from "../refusal.ts";
import { requireWithinLimits } from "../rules/limits.ts";
import type { SignedOperation } from "../database/schema/index.ts";
import { requireSignedItem } from "./signed-item.ts";
import { isFinished, requireStatusNot } from "./status.ts";
import { heldFor, holdsOf, holdsOfKey } from "./holds.ts";
import {
  type AnsweredItem,
  type CaseEntry,
  type Item,
  noItemHas,
  revisedItem,
  serialTaken,
} from "./item.ts";
import { ownVersionIn } from "./new-item.ts";
import { requireOneOf, requireSingleStock } from "./tracking.ts";
import type { ItemChange } from "./item-change.ts";
import type { UpdateFacts, UpdateInput } from "./update.facts.ts";
import { type Referred, requireReferences } from "./update.references.ts";

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

/**
 * Decides an update. Refuses, in this order: `validation_failed`, `not_found`, `stale_revision`,
 * `item_status`, `details_contradict`, `inactive`, `duplicate`, `fixed`, `decimal_places`, `tracking`,
 * `already_built`, `signature_required`.
 */
export function decideUpdate(
  facts: UpdateFacts,
  input: UpdateInput,
  by: Attribution,
): UpdateDecision {
  const item = facts.items.find(({ id }) => id === input.itemId);
  requireValid(item, input);
  if (!item) throw new Refusal("not_found", noItemHas(`id ${input.itemId}`));
  const { referred, faults } = requireReferences(facts, item, input);
  requireCurrent("MaterialItem", item, input.revNo, `Item ${item.visualSerialNo}`);
  requireNotVoiding(item, referred.status);
  refuseContradictions(faults);
  requireReferencesActive(referred);
  requireDefinitionsActive(facts, item, input);
  requireUniqueKeys(facts, input);
  requireChangeable(facts, item, referred);
  requireProductOfOrder(item, referred);
  requireDecimalsOfProduct(item, input, referred.product.record);
  requireSingle(item, input, referred.product.record);
  const { patch, names } = changesOf(item, input, referred);
  const after: AnsweredItem = revisedItem<AnsweredItem>(item, patch, by, names);
  const delta = input.actualQty - item.actualQty - (input.nominalQty - item.nominalQty);
  const [product, order] = [referred.product.record, referred.order.record];
  const isOther = product.id !== item.productId;
  const signed = requireSignedItem(item, operationsIn(item, after, referred));
  return {
    asserts: [
      ...signed.asserts,
      relyOn("Product", product),
      // An order that the item joins is claimed.
      ...(order && isOther && order.id === item.worksOrderId ? [relyOn("WorksOrder", order)] : []),
    ],
    // The facts about its signatures are not recorded.
    before: { ...item, signing: undefined },
    after: { ...after, caseData: item.caseData.map((entry) => entryAfter(entry, input)) },
    note: { action: "updated", detail: signed.detail },
    adjustment: delta === 0 ? undefined : { qty: delta, reasonId: null },
    ...entryChanges(item, input),
    joined: orderJoined(referred),
  };
}

/** The operations that an update does by its fields: it can end a hold, and finish a unit. */
function operationsIn(item: Item, after: AnsweredItem, { status }: Referred): SignedOperation[] {
  const left = new Set(holdsOf(after).map(({ id }) => id));
  const isFree = item.batchHolds !== null && after.batchHolds === null;
  const endsHold = isFree || holdsOf(item).some(({ id }) => !left.has(id));
  const { suidKey } = status.record;
  const isGone = ["scrapped", "dispatched"].includes(suidKey ?? "");
  const finishes = isInWork(item) && !isInWork({ ...after, statusSuidKey: suidKey }) && !isGone;
  return [...(endsHold ? ["release" as const] : []), ...(finishes ? ["complete" as const] : [])];
}

/** Whether an item is what Complete finishes. */
const isInWork = (item: Pick<Item, "worksOrderId" | "endAt" | "statusSuidKey">): boolean =>
  item.statusSuidKey === "wip" || (item.worksOrderId !== null && !isFinished(item));

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
  for (const { id, name } of item?.revNo === input.revNo ? (item?.caseData ?? []) : []) {
    if (input.caseData.some((entry) => entry.id === id)) continue;
    const missing = `The entry ${name} with the id ${id} is missing.`;
    errors.push({ pointer: "/caseData", detail: missing });
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

/** Refuses (`item_status`) to change a voided item, and to void one: Void frees its serial. */
function requireNotVoiding(item: Item, { record, pointer }: Referred["status"]): void {
  requireStatusNot(item, ["voided"], "updated");
  if (record.suidKey !== "voided") return;
  throw refusalAt("item_status", pointer, "Only MaterialItem/Void sets the status Voided.");
}

/** Refuses (`inactive`) retired records that the item does not refer to yet. */
function requireReferencesActive({ order: _order, ...referred }: Referred): void {
  for (const { noun, record, isChanged, pointer } of Object.values(referred)) {
    if (isChanged && record) requireActive(record, `The ${noun} ${record.name}`, pointer);
  }
}

/** Refuses (`inactive`) retired definitions that a case data entry does not have yet. */
function requireDefinitionsActive({ definitions }: UpdateFacts, item: Item, input: UpdateInput) {
  for (const [index, { id, caseDataID }] of input.caseData.entries()) {
    const before = item.caseData.find((entry) => entry.id === id)?.caseDataDefinitionId;
    // `requireReferences` has found all definitions.
    const definition = definitions.find((one) => one.id === caseDataID)!;
    if (caseDataID === before) continue;
    const what = `The case data definition ${definition.name}`;
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
function requireChangeable(
  { builds }: UpdateFacts,
  item: Item,
  { product, order }: Referred,
): void {
  const { itemId: _itemId, ...counts } = builds.find(({ itemId }) => itemId === item.id)!;
  const { asParent, asChild, splitOrMerged } = counts;
  const fixed = (field: string, pointer: string, why: string) => {
    const detail = `The ${field} of ${item.visualSerialNo} can't change: ${why}.`;
    return new Refusal("fixed", detail, { errors: [{ pointer, detail }], members: { counts } });
  };
  if (product.record.id !== item.productId && asParent + asChild + splitOrMerged > 0) {
    const why = "the item has been built, split or merged, or has material built in";
    throw fixed("product", product.pointer, why);
  }
  if (order.isChanged && asParent > 0) {
    throw fixed(
      "works order",
      order.pointer,
      "material has been built into the item by the BoM version of that order",
    );
  }
}

/** Refuses (`fixed`) a new product or works order if the order is of another product. */
function requireProductOfOrder(item: Item, { product, order }: Referred): void {
  const { id, name } = product.record;
  const isKept = id === item.productId && !order.isChanged;
  if (isKept || !order.record || order.record.productId === id) return;
  const { pointer } = order.isChanged ? order : product;
  const detail = `Works order ${order.record.orderNo} is not an order of the product ${name}.`;
  throw refusalAt("fixed", pointer, detail);
}

/** Refuses (`decimal_places`) too many decimals in new quantities, or in those of a new product. */
function requireDecimalsOfProduct(
  item: Item,
  input: UpdateInput,
  product: Referred["product"]["record"],
): void {
  const isSame = product.id === item.productId;
  for (const field of ["nominalQty", "actualQty"] as const) {
    if (isSame && input[field] === item[field]) continue;
    requireDecimalPlaces(input[field], product, `/${field}`);
  }
}

/** Refuses (`tracking`, `already_built`) new quantities that an item tracked by serial can't have. */
function requireSingle(
  item: Item,
  { nominalQty, actualQty }: UpdateInput,
  { id, name, tracking }: Referred["product"]["record"],
): void {
  const isSame = id === item.productId;
  const then = { ...item, tracking, productName: name };
  if (!isSame || nominalQty !== item.nominalQty) requireOneOf(nominalQty, then, "/nominalQty");
  if (!isSame || actualQty !== item.actualQty) requireSingleStock(actualQty, then, "/actualQty");
}

const versionOfJoined = ({ order: { record } }: Referred): number | null =>
  record ? ownVersionIn(record) : null;

const orderJoined = ({ order: { record, isChanged } }: Referred): Revision | null =>
  isChanged && record ? { id: record.id, revNo: record.revNo } : null;

/**
 * Returns the holds of an item after an update, which states its first one. Another reason takes the
 * place of that. Without a reason, the first one ends, and the next one is the first.
 */
function holdsAfter(item: Item, { holdReason: { record, isChanged } }: Referred) {
  if (!isChanged) return heldFor(holdsOf(item));
  const others = holdsOf(item).filter(({ id }) => id !== item.holdReasonId && id !== record?.id);
  return heldFor([...(record ? [record] : []), ...others]);
}

/** Returns the new values of the item's columns, and the names behind its new references. */
const changesOf = (
  item: Item,
  { deliveryNo = item.deliveryNo, ...input }: UpdateInput,
  referred: Referred,
) => ({
  patch: {
    productId: referred.product.record.id,
    statusId: referred.status.record.id,
    visualSerialNo: input.visualSerialNo,
    serialKey: foldCase(input.visualSerialNo),
    worksOrderId: referred.order.record?.id ?? null,
    ownVersionId: referred.order.isChanged ? versionOfJoined(referred) : item.ownVersionId,
    startAt: input.startDT,
    endAt: input.endDT,
    version: input.version,
    nominalQty: input.nominalQty,
    actualQty: input.actualQty,
    uniqueId: input.uniqueID,
    uniqueIdKey: keyOfUniqueId(input.uniqueID),
    ...holdsAfter(item, referred),
    expiryAt: input.expiryDate,
    locationId: referred.location.record?.id ?? null,
    costPerUnit: input.costPerUnit,
    ownershipTypeId: referred.ownershipType.record?.id ?? null,
    currencyId: referred.currency.record?.id ?? null,
    batchNo: input.batchNo,
    batchKey: foldStored(input.batchNo),
    deliveryNo,
    deliveryKey: foldStored(deliveryNo),
    legacyPrerepairId: input.legacyPrerepairMaterialItemID,
    testModeId: input.testModeID,
  },
  names: {
    productName: referred.product.record.name,
    status: referred.status.record.name,
    orderNo: referred.order.record?.orderNo ?? null,
    locationSuid: referred.location.record?.suid ?? null,
    ownershipType: referred.ownershipType.record?.name ?? null,
    currency: referred.currency.record?.name ?? null,
    batchHolds: holdsOfKey(referred.product.record.heldBatches, foldStored(input.batchNo)),
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
