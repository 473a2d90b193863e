import type { Answer } from "@asbuilt/client";
import { type FieldOf, needed } from "../../contract/field.ts";

type Rules = Answer<"receiptProfileList">[number]["fields"];
type Scan = Answer<"scanResolve">;

/** The order in which a clerk fills in a receipt. Fields that are not in it follow. */
const order = [
  "visualSerialNo",
  "qty",
  "unit",
  "batchNo",
  "expiryDate",
  "deliveryNo",
  "origin",
  "location",
  "version",
  "ownershipType",
  "costPerUnit",
  "occurredAt",
  "comment",
];

// The product is chosen before, and how the serial is made besides the form. A document is a file
// that a program sends.
const outsideForm = new Set(["productName", "makeSerial", "externalRef", "document"]);

/**
 * Returns the fields of a receipt by the rules of the product's profile, in a clerk's order. A serial
 * that the service makes is none of them, and any other is needed.
 */
export function receiptFields(
  fields: readonly FieldOf[],
  rules: Rules,
  isMade: boolean,
): readonly FieldOf[] {
  return fields
    .flatMap((field): readonly FieldOf[] => {
      const isSerial = field.name === "visualSerialNo";
      const rule = ruleOf(rules, field.name);
      if (rule === "hidden" || outsideForm.has(field.name) || (isSerial && isMade)) return [];
      return [rule === "compulsory" || isSerial ? needed(field) : field];
    })
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

const placeOf = ({ name }: FieldOf) => (order.includes(name) ? order.indexOf(name) : order.length);

const ruleOf = (rules: Rules, name: string) => rules[name as keyof Rules];

/** Tells whether the profile lets the service make the serial. */
export const canMakeSerial = (rules: Rules, serialRange: string | null): boolean =>
  serialRange !== null && rules.visualSerialNo !== "compulsory";

/** Returns the serial that follows: its last number is one higher, with the same zeros. */
export function nextSerial(serial: string): string | undefined {
  const found = /^(.*?)(\d{1,15})(\D*)$/.exec(serial);
  if (!found) return undefined;
  const [, before = "", number = "", after = ""] = found;
  return before + String(BigInt(number) + 1n).padStart(number.length, "0") + after;
}

/** The parts of a receipt that a scanned code fills in. */
export interface ScannedReceipt {
  readonly productName?: string;
  readonly location?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The fields of a receipt, by the GS1 identifiers that hold them. */
const gs1Fields: Readonly<Record<string, string>> = {
  "10": "batchNo",
  "17": "expiryDate",
  "21": "visualSerialNo",
};

/** Returns the code of the product that a label names: its GTIN, or else the code as it is. */
export const productCodeOf = ({ code, elements }: Scan): string =>
  elements.find(({ ai }) => ai === "01")?.value ?? code;

/**
 * Reads a code at the receipt. A product or a location is chosen, and GS1 elements fill in fields.
 * Any other code is the serial, if a product is chosen.
 */
export function receiptOf(scan: Scan, hasProduct: boolean): ScannedReceipt | undefined {
  const product = scan.matches.find(({ kind }) => kind === "Product");
  const elements = scan.elements.flatMap(({ ai, value, date }) => {
    const name = gs1Fields[ai];
    return name ? [[name, ai === "17" ? (date ?? "") : value] as const] : [];
  });
  const fields = Object.fromEntries(elements);
  if (product) return { productName: product.name, fields };
  const location = scan.matches.find(({ kind, suid }) => kind === "Location" && suid)?.suid;
  if (location && elements.length === 0) return { location, fields };
  if (!hasProduct) return undefined;
  return { fields: elements.length > 0 ? fields : { visualSerialNo: scan.code } };
}
