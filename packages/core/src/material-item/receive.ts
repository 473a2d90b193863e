import type { Logged } from "../database/executor.ts";
import {
  type Assertion,
  type Attribution,
  batchVerb,
  type Change,
  create,
  own,
  type Pending,
  type RowsOf,
  storedFields,
} from "../engine/index.ts";
import { ownershipType } from "../database/schema/index.ts";
import { foldedNames, recordsNamed, requireActive, requireNamed } from "../rules/named.ts";
import { requireHappened } from "../rules/limits.ts";
import { requireDecimalPlaces } from "../rules/limits.ts";
import { convertedToBase, unitsOfInputs } from "../rules/unit.ts";
import { loadOrigins, type OriginInput } from "../foreign/facts.ts";
import {
  type AcceptedDocument,
  advanceOrigins,
  originOf,
  partsOfDocument,
  type ReceivedDocument,
  toldOf,
} from "../foreign/receipt.rules.ts";
import { adopt, itemsToAdopt, requireMadeAt } from "./adopt.ts";
import { type Item, itemNamed, type NewItem, serialTaken } from "./item.ts";
import { writeItemChange } from "./item-change.ts";
import { locationsBySuid, requireLocation } from "./location.ts";
import {
  loadMadeSerials,
  type MadeSerial,
  makeSerial,
  numbered,
  useSerial,
} from "./made-serial.ts";
import {
  newItem,
  type ProductToReceive,
  productsToReceive,
  relyOnReceipt,
  requireReceiptProfile,
  statedExpiry,
} from "./new-item.ts";
import { aboutItem } from "./refused-item.ts";
import { statusesKeyed, withStatus } from "./status.ts";
import { requireOne } from "./tracking.ts";

const receiptStatuses = statusesKeyed(["available", "consumed"]);

/** Quantities and costs are in millionths, times in milliseconds. */
export interface ReceiveInput extends OriginInput {
  readonly productName: string;
  /** Absent only if the serial is made. */
  readonly visualSerialNo?: string | null | undefined;
  /** Whether to make the serial from the product's serial range. */
  readonly makeSerial?: boolean | null | undefined;
  readonly qty: number;
  /** The name, SUID or code of the unit of the quantity. Without one, it is the base unit. */
  readonly unit?: string | null | undefined;
  readonly expiryDate?: number | null | undefined;
  readonly version?: string | null | undefined;
  /** The SUID of a location. */
  readonly location?: string | null | undefined;
  readonly batchNo?: string | null | undefined;
  readonly costPerUnit?: number | null | undefined;
  readonly ownershipType?: string | null | undefined;
  readonly comment?: string | null | undefined;
  readonly deliveryNo?: string | null | undefined;
  readonly occurredAt?: number | null | undefined;
  /** The name of this plant, if it is configured. */
  readonly ownPlant?: string | undefined;
}

const ownershipTypesByName = recordsNamed(ownershipType);

/**
 * Reads the records that the receipts name, items that have their serials already, and the serials
 * to make.
 */
export function loadReceive(inputs: readonly ReceiveInput[]) {
  const serials = inputs.flatMap(({ visualSerialNo }) => visualSerialNo ?? []);
  const making = inputs.filter((input) => input.makeSerial === true);
  const suids = inputs.flatMap(({ location }) => location ?? []);
  const owners = inputs.flatMap((input) => input.ownershipType ?? []);
  const products = foldedNames(inputs.map((input) => input.productName));
  return {
    products: productsToReceive({ products }),
    units: unitsOfInputs(inputs, { products }),
    items: serials.length > 0 ? itemsToAdopt({ serials: foldedNames(serials) }) : undefined,
    locations: suids.length > 0 ? locationsBySuid({ suids: foldedNames(suids) }) : undefined,
    ownershipTypes:
      owners.length > 0 ? ownershipTypesByName({ names: foldedNames(owners) }) : undefined,
    statuses: receiptStatuses(),
    ...loadOrigins(inputs),
    ...loadMadeSerials(
      making.map((input) => input.productName),
      inputs.length,
    ),
  };
}
type Facts = RowsOf<ReturnType<typeof loadReceive>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly item: NewItem;
  readonly note: Pick<ReceiveInput, "comment" | "deliveryNo" | "occurredAt">;
  /** The item that was made at a point of consumption before; absent if the receipt makes it. */
  readonly before?: Item | undefined;
  /** The adjustment of its quantity, in millionths. */
  readonly adjustment?: number | undefined;
  /** The serial if it is made. */
  readonly made?: MadeSerial | undefined;
  /** The document of another plant, with all that is stored of it; and what the answer says of it. */
  readonly accepted?: AcceptedDocument | undefined;
  readonly document?: ReceivedDocument | undefined;
}

