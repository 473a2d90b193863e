import { inArray, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { materialItem, product, serialRange, worksOrder } from "../database/schema/index.ts";
import type { RowsOf } from "../engine/index.ts";
import { selectProductsToReceive } from "../material-item/new-item.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { foldedNames } from "../rules/named.ts";
import { addressesOf, ofOrders, type OrderAddress, ordersAddressed } from "./order.ts";

/** The number of items that a works order can start with. */
export const startedItemsMax = 1000;

/** An item to start: its serial, and its quantity in millionths. */
export interface StartedItem {
  readonly visualSerialNo: string;
  readonly qty: number;
}

/** Quantities are in millionths. */
export interface StartWorksOrderInput extends OrderAddress {
  readonly items?: readonly StartedItem[] | null | undefined;
  readonly comment?: string | null | undefined;
}

const productsOfOrders = statement(() =>
  selectProductsToReceive().where(inArray(product.id, ofOrders(worksOrder.productId))),
);

const rangesOfOrders = statement(() =>
  query
    .select({
      id: serialRange.id,
      revNo: serialRange.revNo,
      name: serialRange.name,
      prefix: serialRange.prefix,
      nextNumber: serialRange.nextNumber,
      endNumber: serialRange.endNumber,
      padding: serialRange.padding,
    })
    .from(serialRange)
    .where(
      inArray(
        serialRange.id,
        sql`(select serial_range_id from product where id in ${ofOrders(worksOrder.productId)})`,
      ),
    ),
);

// The serials to generate, folded. A prefix is ASCII, which lower() folds completely.
const serialsToMake = () => sql`(
  with recursive making (stem, number, padding, remaining) as (
    select coalesce(lower(serial_range.prefix), works_order.order_no_key || '-'),
      coalesce(serial_range.next_number, 1), coalesce(serial_range.padding, 0),
      min(${startedItemsMax}, (works_order.qty - 1) / product.default_batch_size + 1)
    from works_order join product on product.id = works_order.product_id
    left join serial_range on serial_range.id = product.serial_range_id
    where works_order.id in ${ofOrders(worksOrder.id)}
    union all
    select stem, number + 1, padding, remaining - 1 from making where remaining > 1
  ) select stem || printf('%0*d', padding, number) from making)`;

const takenSerials = statement(() =>
  query
    .select({ serialKey: materialItem.serialKey })
    .from(materialItem)
    .where(inArray(materialItem.serialKey, each("serials"))),
);
const takenSerialsToMake = statement(() =>
  query
    .select({ serialKey: materialItem.serialKey })
    .from(materialItem)
    .where(inArray(materialItem.serialKey, serialsToMake())),
);

/** Reads the orders, their products and serial ranges, and the serials that are taken already. */
export function loadStart(inputs: readonly StartWorksOrderInput[]) {
  const addresses = addressesOf(inputs);
  const sent = inputs.flatMap(({ items }) => items ?? []);
  return {
    orders: ordersAddressed(addresses),
    products: productsOfOrders(addresses),
    ranges: rangesOfOrders(addresses),
    taken:
      sent.length > 0
        ? takenSerials({ serials: foldedNames(sent.map((item) => item.visualSerialNo)) })
        : takenSerialsToMake(addresses),
    statuses: serviceStatuses(),
  };
}
export type StartFacts = RowsOf<ReturnType<typeof loadStart>>;
