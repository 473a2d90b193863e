/** The codes with which core refuses. The contract's problem table gives each its status. */
export type RefusalCode =
  | "validation_failed"
  | "unauthorized"
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
  | "contains_held"
  | "idempotency_conflict"
  | "external_ref_conflict"
  | "reference_owned"
  | "overloaded"
  | "outcome_unknown"
  | "unavailable";

/** The details of a refusal besides its message. */
export interface RefusalExtras {
  /** The invalid fields, as JSON pointers into the request body. */
  errors?: readonly { pointer: string; detail: string }[];
  /** Further members of the problem document, for clients that handle its code. */
  members?: RefusalMembers;
}

/** The members of a problem document that only some codes have. */
interface RefusalMembers {
  /** The number of records of each kind that use the record to be deleted or changed. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The present record, in wire format. */
  readonly current?: object;
  /** The first required slots that lack material. */
  readonly slots?: readonly object[];
  /** The number of slots that lack material. */
  readonly count?: number;
  /** The first unfinished units, and the first items on hold, that are in a unit. */
  readonly unfinished?: readonly object[];
  readonly held?: readonly object[];
  /** The numbers of all of them. */
  readonly unfinishedCount?: number;
  readonly heldCount?: number;
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
  readonly extras: RefusalExtras;
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
}

/** Makes a refusal for one field of the body; without a pointer, for none. */
export const refusalAt = (
  code: RefusalCode,
  pointer: string | undefined,
  detail: string,
): Refusal =>
  new Refusal(code, detail, pointer === undefined ? {} : { errors: [{ pointer, detail }] });

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
