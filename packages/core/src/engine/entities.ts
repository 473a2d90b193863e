import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../database/schema/index.ts";
import type { EntityName } from "./actions.ts";

/** The tables of the records that have a revision. */
export const entities = {
  ApiKey: schema.apiKey,
  Attachment: schema.attachment,
  BatchHold: schema.batchHold,
  Bom: schema.bom,
  BomSlot: schema.bomSlot,
  BomVersion: schema.bomVersion,
  BuildSlotType: schema.buildSlotType,
  CaseData: schema.caseData,
  CaseDataDefinition: schema.caseDataDefinition,
  Currency: schema.currency,
  HoldReason: schema.holdReason,
  LabelTemplate: schema.labelTemplate,
  Location: schema.location,
  MaterialItem: schema.materialItem,
  MaterialReason: schema.materialReason,
  MaterialStatus: schema.materialStatus,
  OwnershipType: schema.ownershipType,
  Plant: schema.plant,
  Product: schema.product,
  ProductType: schema.productType,
  PropertyDefinition: schema.propertyDefinition,
  ReceiptProfile: schema.receiptProfile,
  ReceiptRecipe: schema.receiptRecipe,
  Role: schema.role,
  SerialRange: schema.serialRange,
  Session: schema.session,
  Signature: schema.signature,
  SignatureMeaning: schema.signatureMeaning,
  SignatureRule: schema.signatureRule,
  SlotCandidate: schema.slotCandidate,
  UnitOfMeasure: schema.unitOfMeasure,
  User: schema.user,
  Webhook: schema.webhook,
  WorkCentre: schema.workCentre,
  WorkCentreGroup: schema.workCentreGroup,
  WorksOrder: schema.worksOrder,
} as const satisfies Readonly<Record<EntityName, SQLiteTable>>;

/** The rows that belong to a record and are logged as part of its change. */
export const parts = {
  adjustment: schema.adjustment,
  build: schema.build,
  buildMove: schema.buildMove,
  foreignPart: schema.foreignPart,
  foreignSeal: schema.foreignSeal,
  foreignUnit: schema.foreignUnit,
  lotTransfer: schema.lotTransfer,
  productProperty: schema.productProperty,
  removal: schema.removal,
  slotProperty: schema.slotProperty,
  workCentreGroupMember: schema.workCentreGroupMember,
} as const;

export type PartName = keyof typeof parts;

/** The record that the rows of a part belong to, and the column that refers to it. */
interface PartOwner {
  readonly entity: EntityName;
  readonly column: () => SQLiteColumn;
}

/**
 * The owners of the parts. A build belongs to its child, and so does a removal of it. Its moves
 * belong to its parent, whose BoM version changed. A transfer belongs to the item that it went to.
 */
export const owners: Readonly<Record<PartName, PartOwner>> = {
  adjustment: { entity: "MaterialItem", column: () => parts.adjustment.materialItemId },
  build: { entity: "MaterialItem", column: () => parts.build.childId },
  buildMove: { entity: "MaterialItem", column: () => parts.build.parentId },
  foreignPart: { entity: "MaterialItem", column: () => parts.foreignPart.materialItemId },
  foreignSeal: { entity: "MaterialItem", column: () => parts.foreignSeal.materialItemId },
  foreignUnit: { entity: "MaterialItem", column: () => parts.foreignUnit.materialItemId },
  lotTransfer: { entity: "MaterialItem", column: () => parts.lotTransfer.toId },
  productProperty: { entity: "Product", column: () => parts.productProperty.productId },
  removal: { entity: "MaterialItem", column: () => parts.build.childId },
  slotProperty: { entity: "BomSlot", column: () => parts.slotProperty.bomSlotId },
  workCentreGroupMember: {
    entity: "WorkCentreGroup",
    column: () => parts.workCentreGroupMember.groupId,
  },
};

/** Columns of parts that follow from other rows: the log does not repeat them. */
export const derivedColumns: Partial<Record<PartName, readonly string[]>> = {
  build: ["removedQty"],
};

/** Rows that are written with a record and not logged, such as secrets and states of deliveries. */
export const unlogged = {
  directorySession: schema.directorySession,
  externalSystem: schema.externalSystem,
  userPin: schema.userPin,
  webhookDelivery: schema.webhookDelivery,
  webhookProgress: schema.webhookProgress,
  webhookSecret: schema.webhookSecret,
} as const;

export type UnloggedName = keyof typeof unlogged;

type Tables = typeof entities & typeof parts & typeof unlogged;
export type TableName = keyof Tables;
const tables: Readonly<Record<TableName, SQLiteTable>> = { ...entities, ...parts, ...unlogged };

/** The table of that name. */
export const tableOf = (name: TableName): SQLiteTable => tables[name];

/** A stored row, as read. */
export type Row<Name extends TableName> = Tables[Name]["$inferSelect"];

/** A record's identity and revision, as claims and assertions name it. */
export interface Revision {
  readonly id: number;
  readonly revNo: number;
}
