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
  | "item_on_hold"
  | "item_expired"
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
  | "receipt_profile"
  | "ambiguous_name"
  | "order_status"
  | "bom_status"
  | "fixed"
  | "reserved"
  | "inactive"
  | "incomplete"
  | "idempotency_conflict"
  | "external_ref_conflict"
  | "overloaded"
  | "outcome_unknown"
  | "unavailable";

/** What a refusal says beyond its sentence. */
export interface RefusalExtras {
  /** The fields at fault, as JSON pointers into the request body. */
  errors?: readonly { pointer: string; detail: string }[];
  /** What the problem document tells besides, for whoever acts on its code. */
  members?: RefusalMembers;
}

/** The members of a problem document that are of some codes alone. */
interface RefusalMembers {
  /** How many records of each kind rest on the one that is to be deleted or changed. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The record as it is now, as the wire has it. */
  readonly current?: object;
  /** The required slots that lack material, the first of them. */
  readonly slots?: readonly object[];
  /** How many slots lack material. */
  readonly count?: number;
  /** The line of a batch that is at fault, from 0. */
  readonly line?: number;
}

/** What is behind a refusal, for the log alone. */
interface RefusalOptions {
  /** The failure, where whoever runs the service must see to it. */
  readonly cause?: unknown;
  /** What the database said, where its refusal may end by itself. */
  readonly reason?: string;
}

/** A rule said no. Nothing of the refused command has been or will be written. */
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

/** The refusal for which one field is at fault, at this place in the body, if it is there at all. */
export const refusalAt = (
  code: RefusalCode,
  pointer: string | undefined,
  detail: string,
): Refusal =>
  new Refusal(code, detail, pointer === undefined ? {} : { errors: [{ pointer, detail }] });

/** Refuses all that is at fault, where anything is: each field at its place in the body. */
export function refuseEach(
  code: RefusalCode,
  errors: readonly { pointer: string; detail: string }[],
): void {
  if (errors.length === 0) return;
  throw new Refusal(code, errors.map(({ detail }) => detail).join(" "), { errors });
}

/** Refuses (`validation_failed`) all that is at fault in the body, and names each place. */
export function refuseInvalid(errors: readonly { pointer: string; detail: string }[]): void {
  if (errors.length === 0) return;
  const told = errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(" ");
  throw new Refusal("validation_failed", told, { errors });
}

/** The refusal of one line of a batch: it points at the line, and at what is at fault in it. */
export function refusalOfLine(line: number, { code, message, extras }: Refusal): Refusal {
  const errors = extras.errors ?? [{ pointer: "", detail: message }];
  return new Refusal(code, message, {
    errors: errors.map(({ pointer, detail }) => ({ pointer: `/lines/${line}${pointer}`, detail })),
    members: { ...extras.members, line },
  });
}
