import {
  type Amount,
  type EventKey,
  isInstance,
  type NamedRecord,
  type Thing,
} from "@asbuilt/core";

/** The base of identifiers, unless the configuration says so: a plant that is alone. */
const defaultBase = "urn:asbuilt:plant";

/** What everything in an EPCIS event is called, as URIs. */
export interface Identifiers {
  /** Of one thing, its own; of a quantity, that of its lot. */
  readonly of: (amount: Amount) => string;
  readonly place: (location: NamedRecord) => string;
  readonly order: (orderNo: string) => string;
  readonly delivery: (deliveryNo: string) => string;
  /** Of the transformation that everything is part of that goes into this item. */
  readonly transformation: (into: Thing) => string;
}

/**
 * Identifiers by GS1 Digital Link where a product has a GTIN, and the serial or lot can be told in
 * one; else under a base.
 */
export function identifiersUnder(base: string = defaultBase): Identifiers {
  const under = (...path: string[]) =>
    [base.replace(/\/$/, ""), ...path.map(encodeURIComponent)].join("/");
  return {
    of: (amount) => {
      const { thing } = amount;
      const lot = thing.batchNo || thing.serial;
      if (isInstance(amount)) {
        return digitalLink(thing, "21", thing.serial) ?? under("item", thing.serial);
      }
      const ownLot = () => under("product", nameOf(thing.product), "lot", lot);
      return digitalLink(thing, "10", lot) ?? ownLot();
    },
    place: (location) => under("location", nameOf(location)),
    order: (orderNo) => under("order", orderNo),
    delivery: (deliveryNo) => under("delivery", deliveryNo),
    // Serials change, and go over to other items.
    transformation: ({ id }) => under("transformation", "item", String(id)),
  };
}

const nameOf = ({ suid, name }: NamedRecord): string => suid || name;

/** What a serial or lot of GS1 may have: up to 20 of the characters of its set 82. */
const component = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

function digitalLink({ product }: Thing, qualifier: "10" | "21", value: string) {
  const gtin = gtin14(product.gtin ?? "");
  if (gtin === undefined || !component.test(value)) return undefined;
  return `https://id.gs1.org/01/${gtin}/${qualifier}/${encodeURIComponent(value)}`;
}

/** A GTIN of 8, 12, 13 or 14 digits as one of 14; undefined where its check digit is wrong. */
function gtin14(text: string): string | undefined {
  const digits = text.trim();
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return undefined;
  const padded = digits.padStart(14, "0");
  const sum = Array.from(padded).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0 ? padded : undefined;
}

/**
 * The id of an event: a UUID of version 8, which is that of the operation with the place of the
 * event in it as its last 20 bits; the events after the first at one place differ in the random
 * bits before these. Whatever is renamed or configured, it stays the same.
 */
export function eventId({ operationId, ordinal, part, nth }: EventKey): string {
  const place = (ordinal * 8 + part).toString(16).padStart(5, "0");
  const random = (Number.parseInt(operationId.slice(24, 31), 16) ^ nth).toString(16);
  return `urn:uuid:${operationId.slice(0, 14)}8${operationId.slice(15, 24)}${random.padStart(7, "0")}${place}`;
}