/** An item that was received, and what the answer says about its document. */
export type ReceivedItem = Item & { readonly document?: ReceivedDocument | undefined };

/** Finds the records that a receipt names. Refuses `not_found` and `inactive`. */
function namedIn(facts: Facts, input: ReceiveInput) {
  const product = requireNamed(facts.products, input.productName, "product", "/productName");
  const location =
    input.location == null ? undefined : requireLocation(facts.locations, input.location);
  const { ownershipType: ownerName } = input;
  const owner =
    ownerName == null
      ? undefined
      : requireNamed(facts.ownershipTypes, ownerName, "ownership type", "/ownershipType");
  requireActive(product, `The product ${product.name}`, "/productName");
  if (location) requireActive(location, `The location ${location.suid}`, "/location");
  if (owner) requireActive(owner, `The ownership type ${owner.name}`, "/ownershipType");
  return { product, location, owner };
}

/**
 * Decides a receipt. Refuses `validation_failed` of a future time, `backdated`, `not_found`,
 * `inactive`, `duplicate`, `document_required`, `document_refused`, `already_received`,
 * `serial_range`, `unit_mismatch`, `decimal_places`, `tracking`, `receipt_profile`; of an
 * item that was made at a point of consumption `item_status`, `details_contradict` and
 * `insufficient_quantity`.
 */
function decide(facts: Facts, input: ReceiveInput, by: Attribution): Decision {
  const receivedAt = requireHappened(input.occurredAt, by);
  const { product, location, owner } = namedIn(facts, input);
  const made = input.makeSerial === true ? makeSerial(facts, product, facts.items) : undefined;
  // The contract requires a serial, or that one is made.
  const visualSerialNo = made?.visualSerialNo ?? input.visualSerialNo!;
  const origin = originOf(facts, { ...input, visualSerialNo });
  const existing = itemNamed(facts.items, visualSerialNo);
  if (existing?.id === notYetKnown) throw serialTaken(visualSerialNo);
  const madeAt = existing && aboutItem(existing, () => requireMadeAt(existing, visualSerialNo));
  const qty = inBaseUnit(facts, input, product);
  requireDecimalPlaces(qty, product, "/qty");
  requireOne(qty, product, "/qty");
  requireReceiptProfile(product, input);
  const { comment, deliveryNo, occurredAt } = input;
  const base = {
    product,
    status: withStatus(facts.statuses, "available"),
    visualSerialNo,
    qty,
    madeAtConsumption: false,
    by,
  };
  const item = newItem({
    ...base,
    expiryAt: input.expiryDate,
    version: input.version,
    batchNo: input.batchNo,
    deliveryNo,
    origin: origin.name,
    costPerUnit: input.costPerUnit,
    location,
    ownershipType: owner,
    receivedAt,
  });
  const note = { comment, deliveryNo, occurredAt };
  const { document: accepted } = origin;
  const received = {
    asserts: [...relyOnReceipt(product), ...origin.asserts],
    item,
    note,
    made,
    accepted,
    document: accepted && toldOf(accepted),
  };
  if (!existing || madeAt === undefined) return received;
  const adoption = {
    item: existing,
    received: item,
    byDefault: newItem({ ...base, receivedAt: madeAt }),
    sent: fieldsSent({ ...input, expiryDate: statedExpiry(product, input.expiryDate) }),
    statuses: facts.statuses,
  };
  return { ...received, before: existing, ...aboutItem(existing, () => adopt(adoption, by)) };
}

