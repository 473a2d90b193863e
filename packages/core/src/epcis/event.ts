import type { BizStep } from "../engine/index.ts";

/** The types of EPCIS event that follow from the record. */
export type TracedType = "ObjectEvent" | "AssociationEvent" | "TransformationEvent";

/** The effect of an event on the existence, or the association, of its objects. */
export type TracedAction = "ADD" | "OBSERVE" | "DELETE";

/** The dispositions of CBV 2.0 that events have. */
export type Disposition =
  | "active"
  | "available"
  | "destroyed"
  | "disposed"
  | "in_transit"
  | "non_sellable_other"
  | "returned"
  | "unknown";

/** The identity of an event: the change, and the event of that change. It never changes. */
export interface EventKey {
  readonly operationId: string;
  /** The place of the change within its operation. */
  readonly ordinal: number;
  readonly part: EventPart;
  /** The number of the event among those of this part, from 0. */
  readonly nth: number;
}

/**
 * The parts of a change that can each have an event. Most have at most one. `corrected` has one for
 * each Build that the change corrects, and a removal can have one for a quantity and one for a
 * single thing. The numbers are part of the ids of events.
 */
export const eventParts = {
  verb: 0,
  holding: 1,
  quantity: 2,
  storing: 3,
  commissioning: 4,
  corrected: 5,
} as const;
export type EventPart = (typeof eventParts)[keyof typeof eventParts];

/** A record that is known by its SUID or, without one, by its name. */
export interface NamedRecord {
  readonly suid: string | null;
  readonly name: string;
}

/** The product of a thing, with its identifiers in other systems. */
export interface TracedProduct extends NamedRecord {
  /** The property `gtin`, as it was entered. */
  readonly gtin: string | null;
  /** The UN/ECE Rec 20 code of its base unit, as it was entered. */
  readonly unitCode: string | null;
}

/** An item with the names that it had at a place in the log. */
export interface Thing {
  /** The item's id, which never changes; 0 for a batch as such. */
  readonly id: number;
  readonly serial: string;
  readonly batchNo: string | null;
  readonly product: TracedProduct;
  /** Whether the item is a single thing rather than a quantity of something. */
  readonly isOne: boolean;
}

/** A quantity of an item, in millionths of its base unit. */
export interface Amount {
  readonly thing: Thing;
  readonly qty: number;
}

/** A quantity that an event is about; null for the whole lot, however much there is of it. */
export interface Observed {
  readonly thing: Thing;
  readonly qty: number | null;
}

/** The master data of an item at its creation. Times are in milliseconds. */
export interface Particulars {
  readonly description: string;
  readonly lotNumber: string | null;
  readonly expiryAt: number | null;
}

/** The declaration that an earlier event was an error. */
export interface ErrorDeclaration {
  readonly at: number;
  /** The event that replaces it; null if nothing happened. */
  readonly corrective: EventKey | null;
}

/** An event in the terms of EPCIS 2.0, without the identifiers of a company. */
export interface TracedEvent {
  readonly key: EventKey;
  readonly type: TracedType;
  /** Null for a transformation. */
  readonly action: TracedAction | null;
  readonly bizStep: BizStep | null;
  readonly disposition: Disposition | null;
  readonly persistent: { readonly set: Disposition } | { readonly unset: Disposition } | null;
  readonly happenedAt: number;
  readonly recordedAt: number;
  /** The location of the event; null if unknown. */
  readonly location: NamedRecord | null;
  /** Whether the item is still at the location afterwards. */
  readonly stays: boolean;
  readonly orderNo: string | null;
  readonly deliveryNo: string | null;
  /** The plant that it comes from, and the one that it goes to, by name; null unless it is stated. */
  readonly source: string | null;
  readonly destination: string | null;
  readonly amount: Observed;
  /** The item that the amount is built into or removed from. */
  readonly parent: Amount | null;
  readonly particulars: Particulars | null;
  readonly error: ErrorDeclaration | null;
}
