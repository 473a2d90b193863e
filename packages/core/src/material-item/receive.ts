import type { Logged } from "../database/executor.ts";
import {
  type Assertion,
  type Attribution,
  type Change,
  create,
  type RowsOf,
  storedFields,
  verb,
} from "../engine/index.ts";
import { ownershipType } from "../database/schema/index.ts";
import { foldedNames, recordsNamed, requireActive, requireNamed } from "../rules/named.ts";
import { requireHappened } from "../rules/limits.ts";
import { requireDecimalPlaces } from "../rules/limits.ts";
import { adopt, itemsToAdopt, requireMadeAt } from "./adopt.ts";
import { type Item, itemNamed, type NewItem } from "./item.ts";
import { writeItemChange } from "./item-change.ts";
import { locationsBySuid, requireLocation } from "./location.ts";
import {
  newItem,
  productsToReceive,
  relyOnReceipt,
  requireReceiptProfile,
  statedExpiry,
} from "./new-item.ts";
import { statusesKeyed, withStatus } from "./status.ts";
import { requireOne } from "./tracking.ts";

const receiptStatuses = statusesKeyed(["available", "consumed"]);

/** Quantities and costs are in millionths, times in milliseconds. */
export interface ReceiveInput {
  readonly productName: string;
  readonly visualSerialNo: string;
  readonly qty: number;
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
}

const ownershipTypesByName = recordsNamed(ownershipType);

/** Reads the records that the receipts name, and items that have their serials already. */
export function loadReceive(inputs: readonly ReceiveInput[]) {
  const suids = inputs.flatMap(({ location }) => location ?? []);
  const owners = inputs.flatMap((input) => input.ownershipType ?? []);
  return {
    products: productsToReceive({
      products: foldedNames(inputs.map((input) => input.productName)),
    }),
    items: itemsToAdopt({ serials: foldedNames(inputs.map((input) => input.visualSerialNo)) }),
    locations: suids.length > 0 ? locationsBySuid({ suids: foldedNames(suids) }) : undefined,
    ownershipTypes:
      owners.length > 0 ? ownershipTypesByName({ names: foldedNames(owners) }) : undefined,
    statuses: receiptStatuses(),
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
}

/**
 * Decides a receipt. Refuses `validation_failed` of a future time, `backdated`, `not_found`,
 * `inactive`, `duplicate`, `decimal_places`, `tracking`, `receipt_profile`; of an item that was made
 * at a point of consumption `item_status`, `details_contradict` and `insufficient_quantity`.
 */
function decide(facts: Facts, input: ReceiveInput, by: Attribution): Decision {
  const receivedAt = requireHappened(input.occurredAt, by);
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
  const existing = itemNamed(facts.items, input.visualSerialNo);
  const madeAt = existing && requireMadeAt(existing, input.visualSerialNo);
  requireDecimalPlaces(input.qty, product, "/qty");
  requireOne(input.qty, product, "/qty");
  requireReceiptProfile(product, input);
  const { comment, deliveryNo, occurredAt } = input;
  const base = {
    product,
    status: withStatus(facts.statuses, "available"),
    visualSerialNo: input.visualSerialNo,
    qty: input.qty,
    madeAtConsumption: false,
    by,
  };
  const item = newItem({
    ...base,
    expiryAt: input.expiryDate,
    version: input.version,
    batchNo: input.batchNo,
    deliveryNo,
    costPerUnit: input.costPerUnit,
    location,
    ownershipType: owner,
    receivedAt,
  });
  const made = { asserts: relyOnReceipt(product), item, note: { comment, deliveryNo, occurredAt } };
  if (!existing || madeAt === undefined) return made;
  const adoption = {
    item: existing,
    received: item,
    byDefault: newItem({ ...base, receivedAt: madeAt }),
    sent: fieldsSent({ ...input, expiryDate: statedExpiry(product, input.expiryDate) }),
    statuses: facts.statuses,
  };
  return { ...made, before: existing, ...adopt(adoption, by) };
}

/** The fields that a receipt states. Null states only that an item does not expire. */
const fieldsSent = ({ expiryDate, ...input }: ReceiveInput): ReadonlySet<string> => {
  const others = Object.entries(input).flatMap(([field, value]) => (value == null ? [] : field));
  return new Set(expiryDate === undefined ? others : [...others, "expiryDate"]);
};

function write({ item, note, before, adjustment = 0 }: Decision): Change[] {
  if (!before) {
    const values = storedFields("MaterialItem", item);
    return [create("MaterialItem", values, { action: "received", ...note })];
  }
  return writeItemChange({
    asserts: [],
    before,
    // Both are the item of one id.
    after: { ...item, id: before.id },
    note: { action: "adopted", ...note },
    adjustment: adjustment === 0 ? undefined : { qty: adjustment, reasonId: null },
  });
}

/** Returns the answer of a receipt from its decision and the change of its item. */
export const answerReceipt = ({ item }: Decision, [created]: readonly Logged[]): Item => ({
  ...item,
  id: created!.id,
});

/** Adds the item to the facts, so that a later receipt finds its serial taken. */
function advance(facts: Facts, { item, before }: Decision): void {
  facts.items = facts.items.filter((one) => one !== before);
  facts.items.push({ ...item, id: 0, origin: null });
}

/**
 * Receives a new item into stock, or one that was made at a point of consumption before its delivery
 * was received. Source: spec.md, POST /api/MaterialItem/Receive.
 */
export const receive = verb({
  conflicts: {
    of: ["MaterialItem/Receive"],
    claims: { MaterialItem: "created, or made at a point of consumption before" },
    asserts: { Product: "", ReceiptProfile: "" },
  },
  load: loadReceive,
  decide,
  write,
  answer: answerReceipt,
  advance,
  forgets: ["before"],
});
