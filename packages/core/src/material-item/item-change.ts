import { inArray, or } from "drizzle-orm";
import { each } from "../database/query.ts";
import { type Statement, statement } from "../database/statement.ts";
import {
  type Absence,
  type Assertion,
  type Change,
  differences,
  insertPart,
  type ItemAction,
  type Note,
  own,
  update,
} from "../engine/index.ts";
import { materialItem } from "../database/schema/index.ts";
import { foldedNames } from "../rules/named.ts";
import { type Refusal, refusalAt } from "../refusal.ts";
import {
  type AnsweredItem,
  type Item,
  noItemHas,
  requireItemNamed,
  selectItemsToDecide,
  selectItemsToSign,
} from "./item.ts";

/** A reference to an item: its id, its serial (case is ignored), or both. */
export interface ItemReference {
  readonly id?: number | undefined;
  readonly visualSerialNo?: string | undefined;
}

const itemsByReference: Statement<Item> = statement(() =>
  selectItemsToDecide().where(
    or(inArray(materialItem.id, each("ids")), inArray(materialItem.serialKey, each("serials"))),
  ),
);

const itemsToSignByReference: Statement<Item> = statement(() =>
  selectItemsToSign().where(
    or(inArray(materialItem.id, each("ids")), inArray(materialItem.serialKey, each("serials"))),
  ),
);

/** Returns the values of the placeholders `ids` and `serials` for references. */
export const referencesOf = (inputs: readonly ItemReference[]) => ({
  ids: JSON.stringify(inputs.flatMap(({ id }) => id ?? [])),
  serials: foldedNames(inputs.map(({ visualSerialNo }) => visualSerialNo)),
});

/** Reads the items that inputs refer to. */
export const itemsReferredTo = (inputs: readonly ItemReference[]) =>
  itemsByReference(referencesOf(inputs));

/** Reads the same with what decides about their signatures. */
export const itemsToSign = (inputs: readonly ItemReference[]) =>
  itemsToSignByReference(referencesOf(inputs));

/**
 * Finds the item of a reference; refuses (`not_found`). The pointers are the places of the id and of
 * the serial.
 */
export function requireItem(
  items: readonly Item[],
  { id, visualSerialNo }: ItemReference,
  pointer = "/id",
  serialPointer = "/visualSerialNo",
): Item {
  const item =
    visualSerialNo === undefined
      ? items.find((one) => one.id === id)
      : requireItemNamed(items, visualSerialNo, serialPointer);
  if (item && (id === undefined || item.id === id)) return item;
  throw noSuchItem({ id, visualSerialNo }, pointer);
}

/** Returns the refusal (`not_found`) of a reference. The pointer is the place of the id. */
export function noSuchItem({ id, visualSerialNo }: ItemReference, pointer = "/id"): Refusal {
  if (id === undefined) {
    return refusalAt("not_found", "/visualSerialNo", noItemHas(`serial ${visualSerialNo}`));
  }
  const serial = visualSerialNo === undefined ? "" : ` and the serial ${visualSerialNo}`;
  return refusalAt("not_found", pointer, noItemHas(`id ${id}${serial}`));
}

/** The decision to change one item. */
export interface ItemChange {
  readonly asserts: readonly Assertion[];
  readonly absences?: readonly Absence[] | undefined;
  readonly before: Item;
  readonly after: AnsweredItem;
  readonly note: Note<ItemAction>;
  /** The adjustment to book in the ledger, in millionths. */
  readonly adjustment?: { readonly qty: number; readonly reasonId: number | null } | undefined;
}

/** Writes the change of the item, which comes first in the log, and the ledger entry with it. */
export function writeItemChange({ before, after, note, adjustment }: ItemChange): Change[] {
  const booked = adjustment && [
    insertPart("adjustment", {
      seq: own.seq,
      materialItemId: before.id,
      qty: adjustment.qty,
      materialReasonId: adjustment.reasonId,
    }),
  ];
  const parts = note.parts ? [...note.parts, ...(booked ?? [])] : booked;
  const patch = differences("MaterialItem", before, after);
  return [update("MaterialItem", before, patch, { ...note, parts })];
}

export const answerItemChange = ({ after }: ItemChange): AnsweredItem => after;
