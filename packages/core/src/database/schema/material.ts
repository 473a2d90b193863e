import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { bomSlot, bomVersion, slotCandidate } from "./bom.ts";
import {
  caseDataDefinition,
  currency,
  holdReason,
  location,
  materialReason,
  materialStatus,
  ownershipType,
  user,
} from "./catalog.ts";
import { flag, foldedKey, instant, quantity, recordColumns, reference } from "./columns.ts";
import { changeLog } from "./log.ts";
import { product } from "./product.ts";
import { table } from "./table.ts";

/** How a quantity went from one item to another. */
export type TransferKind = "split" | "merge";

export type OrderStatus = "Created" | "Started" | "Completed" | "Cancelled";

export const worksOrder = table(
  "works_order",
  () => ({
    ...recordColumns(),
    orderNo: text("order_no").notNull(),
    orderNoKey: foldedKey("order_no_key").notNull(),
    description: text("description"),
    productId: reference("product_id", () => product.id).notNull(),
    /** The version that its next items are built by. */
    bomVersionId: reference("bom_version_id", () => bomVersion.id).notNull(),
    qty: quantity("qty").notNull(),
    status: text("status").$type<OrderStatus>().notNull(),
    startAt: instant("start_at"),
    endAt: instant("end_at"),
    /** The version that it was started with, where ChangeVersion gave it another one. */
    firstVersionId: reference("first_version_id", () => bomVersion.id),
  }),
  (columns) => [
    uniqueIndex("works_order_no").on(columns.orderNoKey),
    index("works_order_product").on(columns.productId),
    index("works_order_status").on(columns.status),
    index("works_order_product_status").on(columns.productId, columns.status),
    // With the status, so that the orders that pin a version are counted by the index alone.
    index("works_order_bom_version").on(columns.bomVersionId, columns.status),
    index("works_order_first_version")
      .on(columns.firstVersionId)
      .where(sql`first_version_id is not null`),
  ],
);

