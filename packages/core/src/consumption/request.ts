import { inArray } from "drizzle-orm";
import { bomSlot } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { refusalAt } from "../refusal.ts";

/** The places in a body of the item that is built into, and of the item that is consumed. */
export const parentPointer = "/parentSerialNo";
export const childPointer = "/childSerialNo";

const pickedSlots = statement(() =>
  query
    .select({ id: bomSlot.id })
    .from(bomSlot)
    .where(inArray(bomSlot.id, each("slots"))),
);

/** The part of an input that picks a slot of the parent. */
interface SlotChoice {
  readonly bomSlotID?: number | null | undefined;
}

/** Reads the slots that inputs pick; undefined if no input does. */
export function slotsChosen(inputs: readonly SlotChoice[]) {
  const slots = inputs.flatMap(({ bomSlotID }) => bomSlotID ?? []);
  return slots.length > 0 ? pickedSlots({ slots: JSON.stringify(slots) }) : undefined;
}

/** Returns the id of the slot that an input picks, if any; refuses (`not_found`) an unknown one. */
export function requireChosen(
  slots: readonly { readonly id: number }[],
  { bomSlotID }: SlotChoice,
): number | undefined {
  if (bomSlotID == null || slots.some(({ id }) => id === bomSlotID)) return bomSlotID ?? undefined;
  throw refusalAt("not_found", "/bomSlotID", `No BoM slot has the id ${bomSlotID}.`);
}
