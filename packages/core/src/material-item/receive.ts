import { inArray } from "drizzle-orm";
import { type Assertion, relyOn } from "../assertions.ts";
import { type Attribution, create } from "../changes.ts";
import { execute, type RowsOf } from "../command.ts";
import type { Context } from "../context.ts";
import type { Logged } from "../database/executor.ts";
import { location, ownershipType } from "../database/schema/index.ts";
import { each, query, statement } from "../database/statement.ts";
import { foldCase } from "../fold-case.ts";
import { requireHappened } from "../occurred.ts";
import { requireDecimalPlaces } from "../quantity.ts";
import { Refusal } from "../refusal.ts";
import { type Item, itemsBySerial, type NewItem, storedItem } from "./item.ts";
import { newItem, productsToReceive, type ProductToReceive } from "./new-item.ts";
import { serviceStatuses, withStatus } from "./status.ts";

/** Quantities and costs are in millionths, times in milliseconds. */
export interface ReceiveInput {
  readonly productName: string;
  readonly visualSerialNo: string;
  readonly qty: number;
  readonly expiryDate?: number | undefined;
  readonly version?: string | undefined;
  /** The SUID of a location. */
  readonly location?: string | undefined;
  readonly batchNo?: string | undefined;
  readonly costPerUnit?: number | undefined;
  readonly ownershipType?: string | undefined;
  readonly comment?: string | undefined;
  readonly deliveryNo?: string | undefined;
  readonly occurredAt?: number | undefined;
}

/** Receives a new item into stock. Source: spec.md, POST /api/MaterialItem/Receive. */
export const receive = (context: Context, input: ReceiveInput): Promise<Item> =>
  execute(context, { load, decide, write, answer }, input);

const locationsBySuid = statement(() =>
  query
    .select({ id: location.id, name: location.name, suid: location.suid })
    .from(location)
    .where(inArray(location.suid, each("suids"))),
);
const ownershipTypesByName = statement(() =>
  query
    .select({ id: ownershipType.id, name: ownershipType.name, nameKey: ownershipType.nameKey })
    .from(ownershipType)
    .where(inArray(ownershipType.nameKey, each("names"))),
);

function load(inputs: readonly ReceiveInput[]) {
  const keys = (names: readonly (string | undefined)[]) =>
    JSON.stringify(names.flatMap((name) => (name === undefined ? [] : foldCase(name))));
  return {
    products: productsToReceive({ products: keys(inputs.map((input) => input.productName)) }),
    items: itemsBySerial({ serials: keys(inputs.map((input) => input.visualSerialNo)) }),
    locations: locationsBySuid({
      suids: JSON.stringify(inputs.flatMap(({ location: suid }) => suid ?? [])),
    }),
    ownershipTypes: ownershipTypesByName({
      names: keys(inputs.map((input) => input.ownershipType)),
    }),
    statuses: serviceStatuses(),
  };
}
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly item: NewItem;
  readonly note: Pick<ReceiveInput, "comment" | "deliveryNo" | "occurredAt">;
}

/**
 * Decides a receipt. Refuses `not_found`, `duplicate`, `decimal_places` and `receipt_profile`.
 */
function decide(facts: Facts, input: ReceiveInput, by: Attribution): Decision {
  const receivedAt = requireHappened(input.occurredAt, by.at);
  const product = facts.products.find(({ nameKey }) => nameKey === foldCase(input.productName));
  if (!product) throw new Refusal("not_found", `No product is named ${input.productName}.`);
  const place = facts.locations.find(({ suid }) => suid === input.location);
  if (input.location !== undefined && !place) {
    throw new Refusal("not_found", `No location has the SUID ${input.location}.`);
  }
  const owner = input.ownershipType === undefined ? undefined : foldCase(input.ownershipType);
  const ownership = facts.ownershipTypes.find(({ nameKey }) => nameKey === owner);
  if (owner !== undefined && !ownership) {
    throw new Refusal("not_found", `No ownership type is named ${input.ownershipType}.`);
  }
  const serialKey = foldCase(input.visualSerialNo);
  if (facts.items.some((item) => item.serialKey === serialKey)) {
    throw new Refusal("duplicate", `An item with the serial ${input.visualSerialNo} exists.`);
  }
  requireDecimalPlaces(input.qty, product.inventoryDecimalPlaces, product.name);
  requireReceiptProfile(product, input);
  const item = newItem({
    product,
    status: withStatus(facts.statuses, "available"),
    visualSerialNo: input.visualSerialNo,
    qty: input.qty,
    expiryAt: input.expiryDate,
    version: input.version,
    batchNo: input.batchNo,
    costPerUnit: input.costPerUnit,
    location: place,
    ownershipType: ownership,
    madeAtConsumption: false,
    receivedAt,
    by,
  });
  const { comment, deliveryNo, occurredAt } = input;
  return {
    asserts: [relyOn("Product", product)],
    item,
    note: { comment, deliveryNo, occurredAt },
  };
}

/** Refuses (`receipt_profile`) a hidden field that is sent, and a compulsory one that is not. */
function requireReceiptProfile({ receiptRules, name }: ProductToReceive, input: ReceiveInput) {
  const errors = Object.entries(receiptRules).flatMap(([field, rule]) => {
    const sent = input[field as keyof ReceiveInput] !== undefined;
    if (rule === "hidden" && sent) return { pointer: `/${field}`, detail: "Hidden." };
    if (rule === "compulsory" && !sent) return { pointer: `/${field}`, detail: "Compulsory." };
    return [];
  });
  if (errors.length === 0) return;
  throw new Refusal("receipt_profile", `The receipt profile of ${name} forbids this receipt.`, {
    errors,
  });
}

const write = ({ item, note }: Decision) => [
  create("MaterialItem", storedItem(item), { action: "received", ...note }),
];

const answer = ({ item }: Decision, [created]: readonly Logged[]): Item => ({
  ...item,
  id: created!.id,
});
