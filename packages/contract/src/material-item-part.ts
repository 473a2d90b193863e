import * as z from "zod";
import { filledBytes, quantity, sinceAdded } from "./fields.ts";
import { MaterialItem } from "./material-item-record.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

/** The fields that make a verb act on a part of a lot instead of on the whole item. */
export const partFields = () => ({
  qty: quantity()
    .nullish()
    .meta({
      description:
        "The quantity to take off the item first, in the base unit of its product. The verb then " +
        "acts on this part alone. If null or absent, it acts on the whole item.",
      [ruleText]: "Required with `newVisualSerialNo`.",
    }),
  newVisualSerialNo: filledBytes(250)
    .nullish()
    .meta({
      description:
        "The serial on the label of the part, which becomes an item of its own. No other item may " +
        "have it.",
      [ruleText]: "Required with `qty`.",
    }),
});

interface PartOfLot {
  readonly qty?: number | null | undefined;
  readonly newVisualSerialNo?: string | null | undefined;
}

/** Requires both fields of a part, or none of them. */
export const wholeOrPart = <Schema extends z.ZodType<PartOfLot>>(request: Schema): Schema =>
  request
    .refine(({ qty, newVisualSerialNo }) => qty == null || newVisualSerialNo != null, {
      path: ["newVisualSerialNo"],
      error: "Required with qty.",
    })
    .refine(({ qty, newVisualSerialNo }) => newVisualSerialNo == null || qty != null, {
      path: ["qty"],
      error: "Required with newVisualSerialNo.",
    });

/** The field of an answer that names the lot of a part. */
export const lotField = () => ({
  lot: MaterialItem()
    .optional()
    .meta({
      description:
        "The item that the part was taken off, with what is left of it. Only if the request had " +
        "`qty`.",
      ...sinceAdded,
    }),
});

/** An item after a verb that can act on a part of a lot. */
export const MaterialItemOrPart = schema(
  "MaterialItemOrPart",
  "The item after the request. If the request had `qty`, it is the part, and `lot` is the item that " +
    "the part was taken off.",
  () => MaterialItem().extend(lotField()),
);

export type MaterialItemOrPartRecord = Infer<typeof MaterialItemOrPart>;

/** The refusals of taking a part off a lot, besides those that a verb on an item has. */
export const partRefusals = [
  "tracking",
  "duplicate",
  "decimal_places",
  "insufficient_quantity",
] as const;
