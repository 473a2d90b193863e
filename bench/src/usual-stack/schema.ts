// The tables of a Build, as the usual stack declares them. The database file is the service's own.
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

const record = () => ({
  id: integer("id").primaryKey({ autoIncrement: true }),
  revNo: integer("rev_no").notNull(),
});
const named = () => ({ ...record(), suid: text("suid"), name: text("name").notNull() });
const flag = (name: string) => integer(name, { mode: "boolean" }).notNull();

export const user = sqliteTable("user", { ...named(), isActive: flag("is_active") });
export const apiKey = sqliteTable("api_key", {
  ...record(),
  hash: text("hash").notNull(),
  userId: integer("user_id").notNull(),
  expiresAt: integer("expires_at"),
  revokedAt: integer("revoked_at"),
});

export const holdReason = sqliteTable("hold_reason", named());
export const location = sqliteTable("location", named());
export const ownershipType = sqliteTable("ownership_type", named());
export const currency = sqliteTable("currency", named());
export const unitOfMeasure = sqliteTable("unit_of_measure", {
  ...named(),
  factor: integer("factor").notNull(),
});
export const materialStatus = sqliteTable("material_status", {
  ...named(),
  suidKey: text("suid_key"),
  consumable: flag("consumable"),
  buildable: flag("buildable"),
});

export const product = sqliteTable("product", {
  ...named(),
  baseUnitId: integer("base_unit_id").notNull(),
  inventoryDecimalPlaces: integer("inventory_decimal_places").notNull(),
  serialRangeId: integer("serial_range_id"),
});
export const bomVersion = sqliteTable("bom_version", record());
export const bomSlot = sqliteTable("bom_slot", {
  ...record(),
  bomVersionId: integer("bom_version_id").notNull(),
  isActive: flag("is_active"),
  isRequired: flag("is_required"),
});
export const slotCandidate = sqliteTable("slot_candidate", {
  ...record(),
  bomSlotId: integer("bom_slot_id").notNull(),
  productId: integer("product_id").notNull(),
  version: text("version"),
  isActive: flag("is_active"),
  qty: integer("qty").notNull(),
  minQty: integer("min_qty").notNull(),
  maxQty: integer("max_qty"),
  isDefault: flag("is_default"),
  useUomId: integer("use_uom_id"),
});
export const worksOrder = sqliteTable("works_order", {
  ...record(),
  orderNo: text("order_no").notNull(),
  bomVersionId: integer("bom_version_id").notNull(),
  status: text("status").notNull(),
});

export const materialItem = sqliteTable("material_item", {
  ...record(),
  lastEditAt: integer("last_edit_at").notNull(),
  lastEditUserId: integer("last_edit_user_id").notNull(),
  productId: integer("product_id").notNull(),
  statusId: integer("status_id").notNull(),
  visualSerialNo: text("visual_serial_no").notNull(),
  serialKey: text("serial_key").notNull(),
  worksOrderId: integer("works_order_id"),
  startAt: integer("start_at"),
  endAt: integer("end_at"),
  version: text("version"),
  nominalQty: integer("nominal_qty").notNull(),
  actualQty: integer("actual_qty").notNull(),
  uniqueId: text("unique_id"),
  uniqueIdKey: text("unique_id_key"),
  holdReasonId: integer("hold_reason_id"),
  expiryAt: integer("expiry_at"),
  locationId: integer("location_id"),
  costPerUnit: integer("cost_per_unit"),
  ownershipTypeId: integer("ownership_type_id"),
  currencyId: integer("currency_id"),
  batchNo: text("batch_no"),
  batchKey: text("batch_key"),
  deliveryNo: text("delivery_no"),
  deliveryKey: text("delivery_key"),
  origin: text("origin"),
  destination: text("destination"),
  legacyPrerepairId: integer("legacy_prerepair_id"),
  testModeId: integer("test_mode_id"),
  madeAtConsumption: flag("made_at_consumption"),
});
export const caseData = sqliteTable("case_data", {
  ...record(),
  materialItemId: integer("material_item_id").notNull(),
  caseDataDefinitionId: integer("case_data_definition_id").notNull(),
  name: text("name").notNull(),
  value: text("value"),
});
export const build = sqliteTable("build", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  seq: integer("seq").notNull(),
  parentId: integer("parent_id").notNull(),
  childId: integer("child_id").notNull(),
  bomSlotId: integer("bom_slot_id").notNull(),
  candidateId: integer("candidate_id").notNull(),
  qty: integer("qty").notNull(),
  removedQty: integer("removed_qty").notNull(),
});
export const changeLog = sqliteTable("change_log", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  operationId: text("operation_id").notNull(),
  ordinal: integer("ordinal").notNull(),
  at: integer("at").notNull(),
  userId: integer("user_id"),
  keyId: integer("key_id"),
  requestId: text("request_id"),
  entity: text("entity").notNull(),
  entityId: integer("entity_id").notNull(),
  revNo: integer("rev_no").notNull(),
  action: text("action").notNull(),
  before: text("before"),
  after: text("after"),
});
