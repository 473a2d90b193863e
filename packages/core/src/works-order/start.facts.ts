import { inArray, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { materialItem, product, serialRange, worksOrder } from "../database/schema/index.ts";
import type { RowsOf } from "../engine/index.ts";
import { selectProductsToReceive } from "../material-item/new-item.ts";
import { freeNumbers, selectSerialRanges, serialNumberMax } from "../material-item/serial-range.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { foldedNames } from "../rules/named.ts";
import { scale } from "../values/decimal.ts";
import {
  addressesOf,
  ofOrders,
  type OrderAddress,
  ordersAddressed,
  startedQty,
  startedQtyOfOrders,
} from "./order.ts";

/** The most items that one Start makes. */
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
  selectSerialRanges().where(
    inArray(
      serialRange.id,
      sql`(select serial_range_id from product where id in ${ofOrders(worksOrder.productId)})`,
    ),
  ),
);

/**
 * The quantity that the next Start makes if it is sent no items. The first Start makes the whole
 * quantity, whatever has joined the order before.
 */
const qtyToMake = () => sql`(works_order.qty - case works_order.status when 'Started'
  then cast(${startedQty()} as integer) else 0 end)`;

/** The quantity of each item. */
const itemQty = () =>
  sql`iif(product.tracking = 'Serial', ${sql.raw(String(scale))}, product.default_batch_size)`;

/** The number of the first serial that an order without a serial range makes. */
const firstOfOrder = () => sql`case works_order.status when 'Started' then
  (select count(*) + 1 from material_item where works_order_id = works_order.id) else 1 end`;

/**
 * Reads the numbers of the serials that orders make next: the first ones that give serials which no
 * item has or had. It ends at the end of the range, or after `takenNumbersMax` taken numbers.
 */
const numbersToTake = statement(() =>
  query
    .select({
      orderId: sql<number>`free.owner_id`.mapWith(Number).as("order_id"),
      number: sql<number>`free.number`.mapWith(Number).as("number"),
    })
    .from(
      sql`${freeNumbers(sql`select works_order.id,
          coalesce(lower(serial_range.prefix), works_order.order_no_key || '-'),
          coalesce(serial_range.padding, 0), coalesce(serial_range.next_number, ${firstOfOrder()}),
          coalesce(serial_range.end_number, ${serialNumberMax}),
          min(${startedItemsMax}, (${qtyToMake()} - 1) / ${itemQty()} + 1)
        from works_order join product on product.id = works_order.product_id
        left join serial_range on serial_range.id = product.serial_range_id
        where works_order.id in ${ofOrders(worksOrder.id)} and ${qtyToMake()} > 0`)} as free`,
    )
    .orderBy(sql`free.owner_id`, sql`free.number`),
);

const takenSerials = statement(() =>
  query
    .select({ serialKey: materialItem.serialKey })
    .from(materialItem)
    .where(inArray(materialItem.serialKey, each("serials"))),
);

/**
 * Reads the orders with what they have started, their products and serial ranges, and the sent
 * serials that are taken already, or the next free numbers of serials.
 */
export function loadStart(inputs: readonly StartWorksOrderInput[]) {
  const addresses = addressesOf(inputs);
  const sent = inputs.flatMap(({ items }) => items ?? []);
  return {
    orders: ordersAddressed(addresses),
    products: productsOfOrders(addresses),
    ranges: rangesOfOrders(addresses),
    started: startedQtyOfOrders(addresses),
    taken:
      sent.length > 0
        ? takenSerials({ serials: foldedNames(sent.map((item) => item.visualSerialNo)) })
        : undefined,
    numbers: sent.length > 0 ? undefined : numbersToTake(addresses),
    statuses: serviceStatuses(),
  };
}
export type StartFacts = RowsOf<ReturnType<typeof loadStart>>;
