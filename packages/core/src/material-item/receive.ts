import type { Logged } from "../database/executor.ts";
import {
  type Assertion,
  type Attribution,
  create,
  type RowsOf,
  storedFields,
  verb,
} from "../engine/index.ts";
import { ownershipType } from "../database/schema/index.ts";
import { foldedNames, recordsNamed, requireActive, requireNamed } from "../rules/named.ts";
import { requireHappened } from "../rules/limits.ts";
import { requireDecimalPlaces } from "../rules/limits.ts";
import { type Item, itemNamed, itemsBySerial, type NewItem, serialTaken } from "./item.ts";
import { locationsBySuid, requireLocation } from "./location.ts";
import { newItem, productsToReceive, relyOnReceipt, requireReceiptProfile } from "./new-item.ts";
import { statusesKeyed, withStatus } from "./status.ts";

const receiptStatuses = statusesKeyed(["available"]);

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
    items: itemsBySerial({ serials: foldedNames(inputs.map((input) => input.visualSerialNo)) }),
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
}

/**
 * Decides a receipt. Refuses `validation_failed` of a future time, `not_found`, `inactive`,
 * `duplicate`, `decimal_places` and `receipt_profile`.
 */
function decide(facts: Facts, input: ReceiveInput, by: Attribution): Decision {
  const receivedAt = requireHappened(input.occurredAt, by.at);
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
  if (itemNamed(facts.items, input.visualSerialNo)) {
    throw serialTaken(input.visualSerialNo);
  }
  requireDecimalPlaces(input.qty, product, "/qty");
  requireReceiptProfile(product, input);
  const { comment, deliveryNo, occurredAt } = input;
  const item = newItem({
    product,
    status: withStatus(facts.statuses, "available"),
    visualSerialNo: input.visualSerialNo,
    qty: input.qty,
    expiryAt: input.expiryDate,
    version: input.version,
    batchNo: input.batchNo,
    deliveryNo,
    costPerUnit: input.costPerUnit,
    location,
    ownershipType: owner,
    madeAtConsumption: false,
    receivedAt,
    by,
  });
  return { asserts: relyOnReceipt(product), item, note: { comment, deliveryNo, occurredAt } };
}

const write = ({ item, note }: Decision) => [
  create("MaterialItem", storedFields("MaterialItem", item), { action: "received", ...note }),
];

/** Returns the answer of a receipt from its decision and the creation of its item. */
export const answerReceipt = ({ item }: Decision, [created]: readonly Logged[]): Item => ({
  ...item,
  id: created!.id,
});

/** Adds the item to the facts, so that a later receipt finds its serial taken. */
function advance(facts: Facts, { item }: Decision): void {
  facts.items.push({ ...item, id: 0 });
}

/** Receives a new item into stock. Source: spec.md, POST /api/MaterialItem/Receive. */
export const receive = verb({
  conflicts: {
    of: ["MaterialItem/Receive"],
    claims: { MaterialItem: "created" },
    asserts: { Product: "", ReceiptProfile: "" },
  },
  load: loadReceive,
  decide,
  write,
  answer: answerReceipt,
  advance,
});