export const materialItem = table(
  "material_item",
  () => ({
    ...recordColumns(),
    lastEditAt: instant("last_edit_at").notNull(),
    lastEditUserId: reference("last_edit_user_id", () => user.id).notNull(),
    productId: reference("product_id", () => product.id).notNull(),
    statusId: reference("status_id", () => materialStatus.id).notNull(),
    visualSerialNo: text("visual_serial_no").notNull(),
    serialKey: foldedKey("serial_key").notNull(),
    worksOrderId: reference("works_order_id", () => worksOrder.id),
    startAt: instant("start_at"),
    endAt: instant("end_at"),
    version: text("version"),
    nominalQty: quantity("nominal_qty").notNull(),
    actualQty: quantity("actual_qty").notNull(),
    uniqueId: text("unique_id"),
    uniqueIdKey: foldedKey("unique_id_key"),
    /** The first reason why it is on hold. */
    holdReasonId: reference("hold_reason_id", () => holdReason.id),
    /** The further reasons, in the order in which they were given; null without any. */
    furtherHoldReasonIds: text("further_hold_reason_ids", { mode: "json" }).$type<
      readonly number[]
    >(),
    expiryAt: instant("expiry_at"),
    locationId: reference("location_id", () => location.id),
    costPerUnit: quantity("cost_per_unit"),
    ownershipTypeId: reference("ownership_type_id", () => ownershipType.id),
    currencyId: reference("currency_id", () => currency.id),
    batchNo: text("batch_no"),
    batchKey: foldedKey("batch_key"),
    /** The delivery that brought it. */
    deliveryNo: text("delivery_no"),
    deliveryKey: foldedKey("delivery_key"),
    /** The plant that it was received from. */
    origin: text("origin"),
    originKey: foldedKey("origin_key"),
    /** The plant or other place that it was dispatched to. */
    destination: text("destination"),
    destinationKey: foldedKey("destination_key"),
    legacyPrerepairId: reference("legacy_prerepair_id", (): AnySQLiteColumn => materialItem.id),
    testModeId: integer("test_mode_id"),
    /** Made at the point of consumption: its stock is not managed here. */
    madeAtConsumption: flag("made_at_consumption").notNull(),
    /** The BoM version that it is built by, where that is not the one its order was started with. */
    ownVersionId: reference("own_version_id", () => bomVersion.id),
  }),
  (columns) => [
    uniqueIndex("material_item_serial").on(columns.serialKey),
    uniqueIndex("material_item_unique_id").on(columns.uniqueIdKey),
    index("material_item_order").on(columns.worksOrderId),
    index("material_item_product").on(columns.productId),
    index("material_item_batch").on(columns.batchKey),
    // Items of a works order have no delivery.
    index("material_item_delivery")
      .on(columns.deliveryKey)
      .where(sql`delivery_key is not null`),
    // Few items come from another plant, or go to one that is named.
    index("material_item_origin")
      .on(columns.originKey)
      .where(sql`origin_key is not null`),
    index("material_item_destination")
      .on(columns.destinationKey)
      .where(sql`destination_key is not null`),
    index("material_item_status").on(columns.statusId),
    // For the items that have expired or will. By the status, because the status of an item changes
    // far less often than its quantity.
    index("material_item_status_expiry")
      .on(columns.statusId, columns.expiryAt)
      .where(sql`expiry_at is not null`),
    // For searches by location, and by expiry or in its order. A Build changes neither.
    index("material_item_location").on(columns.locationId),
    index("material_item_expiry")
      .on(columns.expiryAt)
      .where(sql`expiry_at is not null`),
    // For the stock of a product, the first to expire first. Without a condition on the quantity: a
    // Build from a lot would then write the index too.
    index("material_item_stock").on(columns.productId, columns.statusId, columns.expiryAt),
    // Few items are on hold. For the check whether any item is on hold for a reason.
    index("material_item_hold")
      .on(columns.holdReasonId)
      .where(sql`hold_reason_id is not null`),
    // Very few items are on hold for several reasons. The same check, by the index alone.
    index("material_item_further_holds")
      .on(columns.furtherHoldReasonIds)
      .where(sql`further_hold_reason_ids is not null`),
    // Few items have one. For the check whether any item is built by a version.
    index("material_item_own_version")
      .on(columns.ownVersionId)
      .where(sql`own_version_id is not null`),
    check("material_item_actual_qty", sql`${columns.actualQty} >= 0`),
    check("material_item_nominal_qty", sql`${columns.nominalQty} > 0`),
  ],
);

/**
 * The batches on hold. Each of their items is held, whenever it was received: a row of this table
 * decides, and no row of an item.
 */
export const batchHold = table(
  "batch_hold",
  () => ({
    ...recordColumns(),
    productId: reference("product_id", () => product.id).notNull(),
    batchNo: text("batch_no").notNull(),
    batchKey: foldedKey("batch_key").notNull(),
    holdReasonId: reference("hold_reason_id", () => holdReason.id).notNull(),
    comment: text("comment"),
  }),
  (columns) => [
    uniqueIndex("batch_hold_batch").on(columns.productId, columns.batchKey, columns.holdReasonId),
    index("batch_hold_batch_key").on(columns.batchKey),
    index("batch_hold_reason").on(columns.holdReasonId),
  ],
);

export const caseData = table(
  "case_data",
  () => ({
    ...recordColumns(),
    materialItemId: reference("material_item_id", () => materialItem.id).notNull(),
    caseDataDefinitionId: reference(
      "case_data_definition_id",
      () => caseDataDefinition.id,
    ).notNull(),
    name: text("name").notNull(),
    value: text("value"),
  }),
  (columns) => [
    index("case_data_item").on(columns.materialItemId),
    index("case_data_case").on(columns.caseDataDefinitionId),
  ],
);

