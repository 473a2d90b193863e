import {
  type IdAndName,
  isNamedInAnyCase,
  noFaults,
  type ReferenceFaults,
  refuseMissing,
  resolveReference,
  type SentReference,
} from "../rules/id-and-name.ts";
import { foldCase } from "../values/fold-case.ts";
import type { Item } from "./item.ts";
import type { SentIds, SentNames, UpdateFacts, UpdateInput } from "./update.facts.ts";

const named = { nameOf: ({ name }: { name: string }) => name, isNamed: isNamedInAnyCase };

/** Finds the records that the item will refer to. Refuses (`not_found`) all that don't exist. */
export function requireReferences(facts: UpdateFacts, item: Item, input: UpdateInput) {
  const faults = noFaults();
  addMissing(faults, facts, item, input);
  const find = <Of extends { id: number }>(
    records: readonly Of[],
    { noun, id, name, stored }: Reference,
    how: Pick<SentReference<Of>, "nameOf" | "isNamed" | "called">,
  ) => {
    const pointers = { id: `/${id}`, name: `/${name}` };
    const sent = { id: input[id], name: input[name] };
    const found = resolveReference({ noun, records, stored, sent, pointers, ...how }, faults);
    return { ...found, record: found.record ?? null, noun };
  };
  // An item has a product and a status: both ids are sent, and refused below if they are unknown.
  const required = <Found extends { record: unknown }>(found: Found) => ({
    ...found,
    record: found.record as NonNullable<Found["record"]>,
  });
  const of = storedReferences(item);
  const referred = {
    product: required(find(facts.products, of.product, named)),
    status: required(find(facts.statuses, of.status, named)),
    order: find(facts.orders, of.order, {
      nameOf: ({ orderNo }) => orderNo,
      isNamed: ({ orderNo }, sent) => foldCase(orderNo) === foldCase(sent),
      called: "has the order number",
    }),
    holdReason: find(facts.holdReasons, of.holdReason, named),
    location: find(facts.locations, of.location, {
      nameOf: ({ suid }) => suid,
      called: "has the SUID",
    }),
    ownershipType: find(facts.ownershipTypes, of.ownershipType, named),
    currency: find(facts.currencies, of.currency, named),
  };
  refuseMissing(faults);
  return { referred, faults };
}
/** The records that an item refers to after an update. */
export type Referred = ReturnType<typeof requireReferences>["referred"];

/** A field of an item that refers to a record: its id and its name in the request, and as stored. */
interface Reference {
  readonly noun: string;
  readonly id: keyof SentIds;
  readonly name: keyof SentNames;
  readonly stored: IdAndName;
}

/** The hold that a response shows first: an item's own, or that of its batch. */
function shownHold({ holdReasonId, holdReason, batchHolds }: Item): IdAndName {
  const [ofBatch] = batchHolds ?? [];
  if (holdReasonId !== null || !ofBatch) return { id: holdReasonId, name: holdReason };
  return { id: ofBatch.holdReasonId, name: ofBatch.holdReason };
}

const storedReferences = (item: Item) =>
  ({
    product: {
      noun: "product",
      id: "productID",
      name: "productName",
      stored: { id: item.productId, name: item.productName },
    },
    status: {
      noun: "material status",
      id: "statusID",
      name: "status",
      stored: { id: item.statusId, name: item.status },
    },
    order: {
      noun: "works order",
      id: "scheduleID",
      name: "orderNo",
      stored: { id: item.worksOrderId, name: item.orderNo },
    },
    holdReason: {
      noun: "hold reason",
      id: "holdReasonID",
      name: "holdReason",
      stored: shownHold(item),
    },
    location: {
      noun: "location",
      id: "locationID",
      name: "location",
      stored: { id: item.locationId, name: item.locationSuid },
    },
    ownershipType: {
      noun: "ownership type",
      id: "ownershipTypeID",
      name: "ownershipType",
      stored: { id: item.ownershipTypeId, name: item.ownershipType },
    },
    currency: {
      noun: "currency",
      id: "currencyID",
      name: "currency",
      stored: { id: item.currencyId, name: item.currency },
    },
  }) as const satisfies Record<string, Reference>;

/** Adds the ids of case data, definitions and an earlier item that don't exist. */
function addMissing(
  { missing }: ReferenceFaults,
  facts: UpdateFacts,
  item: Item,
  input: UpdateInput,
): void {
  const check = (rows: readonly { id: number }[], id: number | null, noun: string, at: string) => {
    if (id === null || rows.some((row) => row.id === id)) return;
    missing.push({ pointer: at, detail: `No ${noun} has the id ${id}.` });
  };
  for (const [index, { id, caseDataID }] of input.caseData.entries()) {
    const at = `/caseData/${index}`;
    check(facts.definitions, caseDataID, "case data definition", `${at}/caseDataID`);
    check(item.caseData, id, `case data of item ${item.visualSerialNo}`, `${at}/id`);
  }
  const earlier = input.legacyPrerepairMaterialItemID;
  check(facts.others, earlier, "material item", "/legacyPrerepairMaterialItemID");
}
