/** The codes with which core refuses. The contract's problem table gives each its status. */
export type RefusalCode =
  | "validation_failed"
  | "unauthorized"
  | "forbidden"
  | "pin_refused"
  | "pin_locked"
  | "pin_temporary"
  | "sign_in_again"
  | "not_found"
  | "duplicate"
  | "in_use"
  | "stale_revision"
  | "insufficient_quantity"
  | "negative_quantity"
  | "not_built"
  | "already_built"
  | "tracking"
  | "inventory_managed"
  | "item_on_hold"
  | "item_expired"
  | "backdated"
  | "before_it_was"
  | "item_status"
  | "not_in_bom"
  | "over_maximum"
  | "cycle"
  | "reason_not_assigned"
  | "decimal_places"
  | "unit_mismatch"
  | "quantity_range"
  | "too_many"
  | "details_contradict"
  | "document_refused"
  | "document_required"
  | "already_received"
  | "serial_range"
  | "unknown_placeholder"
  | "receipt_profile"
  | "ambiguous_name"
  | "order_status"
  | "bom_status"
  | "fixed"
  | "reserved"
  | "last_admin"
  | "inactive"
  | "incomplete"
  | "evidence_missing"
  | "contains_held"
  | "signature_required"
  | "idempotency_conflict"
  | "external_ref_conflict"
  | "reference_owned"
  | "overloaded"
  | "outcome_unknown"
  | "too_large"
  | "unavailable";

/** A record that a refusal names by its id and its serial. */
export interface NamedItem {
  readonly id: number;
  readonly visualSerialNo: string;
}

/** An item that a refusal is about, as the decision found it. In wire format. */
export interface RefusedItem extends NamedItem {
  readonly productID: number;
  readonly productName: string;
  readonly productSUID: string | null;
  readonly version: string | null;
  readonly actualQty: number;
  readonly unit: string;
  readonly status: string;
  readonly expiryDate: string | null;
}

/** The hold of an item, from the change that put it on hold. In wire format. */
export interface RefusedHold {
  readonly reason: string | null;
  readonly reasonSUID: string | null;
  readonly since: string;
  readonly comment: string | null;
  readonly userID: number | null;
  readonly user: string | null;
}

/** Something in a unit, at any level, with the path from the unit to it. */
export interface RefusedContent extends NamedItem {
  readonly path: NamedItem[];
}

/** A slot that a refusal is about. Quantities are in units of `unit`. */
export interface RefusedSlot {
  readonly visualSerialNo: string;
  readonly bomSlotID: number;
  readonly description: string;
  readonly required: number;
  readonly built: number;
  readonly unit: string;
  readonly product: string;
  /** How much more fits, and the most that fits in all; null without a limit. */
  readonly takes?: number | null;
  readonly max?: number | null;
  readonly candidates?: RefusedCandidate[];
  /** The compulsory evidence of the device history record that lacks. */
  readonly lacks?: ("bom" | "build")[];
}

/** A product that a slot takes. */
export interface RefusedCandidate {
  readonly candidateID: number;
  readonly productID: number;
  readonly productName: string;
  readonly productSUID: string | null;
  readonly version: string | null;
  readonly isDefault: boolean;
}

/** A signature that an operation on a record lacks. A record that is not made yet has no id. */
export interface RefusedSignature {
  readonly entity: string;
  readonly id: number | null;
  readonly revNo: number | null;
  /** The record in words. */
  readonly name: string;
  readonly operation: string;
  readonly ruleID: number;
  readonly rule: string;
  readonly meaning: string;
  readonly roles: string[] | null;
  readonly byAnother: boolean;
  /** How many the rule demands, and how many of these are missing. */
  readonly count: number;
  readonly missing: number;
}

/** The rules of a document that comes with material of another plant. */
export type DocumentRule =
  | "form"
  | "seals"
  | "key"
  | "content"
  | "unit"
  | "dispatch"
  | "destination"
  | "size";

/** The details of a refusal besides its message. */
export interface RefusalExtras {
  /** The invalid fields, as JSON pointers into the request body. */
  errors?: readonly { pointer: string; detail: string }[];
  /** Further members of the problem document, for clients that handle its code. */
  members?: RefusalMembers;
}