/** Returns the quantity of a receipt in the base unit of its product. */
const inBaseUnit = (
  { units }: Facts,
  { qty, unit: named }: ReceiveInput,
  { unit: baseName }: ProductToReceive,
): number => (named == null ? qty : convertedToBase(units, qty, { named, baseName }, "/qty"));

/** The fields that a receipt states. Null states only that an item does not expire. */
const fieldsSent = ({ expiryDate, ...input }: ReceiveInput): ReadonlySet<string> => {
  const others = Object.entries(input).flatMap(([field, value]) => (value == null ? [] : field));
  return new Set(expiryDate === undefined ? others : [...others, "expiryDate"]);
};

function write({ item, note, before, adjustment = 0, made, accepted, document }: Decision) {
  const detail = document && { document };
  if (!before) {
    const values = storedFields("MaterialItem", item);
    const parts = accepted && partsOfDocument(accepted, own.id);
    const received = create("MaterialItem", values, { action: "received", ...note, detail, parts });
    return [
      received,
      ...(made ? [numbered(made)] : []),
      ...(accepted ? [evidenceOf(accepted, received.id, item.lastEditAt)] : []),
    ];
  }
  const adopted = writeItemChange({
    asserts: [],
    before,
    // Both are the item of one id.
    after: { ...item, id: before.id },
    note: {
      action: "adopted",
      ...note,
      detail,
      parts: accepted && partsOfDocument(accepted, before.id),
    },
    adjustment: adjustment === 0 ? undefined : { qty: adjustment, reasonId: null },
  });
  return accepted ? [...adopted, evidenceOf(accepted, before.id, item.lastEditAt)] : adopted;
}

/** Keeps the document at its item, where its content is found by its digest. */
const evidenceOf = (
  { plant, sha256, size }: AcceptedDocument,
  entityId: number | Pending,
  createdAt: number,
): Change =>
  create(
    "Attachment",
    {
      entity: "MaterialItem",
      entityId,
      fileName: "device-history-record.json",
      mediaType: "application/json",
      size,
      sha256,
      description: `The device history record of the plant ${plant}`,
      createdAt,
      removedAt: null,
    },
    { action: "uploaded" },
  );

/** Returns the answer of a receipt from its decision and the change of its item. */
export const answerReceipt = (
  { item, document }: Decision,
  [created]: readonly Logged[],
): ReceivedItem => ({ ...item, id: created!.id, ...(document && { document }) });

/** The id of an item that an earlier line receives: the database gives it with the write. */
const notYetKnown = 0;

/** Adds the item to the facts, so that a later receipt finds its serial taken. */
function advance(facts: Facts, { item, before, made, accepted }: Decision): void {
  if (made) useSerial(facts, made);
  if (before) facts.items = facts.items.filter((one) => one !== before);
  facts.items.push({ ...item, id: before?.id ?? notYetKnown, past: null });
  const { visualSerialNo } = item;
  if (accepted) advanceOrigins(facts, accepted, { id: before?.id ?? notYetKnown, visualSerialNo });
}

/**
 * Receives a new item into stock, or one that was made at a point of consumption before its delivery
 * was received. Source: spec.md, POST /api/MaterialItem/Receive.
 */
export const receive = batchVerb({
  conflicts: {
    of: ["MaterialItem/Receive", "MaterialItem/ReceiveMany"],
    claims: {
      MaterialItem: "created, or made at a point of consumption before",
      SerialRange: "where the serial is made from it",
      Attachment: "created, where a document is sent",
    },
    asserts: { Product: "", ReceiptProfile: "", Plant: "that it comes from" },
  },
  load: loadReceive,
  decide,
  write,
  answer: answerReceipt,
  advance,
});

/** Receives several items, in order. */
export const receiveMany = receive.many;
