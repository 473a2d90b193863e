import { eq, inArray } from "drizzle-orm";
import { materialItem, materialStatus } from "../database/schema/index.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { itemsOfOrders } from "./order.ts";

/**
 * The items of works orders, with only the fields that Complete and Cancel need: there can be
 * 1,000.
 */
export const orderItems = statement(() =>
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
    })
    .from(materialItem)
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .where(inArray(materialItem.id, itemsOfOrders()))
    .orderBy(materialItem.id),
);

/** An item of a works order, with the folded SUID of its status. */
export type OrderItem = ReturnType<ReturnType<typeof orderItems>["row"]>;