/**
 * The members of a problem document that only some codes have, in wire format. The contract's
 * problem table lists those of each code. They are recorded with the refused lines of a batch, so
 * each keeps its name and meaning.
 */
export interface RefusalMembers {
  /** The number of records of each kind that use the record to be deleted or changed. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The present record, in wire format. */
  readonly current?: object;
  /** The first slots that the refusal is about. */
  readonly slots?: RefusedSlot[];
  /** The number of all of them. */
  readonly count?: number;
  /** The first unfinished units, and the first items on hold, that are in a unit. */
  readonly unfinished?: RefusedContent[];
  readonly held?: RefusedContent[];
  /** The numbers of all of them. */
  readonly unfinishedCount?: number;
  readonly heldCount?: number;
  /** The first signatures that are missing, by record and rule, and the number of all of them. */
  readonly signatures?: RefusedSignature[];
  readonly signatureCount?: number;
  readonly item?: RefusedItem;
  readonly hold?: RefusedHold;
  /** The item that holds the refused item. */
  readonly builtInto?: NamedItem;
  readonly order?: { readonly id: number; readonly orderNo: string; readonly status: string };
  /** The most that would be accepted, as the code says. */
  readonly limit?: number;
  /** The earliest time that would be accepted. */
  readonly earliest?: string;
  /** The item that a dispatch was received as before. */
  readonly receivedAs?: NamedItem;
  /** The rule that a document breaks. */
  readonly rule?: DocumentRule;
  /** The refused line of a batch, from 0. */
  readonly line?: number;
}

/** The cause of a refusal, only for the service's own log. */
interface RefusalOptions {
  /** The failure, if an operator must act on it. */
  readonly cause?: unknown;
  /** The database's message, if the condition can end without an operator. */
  readonly reason?: string;
}

/** The refusal of a command by a rule. Nothing of the command has been or will be written. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  extras: RefusalExtras;
  readonly reason: string | undefined;

  constructor(
    code: RefusalCode,
    detail: string,
    extras: RefusalExtras = {},
    options?: RefusalOptions,
  ) {
    super(detail, options);
    this.code = code;
    this.extras = extras;
    this.reason = options?.reason;
  }

  /** Adds members. Those that the refusal has already stay. */
  add(members: RefusalMembers): void {
    this.extras = { ...this.extras, members: { ...members, ...this.extras.members } };
  }
}

/**
 * Makes a refusal for one field of the body; without a pointer, for none. The members are facts that
 * a client needs to offer the next action.
 */
export const refusalAt = (
  code: RefusalCode,
  pointer: string | undefined,
  detail: string,
  members?: RefusalMembers,
): Refusal =>
  new Refusal(code, detail, {
    ...(pointer === undefined ? {} : { errors: [{ pointer, detail }] }),
    ...(members ? { members } : {}),
  });

/** Refuses if there are errors: names each invalid field of the body. */
export function refuseEach(
  code: RefusalCode,
  errors: readonly { pointer: string; detail: string }[],
): void {
  if (errors.length === 0) return;
  // Fields that are at fault together have the same detail.
  const details = new Set(errors.map(({ detail }) => detail));
  throw new Refusal(code, [...details].join(" "), { errors });
}

/** Refuses (`validation_failed`) if there are errors; the message names each place in the body. */
export function refuseInvalid(errors: readonly { pointer: string; detail: string }[]): void {
  if (errors.length === 0) return;
  const detail = errors.map((error) => `${error.pointer}: ${error.detail}`).join(" ");
  throw new Refusal("validation_failed", detail, { errors });
}

/** Makes the refusal of one line of a batch: its pointers include the line. */
export function refusalOfLine(line: number, { code, message, extras }: Refusal): Refusal {
  const errors = extras.errors ?? [{ pointer: "", detail: message }];
  return new Refusal(code, message, {
    errors: errors.map(({ pointer, detail }) => ({ pointer: `/lines/${line}${pointer}`, detail })),
    members: { ...extras.members, line },
  });
}
