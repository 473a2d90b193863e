import { inArray, sql } from "drizzle-orm";
import { selectFlaggedContents } from "../completeness/contents.ts";
import { slotsOf } from "../completeness/facts.ts";
import type { Allowances } from "../completeness/gate.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { isToFinish } from "../database/flagged-contents.ts";
import { bomVersion, worksOrder } from "../database/schema/index.ts";
import type { RowsOf } from "../engine/index.ts";
import { builtInto, namedCandidatesOf } from "../consumption/facts.ts";
import { versionOfUnits } from "../material-item/item.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { orderItemsToSign } from "./items.ts";
import {
  addressesOf,
  itemsOfOrders,
  ofOrders,
  type OrderAddress,
  ordersAddressed,
} from "./order.ts";

export interface CompleteWorksOrderInput extends OrderAddress, Allowances {
  readonly comment?: string | null | undefined;
}

/** The versions that the units of orders are built by. */
export const versionsOfOrders = () => sql`(
  select ${versionOfUnits("unit")} from works_order
  left join material_item as unit on unit.works_order_id = works_order.id
  where works_order.id in ${ofOrders(worksOrder.id)}
  union all select * from ${ofOrders(worksOrder.bomVersionId)})`;
const revisionsOfVersions = statement(() =>
  query
    .select({ id: bomVersion.id, revNo: bomVersion.revNo })
    .from(bomVersion)
    .where(inArray(bomVersion.id, versionsOfOrders())),
);
export const candidatesOfOrders = statement(() => namedCandidatesOf(versionsOfOrders()));
export const builtIntoOrders = statement(() => builtInto(itemsOfOrders()));
export const slotsOfOrders = statement(() => slotsOf(versionsOfOrders()));
const contentsOfOrders = statement(() =>
  selectFlaggedContents(
    sql`select item.works_order_id, item.id from material_item as item
      where item.works_order_id in ${ofOrders(worksOrder.id)} and ${sql.raw(isToFinish)}`,
  ),
);

/**
 * Reads the orders, their items, the candidates of their BoM versions, what is built of each, and
 * what is flagged in the items.
 */
export function loadComplete(inputs: readonly CompleteWorksOrderInput[]) {
  const addresses = addressesOf(inputs);
  return {
    orders: ordersAddressed(addresses),
    items: orderItemsToSign(addresses),
    slots: slotsOfOrders(addresses),
    candidates: candidatesOfOrders(addresses),
    built: builtIntoOrders(addresses),
    contents: contentsOfOrders(addresses),
    versions: revisionsOfVersions(addresses),
    statuses: serviceStatuses(),
  };
}
export type CompleteFacts = RowsOf<ReturnType<typeof loadComplete>>;
