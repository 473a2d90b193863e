import { inArray, or } from "drizzle-orm";
import type { Assertion } from "../engine/assertions.ts";
import { type Change, insertPart, type Note, seqOf, update } from "../engine/changes.ts";
import { materialItem } from "../database/schema/index.ts";
import { each, statement } from "../database/statement.ts";
import { foldedNames } from "../rules/named.ts";
import { type Refusal, refusalAt } from "../refusal.ts";
import { differences } from "../engine/stored.ts";
import { type AnsweredItem, type Item, noItemHas, requireItemNamed, selectItems } from "./item.ts";

/** The item that a verb is about: by its id, by its serial (not case sensitive), or by both. */
export interface ItemReference {
  readonly id?: number | undefined;
  readonly visualSerialNo?: string | undefined;
}

/** What every verb on one item takes besides the item. Times are in milliseconds. */
export interface ItemVerbInput extends ItemReference {
  readonly comment?: string | null | undefined;
  /** When it happened, where that is not now. */
  readonly occurredAt?: number | null | undefined;
}

const itemsByReference = statement(() =>
  selectItems().where(
    or(inArray(materialItem.id, each("ids")), inArray(materialItem.serialKey, each("serials"))),
  ),
);

/** The values of the placeholders `ids` and `serials` for these references. */
export const referencesOf = (inputs: readonly ItemReference[]) => ({
  ids: JSON.stringify(inputs.flatMap(({ id }) => id ?? [])),
  serials: foldedNames(inputs.map(({ visualSerialNo }) => visualSerialNo)),
});

/** The items that these inputs refer to. */
export const itemsReferredTo = (inputs: readonly ItemReference[]) =>
  itemsByReference(referencesOf(inputs));

/** The item that an input refers to, its id at this place; refuses (`not_found`) where none is. */
export function requireItem(
  items: readonly Item[],
  { id, visualSerialNo }: ItemReference,
  pointer = "/id",
): Item {
  const item =
    visualSerialNo === undefined
      ? items.find((one) => one.id === id)
      : requireItemNamed(items, visualSerialNo, "/visualSerialNo");
  if (item && (id === undefined || item.id === id)) return item;
  throw noSuchItem({ id, visualSerialNo }, pointer);
}

/** The refusal (`not_found`) of a reference that no item has, its id at this place. */
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
  readonly before: Item;
  readonly after: AnsweredItem;
  readonly note: Note;
  /** What the ledger books beside receipts and builds, in millionths. */
  readonly adjustment?: { readonly qty: number; readonly reasonId: number | null } | undefined;
}

/** The item's change, and the ledger entry for its quantity: the first change that is logged. */
export function writeItemChange({ before, after, note, adjustment }: ItemChange): Change[] {
  const parts = adjustment && [
    insertPart("adjustment", {
      seq: seqOf(0),
      materialItemId: before.id,
      qty: adjustment.qty,
      materialReasonId: adjustment.reasonId,
    }),
  ];
  const patch = differences("MaterialItem", before, after);
  return [update("MaterialItem", before, patch, { ...note, parts })];
}

export const answerItemChange = ({ after }: ItemChange): AnsweredItem => after;

/** What the commands of all verbs on one item have in common. */
export const changingItem = {
  write: writeItemChange,
  answer: answerItemChange,
  forgets: ["before"] as const,
};

/** What the log keeps of a verb on one item. */
export const noteOf = (action: string, { comment, occurredAt }: ItemVerbInput): Note => ({
  action,
  comment,
  occurredAt,
});
