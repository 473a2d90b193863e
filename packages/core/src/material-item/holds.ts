import type { HoldOfBatch } from "../database/held-items.ts";

/** The reasons why an item is on hold: the first one, and the further ones in their order. */
interface Held {
  readonly holdReasonId: number | null;
  readonly holdReason: string | null;
  /** Absent from items that were recorded before an item could have several holds. */
  readonly furtherHoldReasonIds?: readonly number[] | null | undefined;
  readonly furtherHoldReasons?: readonly string[] | null | undefined;
  /** The holds of its batch. Absent from items that were recorded before batches could be held. */
  readonly batchHolds?: readonly HoldOfBatch[] | null | undefined;
}

/** Whether an item is on hold: itself, or by its batch. */
export const isOnHold = ({ holdReasonId, batchHolds }: Held): boolean =>
  holdReasonId !== null || (batchHolds?.length ?? 0) > 0;

/** The reasons of all holds of an item, also of those of its batch, for a sentence. */
export const allHoldsOf = (item: Held & { readonly batchNo: string | null }): string =>
  [
    ...holdsOf(item).map(({ name }) => name),
    ...(item.batchHolds ?? []).map(({ holdReason }) => `${holdReason} (batch ${item.batchNo})`),
  ].join(", ");

/** Returns the holds of a batch, of those of all batches of its product; null if there is none. */
export function holdsOfKey(
  heldBatches: readonly HoldOfBatch[] | null,
  batchKey: string | null,
): readonly HoldOfBatch[] | null {
  const holds = heldBatches?.filter((hold) => hold.batchKey === batchKey) ?? [];
  return holds.length > 0 ? holds : null;
}

/** One hold of an item, by its reason. */
export interface HoldOfItem {
  readonly id: number;
  readonly name: string;
}

/** Returns the holds of an item, in the order in which they began. */
export function holdsOf(item: Held): readonly HoldOfItem[] {
  const { holdReasonId: id, holdReason: name, furtherHoldReasonIds, furtherHoldReasons } = item;
  if (id === null) return [];
  // The names were read with the ids.
  const further = (furtherHoldReasonIds ?? []).map((one, index) => ({
    id: one,
    name: furtherHoldReasons![index]!,
  }));
  return [{ id, name: name! }, ...further];
}

/** Returns the fields of an item that is on hold for these reasons, or on none. */
export function heldFor([first, ...further]: readonly HoldOfItem[]) {
  const several = further.length > 0;
  return {
    holdReasonId: first?.id ?? null,
    holdReason: first?.name ?? null,
    furtherHoldReasonIds: several ? further.map(({ id }) => id) : null,
    furtherHoldReasons: several ? further.map(({ name }) => name) : null,
  };
}

/** Whether an item is on hold for a reason, by its id. */
export const isHeldFor = (item: Held, { id }: { readonly id: number }): boolean =>
  holdsOf(item).some((one) => one.id === id);

/** Returns the fields of an item that is on hold for one more reason, if it is not yet. */
export const alsoHeldFor = (item: Held, { id, name }: HoldOfItem) =>
  heldFor(isHeldFor(item, { id }) ? holdsOf(item) : [...holdsOf(item), { id, name }]);

/** The reasons of an item's holds, for a sentence. */
export const namesOfHolds = (item: Held): string =>
  holdsOf(item)
    .map(({ name }) => name)
    .join(", ");