/** The builds: one row for each slot candidate that a Build used. Rows are never deleted. */
export const build = table(
  "build",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The change of the parent that it belongs to: who and when. Build returns it as the id. */
    seq: reference("seq", () => changeLog.seq).notNull(),
    parentId: reference("parent_id", () => materialItem.id).notNull(),
    childId: reference("child_id", () => materialItem.id).notNull(),
    bomSlotId: reference("bom_slot_id", () => bomSlot.id).notNull(),
    candidateId: reference("candidate_id", () => slotCandidate.id).notNull(),
    /** In the child's base unit. */
    qty: quantity("qty").notNull(),
    /** The sum of its removals. */
    removedQty: quantity("removed_qty").notNull(),
  }),
  (columns) => [
    // Both contain the quantities, so that net quantities are found by the index alone.
    index("build_parent").on(
      columns.parentId,
      columns.candidateId,
      columns.qty,
      columns.removedQty,
    ),
    index("build_child").on(columns.childId, columns.parentId, columns.qty, columns.removedQty),
    index("build_candidate").on(columns.candidateId),
    index("build_slot").on(columns.bomSlotId),
    check(
      "build_quantities",
      sql`0 <= ${columns.removedQty} and ${columns.removedQty} <= ${columns.qty} and ${columns.qty} > 0`,
    ),
  ],
);

/** The removals: one row for each build that a Remove reduced. Rows are never changed. */
export const removal = table(
  "removal",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The change of the parent that it belongs to. */
    seq: reference("seq", () => changeLog.seq).notNull(),
    buildId: reference("build_id", () => build.id).notNull(),
    /** In the child's base unit. */
    qty: quantity("qty").notNull(),
  }),
  (columns) => [
    index("removal_build").on(columns.buildId),
    check("removal_qty", sql`${columns.qty} > 0`),
  ],
);

/**
 * The moves of builds from a slot to one of another BoM version, where their parent went to that
 * version. Rows are never changed or deleted. A build is in the slot of its last move.
 */
export const buildMove = table(
  "build_move",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The change of the parent that it belongs to. */
    seq: reference("seq", () => changeLog.seq).notNull(),
    buildId: reference("build_id", () => build.id).notNull(),
    fromSlotId: reference("from_slot_id", () => bomSlot.id).notNull(),
    fromCandidateId: reference("from_candidate_id", () => slotCandidate.id).notNull(),
    bomSlotId: reference("bom_slot_id", () => bomSlot.id).notNull(),
    candidateId: reference("candidate_id", () => slotCandidate.id).notNull(),
  }),
  (columns) => [
    index("build_move_build").on(columns.buildId),
    index("build_move_from_slot").on(columns.fromSlotId),
    index("build_move_from_candidate").on(columns.fromCandidateId),
  ],
);

/** The changes of quantity other than receipts and builds. Rows are never changed. */
export const adjustment = table(
  "adjustment",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    seq: reference("seq", () => changeLog.seq).notNull(),
    materialItemId: reference("material_item_id", () => materialItem.id).notNull(),
    qty: quantity("qty").notNull(),
    materialReasonId: reference("material_reason_id", () => materialReason.id),
  }),
  (columns) => [
    index("adjustment_item").on(columns.materialItemId),
    index("adjustment_reason").on(columns.materialReasonId),
  ],
);

/**
 * The quantities that went from one item to another: those that Split took off as items of their
 * own, and those that Merge added to an item. Rows are never changed or deleted.
 */
export const lotTransfer = table(
  "lot_transfer",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The change of the item that the quantity went to: who and when. */
    seq: reference("seq", () => changeLog.seq).notNull(),
    kind: text("kind").$type<TransferKind>().notNull(),
    fromId: reference("from_id", () => materialItem.id).notNull(),
    toId: reference("to_id", () => materialItem.id).notNull(),
    /** In the base unit of both items. */
    qty: quantity("qty").notNull(),
  }),
  (columns) => [
    index("lot_transfer_from").on(columns.fromId, columns.toId),
    index("lot_transfer_to").on(columns.toId, columns.fromId),
    check("lot_transfer_kind", sql`${columns.kind} in ('split', 'merge')`),
    check(
      "lot_transfer_quantity",
      sql`${columns.qty} > 0 and ${columns.fromId} <> ${columns.toId}`,
    ),
  ],
);
