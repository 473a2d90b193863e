import type { LabelKind } from "../database/schema/index.ts";
import type { Row } from "../engine/index.ts";
import { refuseEach } from "../refusal.ts";

/**
 * The placeholders of a label by the kind of record that it is for, each with its value. A text has
 * them in braces, such as `{orderNo}`. The first one is what the symbol of a new template holds.
 */
export const labelPlaceholders = {
  item: {
    visualSerialNo: "the serial",
    uniqueID: "the unique id",
    productName: "the name of the product",
    productSUID: "the SUID of the product, such as its GTIN",
    version: "the version of the product",
    batchNo: "the batch",
    deliveryNo: "the delivery",
    orderNo: "the number of the works order",
    qty: "the actual quantity",
    unit: "the unit of the quantity",
    location: "the SUID of the location",
    status: "the name of the status",
    expiryDate: "the day on which it expires, as YYYY-MM-DD",
    expiryYYMMDD: "the same day as YYMMDD, as a GS1 symbol needs it",
  },
  location: {
    suid: "the SUID",
    name: "the name",
    description: "the description",
  },
  user: {
    suid: "the SUID",
    name: "the name",
    description: "the description",
  },
  worksOrder: {
    orderNo: "the number",
    productName: "the name of the product",
    bom: "the name of the BoM",
    version: "the version of the BoM",
    qty: "the quantity",
    unit: "the unit of the quantity",
    description: "the description",
  },
  command: {
    command: "the text that the station takes as a command when it is scanned",
    meaning: "what the command does",
  },
} as const satisfies Readonly<Record<LabelKind, Readonly<Record<string, string>>>>;

/** Returns the placeholders of a kind, as a text has them. */
const placeholdersOf = (kind: LabelKind): string[] =>
  Object.keys(labelPlaceholders[kind]).map((name) => `{${name}}`);

/** Returns the text of a new template's symbol: what identifies a record of the kind. */
export const identifyingPlaceholder = (kind: LabelKind): string => placeholdersOf(kind)[0]!;

/** A placeholder, or a brace without its other half and the text next to it. */
const bracedTexts = /\{[^{}]*\}?|\}/g;
const shownCharsMax = 50;
const shortened = (text: string) => Array.from(text).slice(0, shownCharsMax).join("");

/**
 * Refuses (`unknown_placeholder`) texts with a placeholder that their kind of label does not have.
 * A brace that belongs to no placeholder is refused too: nearly always, one is misspelt.
 */
export function requireKnownPlaceholders({
  kind,
  code,
  lines,
  zpl,
}: Pick<Row<"LabelTemplate">, "kind" | "code" | "lines" | "zpl">): void {
  const known = placeholdersOf(kind);
  const texts: readonly (readonly [pointer: string, text: string])[] = [
    ["/code", code],
    ...lines.map(({ text }, index) => [`/lines/${index}/text`, text] as const),
    ["/zpl", zpl ?? ""],
  ];
  refuseEach(
    "unknown_placeholder",
    texts.flatMap(([pointer, text]) => {
      const unknown = (text.match(bracedTexts) ?? []).filter((one) => !known.includes(one));
      if (unknown.length === 0) return [];
      const named = [...new Set(unknown)].map(shortened).join(", ");
      const detail = `A label of the kind ${kind} has no ${named}. It has ${known.join(", ")}.`;
      return { pointer, detail };
    }),
  );
}
