import { scale } from "../values/decimal.ts";
import { type ReasonDisposition } from "../database/schema/index.ts";
import {
  type Amount,
  type Disposition,
  type EventKey,
  type EventPart,
  eventParts,
  type Observed,
  type Thing,
  type TracedEvent,
} from "./event.ts";
import type { BizStep } from "../engine/index.ts";
import { tracedActionsWhere } from "../engine/record.ts";
import type { Correction, TracedFacts } from "./facts.ts";
import { itemAt } from "./item-at.ts";
import { isCorrection, removalsIn, type TracedChange } from "./traced-change.ts";

/** The disposition of removed material by its reason, in the words of CBV 2.0. */
const afterRemoval: Readonly<Record<ReasonDisposition, Disposition>> = {
  return: "available",
  hold: "non_sellable_other",
  scrap: "disposed",
};

/** The filters by event. Times are milliseconds since 1970, when the event happened. */
export interface EventFilter {
  /** From this time on, and before the other one. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly eventType?: TracedEvent["type"] | undefined;
  readonly action?: TracedEvent["action"] | undefined;
  readonly bizStep?: BizStep | undefined;
}

/** Returns the actions of the log that can lead to such an event. */
export const actionsTelling = ({ eventType, bizStep }: EventFilter): readonly string[] =>
  tracedActionsWhere((epcis) => {
    const joins = epcis.includes("assembling");
    const transforms = eventType === "TransformationEvent" && epcis.includes("repackaging");
    const isOfType = eventType === undefined || eventType === "ObjectEvent" || joins || transforms;
    return isOfType && (bizStep === undefined || epcis.includes(bizStep));
  });

/** Whether an event passes the filters. */
export const isRequested = (
  event: TracedEvent,
  { from, to, eventType, action, bizStep }: EventFilter,
) =>
  (from === undefined || event.happenedAt >= from) &&
  (to === undefined || event.happenedAt < to) &&
  (eventType === undefined || event.type === eventType) &&
  (action === undefined || event.action === action) &&
  (bizStep === undefined || event.bizStep === bizStep);

/** Whether an amount is a single thing, which has its own identifier. */
export const isInstance = ({ thing, qty }: Observed): boolean => thing.isOne && qty === scale;

/** Returns the events of an item's change, in the order in which they follow from each other. */
export function eventsOf(change: TracedChange, facts: TracedFacts): TracedEvent[] {
  const source = { change, facts };
  switch (change.action) {
    case "received":
      return [receivingEvent(source)];
    case "adopted": {
      const { nominalQty: qty } = itemThen(source, change.entityId);
      return [receivingEvent(source, { thing: thingOf(source, change.entityId), qty })];
    }
    case "started":
      return [commissioningEvent(source)];
    case "receivedAndBuilt":
      return [commissioningEvent(source), buildEvent(source)];
    case "built":
      return [...quantityChanged(source), buildEvent(source)];
    case "removed": {
      const removed = isCorrection(change) ? declaredErrors(source) : removalEvents(source);
      return [...removed, ...quantityChanged(source), ...holdChanged(source)];
    }
    case "dispatched": {
      const left = { bizStep: "shipping", disposition: "in_transit", stays: false } as const;
      const destination = textIn(change.after, "destination");
      return [objectEvent(source, eventParts.verb, { ...left, destination })];
    }
    case "returned": {
      const back = { bizStep: "receiving", disposition: "returned" } as const;
      return [
        objectEvent(source, eventParts.verb, back),
        ...placeChanged(source),
        ...holdChanged(source),
      ];
    }
    case "splitOff":
      return [splitEvent(source), ...heldFromTheStart(source)];
    case "merged":
      return [mergeEvent(source)];
    case "batchHeld":
    case "batchReleased":
      return batchHoldChanged(source);
    case "voided":
      return receiptsDeclaredErrors(source);
    default:
      return [...placeChanged(source), ...quantityChanged(source), ...holdChanged(source)];
  }
}

interface Source {
  readonly change: TracedChange;
  readonly facts: TracedFacts;
}

const eventKeyOf = ({ operationId, ordinal }: EventKeyed, part: EventPart, nth = 0): EventKey => ({
  operationId,
  ordinal,
  part,
  nth,
});
type EventKeyed = Pick<EventKey, "operationId" | "ordinal">;

const itemThen = ({ change, facts }: Source, id: number) =>
  // Every change names items that exist: none is ever deleted.
  itemAt(facts.items.get(id)!, facts.renamings.get(id) ?? [], change.id);

/** An item with its names then: a single thing if there was no more of it, in stock and built. */
function thingOf(source: Source, id: number, place = source.change.id): Thing {
  const thing = nominalThing(source, id);
  return { ...thing, isOne: thing.isOne && !source.facts.isMoreThanOne(id, place) };
}

/**
 * The parent of a Build: single by its nominal quantity, which its BoM counts whatever its stock.
 */
function nominalThing(source: Source, id: number): Thing {
  const item = itemThen(source, id);
  const product = source.facts.products.get(item.productId)!;
  return {
    id,
    serial: item.visualSerialNo,
    batchNo: item.batchNo,
    product,
    isOne: product.unitCode === "EA" && item.nominalQty === scale,
  };
}

/** Returns the fields that all events of a change share. The location is that of the given item. */
function eventAbout(source: Source, part: EventPart, whereId: number) {
  const { change, facts } = source;
  const { locationId, worksOrderId } = itemThen(source, whereId);
  return {
    ...eventOf(change, part),
    location: facts.locations.get(locationId ?? 0) ?? null,
    orderNo: facts.orders.get(worksOrderId ?? 0) ?? null,
  };
}

/** Returns the same fields of an event that no item has a part in. */
const eventOf = (change: TracedChange, part: EventPart) => ({
  key: eventKeyOf(change, part),
  happenedAt: change.occurredAt ?? change.at,
  recordedAt: change.at,
  location: null,
  stays: true,
  orderNo: null,
  deliveryNo: change.deliveryNo,
  source: null,
  destination: null,
  bizStep: null,
  disposition: null,
  persistent: null,
  parent: null,
  particulars: null,
  error: null,
});

/** Returns an event about the item of a change. By default it observes the whole item. */
function objectEvent(source: Source, part: EventPart, more: Partial<TracedEvent>): TracedEvent {
  const { entityId } = source.change;
  const thing = thingOf(source, entityId);
  return {
    ...eventAbout(source, part, entityId),
    type: "ObjectEvent",
    action: "OBSERVE",
    // Only actions that observe the stock use the default, and they have it.
    amount: { thing, qty: thing.isOne ? scale : source.facts.stockAfter(source.change)! },
    ...more,
  };
}

/** Returns the event of a receipt, from the plant that it names. */
const receivingEvent = (source: Source, amount?: Amount): TracedEvent =>
  objectEvent(source, eventParts.verb, {
    bizStep: "receiving",
    source: textIn(source.change.after, "origin"),
    ...(amount && { amount }),
  });

const textIn = (fields: TracedChange["after"], name: string): string | null => {
  const value = fields?.[name];
  return typeof value === "string" ? value : null;
};

function commissioningEvent(source: Source): TracedEvent {
  const { entityId } = source.change;
  const { nominalQty, batchNo, expiryAt } = itemThen(source, entityId);
  const thing = thingOf(source, entityId);
  return objectEvent(source, eventParts.commissioning, {
    action: "ADD",
    bizStep: "commissioning",
    disposition: "active",
    amount: { thing, qty: nominalQty },
    particulars: { description: thing.product.name, lotNumber: batchNo, expiryAt },
  });
}

/** Returns the two amounts of a Build or Remove, and the fields that its events share. */
function consumptionOf(source: Source, qty: number) {
  const parentId = Number(source.change.detail!["parentId"]);
  const parent: Amount = {
    thing: nominalThing(source, parentId),
    qty: itemThen(source, parentId).nominalQty,
  };
  const amount: Amount = { thing: thingOf(source, source.change.entityId), qty };
  return { ...eventAbout(source, eventParts.verb, parentId), parentId, parent, amount };
}

const qtyOf = ({ detail }: TracedChange): number => Number(detail!["qty"]);

/** Returns a Build's event: an association of two single things, otherwise a transformation. */
function buildEvent(source: Source, qty = qtyOf(source.change)): TracedEvent {
  const { parentId, ...event } = consumptionOf(source, qty);
  if (!isInstance(event.amount) || !isInstance(event.parent)) {
    return { ...event, type: "TransformationEvent", action: null };
  }
  const wasComplete = source.facts.wasComplete(parentId, source.change.parentSeq!);
  const bizStep = wasComplete ? "installing" : "assembling";
  return { ...event, type: "AssociationEvent", action: "ADD", bizStep };
}

/** Returns the event of a quantity that goes from one item to another, where the latter is. */
function movedEvent(source: Source, fromId: number, toId: number): TracedEvent {
  const qty = qtyOf(source.change);
  return {
    ...eventAbout(source, eventParts.verb, toId),
    type: "TransformationEvent",
    action: null,
    bizStep: "repackaging",
    amount: { thing: thingOf(source, fromId), qty },
    parent: { thing: thingOf(source, toId), qty },
  };
}

const splitEvent = (source: Source) =>
  movedEvent(source, Number(source.change.detail!["fromId"]), source.change.entityId);
const mergeEvent = (source: Source) =>
  movedEvent(source, source.change.entityId, Number(source.change.detail!["intoId"]));

/** Returns the event of a part that was on hold when it was split off. */
function heldFromTheStart(source: Source): TracedEvent[] {
  const { change } = source;
  if (change.after?.["holdReasonId"] == null) return [];
  const amount = { thing: thingOf(source, change.entityId), qty: qtyOf(change) };
  const persistent = { set: "non_sellable_other" } as const;
  return [objectEvent(source, eventParts.holding, { bizStep: "holding", persistent, amount })];
}

/** Returns the amounts of a removal: single things and quantities as they were built in. */
function removedAmounts(source: Source): Amount[] {
  const { change, facts } = source;
  const parts = removalsIn(change).map(({ buildId, qty }) => ({
    thing: thingOf(source, change.entityId, facts.builtAt.get(buildId)),
    qty,
  }));
  return [false, true].flatMap((isOne) => {
    const own = parts.filter(({ thing }) => thing.isOne === isOne);
    const qty = own.reduce((sum, part) => sum + part.qty, 0);
    return own[0] ? { thing: own[0].thing, qty } : [];
  });
}

const removalEvents = (source: Source): TracedEvent[] =>
  removedAmounts(source).map((amount, nth) => removalEvent(source, amount, nth));

/** Returns a removal's event. Without a single parent, it observes the removed amount. */
function removalEvent(source: Source, amount: Amount, nth: number): TracedEvent {
  const { parentId: _parentId, ...joined } = consumptionOf(source, amount.qty);
  const event = { ...joined, key: { ...joined.key, nth }, amount };
  const { disposition: after } = source.change;
  const disposition = after ? afterRemoval[after] : null;
  const removed = { ...event, bizStep: "removing", disposition } as const;
  return isInstance(event.parent)
    ? { ...removed, type: "AssociationEvent", action: "DELETE" }
    : { ...removed, type: "ObjectEvent", action: "OBSERVE", parent: null };
}

/** Returns the events of a correction, for each Build that it takes back, in whole or in part. */
const declaredErrors = (source: Source): TracedEvent[] =>
  correctedBy(source.facts, source.change.id).flatMap((buildSeq) =>
    declaredError(source, buildSeq),
  );

/** Returns the Builds that the correction at a place in the log takes back, in its order. */
const correctedBy = ({ corrections }: TracedFacts, place: number): number[] => [
  ...new Set(corrections.flatMap(({ seq, buildSeq }) => (seq === place ? buildSeq : []))),
];

/** Returns a Build's event again, declared as an error, and the event that replaces it, if any. */
function declaredError({ change, facts }: Source, buildSeq: number): TracedEvent[] {
  const original = { change: facts.builds.get(buildSeq)!, facts };
  const ofBuild = facts.corrections.filter((one) => one.buildSeq === buildSeq);
  const last = ofBuild.findLast(({ seq }) => seq < change.id);
  const wrong = buildEvent(original, qtyAfterCorrections(facts, buildSeq, last?.seq ?? 0));
  const right = buildEvent(original, qtyAfterCorrections(facts, buildSeq, change.id));
  const corrective = correctiveKey(
    facts,
    ofBuild.find(({ seq }) => seq === change.id)!,
  );
  const key = (last && correctiveKey(facts, last)) ?? wrong.key;
  const error = { at: change.at, corrective };
  const declared = { ...wrong, key, recordedAt: change.at, error };
  if (!corrective) return [declared];
  return [declared, { ...right, key: corrective, recordedAt: change.at }];
}

/** Returns the quantity of a Build that is left after the corrections up to a place in the log. */
const qtyAfterCorrections = (
  { builds, corrections }: TracedFacts,
  buildSeq: number,
  place: number,
): number =>
  corrections
    .filter((one) => one.buildSeq === buildSeq && one.seq <= place)
    .reduce((left, { qty }) => left - qty, qtyOf(builds.get(buildSeq)!));

/**
 * Returns the key of the event that replaces a Build's event after a correction; null if nothing is
 * left. The first Build with something left has the key that all such events once had.
 */
function correctiveKey(facts: TracedFacts, correction: Correction): EventKey | null {
  const { seq, buildSeq } = correction;
  const nth = correctedBy(facts, seq)
    .filter((one) => qtyAfterCorrections(facts, one, seq) > 0)
    .indexOf(buildSeq);
  return nth < 0 ? null : eventKeyOf(correction, eventParts.corrected, nth);
}

/** Returns the event of an item's receipt or start again, declared as an error: it never was. */
function receiptsDeclaredErrors({ change, facts }: Source): TracedEvent[] {
  const error = { at: change.at, corrective: null };
  const events = eventsOf(facts.receipts.get(change.entityId)!, facts);
  return events.map((event) => Object.assign({}, event, { recordedAt: change.at, error }));
}

function placeChanged(source: Source): TracedEvent[] {
  const isMoved = source.change.after?.["locationId"] !== undefined;
  return isMoved ? [objectEvent(source, eventParts.storing, { bizStep: "storing" })] : [];
}

function holdChanged(source: Source): TracedEvent[] {
  const { before, after } = source.change;
  const [held, wasHeld] = [after?.["holdReasonId"], before?.["holdReasonId"]];
  // A hold for another reason is still the same hold.
  if (held === undefined || (held === null) === (wasHeld === null)) return [];
  const disposition = "non_sellable_other";
  const persistent =
    held === null ? ({ unset: disposition } as const) : ({ set: disposition } as const);
  return [objectEvent(source, eventParts.holding, { bizStep: "holding", persistent })];
}

/**
 * Returns the event of a batch when its first hold began, or its last one ended: of the lot as a
 * class, wherever its items are. These did not change.
 */
function batchHoldChanged({ change, facts }: Source): TracedEvent[] {
  const isHeld = change.action === "batchHeld";
  const { holds, batchNo } = facts.holdsOfBatch(change);
  if (holds !== (isHeld ? 1 : 0)) return [];
  const disposition = "non_sellable_other";
  const product = facts.products.get(change.entityId)!;
  return [
    {
      ...eventOf(change, eventParts.holding),
      type: "ObjectEvent",
      action: "OBSERVE",
      bizStep: "holding",
      persistent: isHeld ? { set: disposition } : { unset: disposition },
      amount: { thing: { id: 0, serial: "", batchNo, product, isOne: false }, qty: null },
    },
  ];
}

const gone = {
  action: "DELETE",
  bizStep: "destroying",
  disposition: "destroyed",
  stays: false,
} as const;

/** Returns the events of an adjustment: of a shortfall at a Build, a loss, or a count. */
function quantityChanged(source: Source): TracedEvent[] {
  const { change } = source;
  const booked = change.parts?.find(({ part }) => part === "adjustment");
  const qty = booked?.kind === "insertPart" ? Number(booked.values["qty"]) : 0;
  if (qty === 0) return [];
  const thing = thingOf(source, change.entityId);
  const event = (more: Partial<TracedEvent>) => [objectEvent(source, eventParts.quantity, more)];
  const { action, disposition } = change;
  if (action === "built") {
    const amount = { thing, qty };
    // A single thing that was missing is found again.
    if (isInstance(amount)) return event({ bizStep: "cycle_counting", amount });
    return event({ action: "ADD", bizStep: "creating_class_instance", amount });
  }
  if (action === "removed") {
    return removedAmounts(source).map((amount, nth) => {
      const destroyed = { ...gone, amount, key: eventKeyOf(change, eventParts.quantity, nth) };
      return objectEvent(source, eventParts.quantity, destroyed);
    });
  }
  if (qty < 0 && (action === "scrapped" || disposition === "scrap")) {
    return event({ ...gone, amount: { thing, qty: -qty } });
  }
  const counted = source.facts.stockAfter(change)!;
  const isMissing = thing.isOne && counted === 0;
  return event({
    bizStep: "cycle_counting",
    disposition: isMissing ? "unknown" : null,
    amount: { thing, qty: isMissing ? scale : counted },
  });
}
