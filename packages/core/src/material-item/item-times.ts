import { type ItemTimes, timesOfItems } from "../history/times-of-items.ts";
import { refusalAt } from "../refusal.ts";
import { foldedNames } from "../rules/named.ts";
import { formatTime } from "../rules/limits.ts";
import { type ItemReference, referencesOf } from "./item-change.ts";

/** An input that can say when it happened. */
interface Dated {
  readonly occurredAt?: number | null | undefined;
}

/** Whether an input says when it happened: only then are any times read. */
export const isDated = ({ occurredAt }: Dated): boolean => occurredAt != null;

/** Reads the times of the items that dated inputs refer to; undefined if no input is dated. */
export function timesReferredTo(inputs: readonly (ItemReference & Dated)[]) {
  const dated = inputs.filter(isDated);
  return dated.length > 0 ? timesOfItems(referencesOf(dated)) : undefined;
}

/** Reads the times of the items that dated inputs name; undefined if no input is dated. */
export function timesNamed<Input extends Dated>(
  inputs: readonly Input[],
  serialsOf: (input: Input) => readonly string[],
) {
  const serials = inputs.filter(isDated).flatMap(serialsOf);
  return serials.length > 0
    ? timesOfItems({ ids: "[]", serials: foldedNames(serials) })
    : undefined;
}

/** Returns the times of an item that is received at a time. */
export const timesOfReceipt = (id: number, begunAt: number): ItemTimes => ({
  id,
  isStarted: false,
  begunAt,
  leftAt: null,
  returnedAt: null,
});

/**
 * Refuses (`before_it_was`) a dated input that lies before the item was received or started, or
 * before its last Dispatch or Return.
 */
export function requireInItsLife(
  times: readonly ItemTimes[],
  { id, visualSerialNo }: { readonly id: number; readonly visualSerialNo: string },
  input: Dated,
): void {
  if (input.occurredAt == null) return;
  // They were read with the item.
  const { isStarted, begunAt, leftAt, returnedAt } = times.find((one) => one.id === id)!;
  const begun = isStarted ? "started" : "received";
  const limits: [at: number | null, became: string, rule: string][] = [
    [begunAt, `was ${begun}`, `nothing can happen to an item before it is ${begun}`],
    [returnedAt, "was returned", "nothing can be dated before the last Return of an item"],
    [leftAt, "was dispatched", "nothing can be dated before the last Dispatch of an item"],
  ];
  for (const [at, became, rule] of limits) {
    if (at === null || input.occurredAt >= at) continue;
    throw beforeItWas(
      input.occurredAt,
      `item ${visualSerialNo} ${became} at ${formatTime(at)}`,
      rule,
      at,
    );
  }
}

/**
 * Returns the refusal (`before_it_was`) of a time that lies before what the request rests on, which
 * happened at `earliest`.
 */
export const beforeItWas = (occurredAt: number, fact: string, rule: string, earliest: number) =>
  refusalAt(
    "before_it_was",
    "/occurredAt",
    `occurredAt is ${formatTime(occurredAt)}, but ${fact}: ${rule}.`,
    { earliest: formatTime(earliest) },
  );
