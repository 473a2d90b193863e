import type { BizStep } from "../engine/index.ts";

/** The kinds of EPCIS event that the record gives rise to. */
export type TracedType = "ObjectEvent" | "AssociationEvent" | "TransformationEvent";

/** What an event does to the existence, or the being together, of what it is about. */
export type TracedAction = "ADD" | "OBSERVE" | "DELETE";

/** The dispositions of CBV 2.0 that are told. */
export type Disposition =
  | "active"
  | "available"
  | "destroyed"
  | "disposed"
  | "in_transit"
  | "non_sellable_other"
  | "unknown";

/** Which event of which change: for ever the same. */
export interface EventKey {
  readonly operationId: string;
  /** The place of the change within its operation. */
  readonly ordinal: number;
  readonly part: EventPart;
  /** Which of the events that the change tells as this part of it, from 0. */
  readonly nth: number;
}

/**
 * What one change may tell: each once, but what is true instead of a Build once for each Build that
 * it corrects, and what is removed as a quantity and as one thing. The numbers are part of the events'
 * ids.
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

/** A record that people name: by its SUID or, where it has none, by its name. */
export interface NamedRecord {
  readonly suid: string | null;
  readonly name: string;
}

/** The product of a thing, with what identifies it elsewhere. */
export interface TracedProduct extends NamedRecord {
  /** The property `gtin`, as it was entered. */
  readonly gtin: string | null;
  /** The UN/ECE Rec 20 code of its base unit, as it was entered. */
  readonly unitCode: string | null;
}

/** An item as it was called at a place in the log. */
export interface Thing {
  /** The item's id, which never changes. */
  readonly id: number;
  readonly serial: string;
  readonly batchNo: string | null;
  readonly product: TracedProduct;
  /** Whether the item is one thing, and not a quantity of something. */
  readonly isOne: boolean;
}

/** So much of an item, in millionths of its base unit. */
export interface Amount {
  readonly thing: Thing;
  readonly qty: number;
}

/** What is said of an item where it comes to be. Times are in milliseconds. */
export interface Particulars {
  readonly description: string;
  readonly lotNumber: string | null;
  readonly expiryAt: number | null;
}

/** Why an event that was told before is told again, as an error. */
export interface ErrorDeclaration {
  readonly at: number;
  /** The event that stands in its place; null where nothing happened at all. */
  readonly corrective: EventKey | null;
}

/** An event in the terms of EPCIS 2.0, before it has the identifiers of anyone. */
export interface TracedEvent {
  readonly key: EventKey;
  readonly type: TracedType;
  /** None of a transformation. */
  readonly action: TracedAction | null;
  readonly bizStep: BizStep | null;
  readonly disposition: Disposition | null;
  readonly persistent: { readonly set: Disposition } | { readonly unset: Disposition } | null;
  readonly happenedAt: number;
  readonly recordedAt: number;
  /** Where it happened; null where that is not known. */
  readonly location: NamedRecord | null;
  /** Whether what it is about is still there afterwards. */
  readonly stays: boolean;
  readonly orderNo: string | null;
  readonly deliveryNo: string | null;
  readonly amount: Amount;
  /** What the amount is built into or removed from. */
  readonly parent: Amount | null;
  readonly particulars: Particulars | null;
  readonly error: ErrorDeclaration | null;
}
