import { eq, inArray, type SQL } from "drizzle-orm";
import { materialItem, materialStatus } from "../database/schema/index.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { signingOf } from "../signature/gate.facts.ts";
import { itemsOfOrders } from "./order.ts";

/**
 * The items of works orders, with only the fields that Complete and Cancel need: there can be
 * 1,000.
 */
export const orderItems = statement(() => selectOrderItemsWith({}));

/** The same, with what decides about their signatures. */
export const orderItemsToSign = statement(() =>
  selectOrderItemsWith({
    signing: signingOf({
      entity: "MaterialItem",
      id: "material_item.id",
      revNo: "material_item.rev_no",
      productTypeId: "(select product_type_id from product where id = material_item.product_id)",
      versionId: `(select coalesce(material_item.own_version_id, own.first_version_id,
        own.bom_version_id) from works_order as own where own.id = material_item.works_order_id)`,
    }),
  }),
);

const selectOrderItemsWith = <More extends Readonly<Record<string, SQL>>>(more: More) =>
  query
    .select({
      id: materialItem.id,
      revNo: materialItem.revNo,
      worksOrderId: materialItem.worksOrderId,
      visualSerialNo: materialItem.visualSerialNo,
      statusId: materialItem.statusId,
      statusSuidKey: materialStatus.suidKey,
      nominalQty: materialItem.nominalQty,
      actualQty: materialItem.actualQty,
      endAt: materialItem.endAt,
      lastEditAt: materialItem.lastEditAt,
      lastEditUserId: materialItem.lastEditUserId,
      ownVersionId: materialItem.ownVersionId,
      ...more,
    })
    .from(materialItem)
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .where(inArray(materialItem.id, itemsOfOrders()))
    .orderBy(materialItem.id);

/** An item of a works order, with the folded SUID of its status. */
export type OrderItem = ReturnType<ReturnType<typeof orderItems>["row"]>;
