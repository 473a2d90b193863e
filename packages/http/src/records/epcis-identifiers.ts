import {
  type EventKey,
  gtin14,
  isInstance,
  type NamedRecord,
  type Observed,
  type Thing,
} from "@asbuilt/core";

/** The base without a configured one: that of a plant that is alone. */
const defaultBase = "urn:asbuilt:plant";

/** The URIs of the things in an EPCIS event. */
export interface Identifiers {
  /** Returns the identifier of a single thing, or of the lot of a quantity. */
  readonly of: (amount: Observed) => string;
  readonly place: (location: NamedRecord) => string;
  readonly order: (orderNo: string) => string;
  readonly delivery: (deliveryNo: string) => string;
  readonly plant: (name: string) => string;
  /** Returns the identifier of the one transformation of all that goes into this item. */
  readonly transformation: (into: Thing) => string;
}

/**
 * Returns identifiers under a base. A product with a GTIN gets a GS1 Digital Link instead, if GS1
 * allows the characters of its serial or lot.
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
      const ownLot = () => under("product", suidOrName(thing.product), "lot", lot);
      return digitalLink(thing, "10", lot) ?? ownLot();
    },
    place: (location) => under("location", suidOrName(location)),
    order: (orderNo) => under("order", orderNo),
    delivery: (deliveryNo) => under("delivery", deliveryNo),
    plant: (name) => under("plant", name),
    // Serials change, and can pass to other items.
    transformation: ({ id }) => under("transformation", "item", String(id)),
  };
}

const suidOrName = ({ suid, name }: NamedRecord): string => suid || name;

/** A serial or lot that GS1 allows: up to 20 characters of its set 82. */
const gs1Component = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

function digitalLink({ product }: Thing, qualifier: "10" | "21", value: string) {
  const gtin = gtin14(product.gtin ?? "");
  if (gtin === undefined || !gs1Component.test(value)) return undefined;
  return `https://id.gs1.org/01/${gtin}/${qualifier}/${encodeURIComponent(value)}`;
}

/**
 * Returns the id of an event: the operation's UUID as version 8, with the event's place as the last
 * 20 bits. Later events at the same place differ in the random bits before these. No renaming and
 * no configuration changes the id.
 */
export function eventId({ operationId, ordinal, part, nth }: EventKey): string {
  const place = (ordinal * 8 + part).toString(16).padStart(5, "0");
  const random = Number.parseInt(operationId.slice(24, 31), 16) ^ nth;
  const tail = random.toString(16).padStart(7, "0") + place;
  return `urn:uuid:${operationId.slice(0, 14)}8${operationId.slice(15, 24)}${tail}`;
}
