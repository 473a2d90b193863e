import { index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, foldedKey, instant, quantity, recordColumns, reference } from "./columns.ts";
import { table } from "./table.ts";

/** The columns that every reference record has. */
const catalogColumns = () => ({
  ...recordColumns(),
  suid: text("suid"),
  suidKey: foldedKey("suid_key"),
  name: text("name").notNull(),
  nameKey: foldedKey("name_key").notNull(),
  description: text("description"),
  isActive: flag("is_active").notNull(),
});

const uniqueKeys = (name: string) => (columns: CatalogKeys) => [
  uniqueIndex(`${name}_name`).on(columns.nameKey),
  uniqueIndex(`${name}_suid`).on(columns.suidKey),
];
type CatalogKeys = Record<
  "nameKey" | "suidKey",
  Parameters<ReturnType<typeof uniqueIndex>["on"]>[0]
>;

const catalogTable = <Name extends string>(name: Name) =>
  table(name, catalogColumns, uniqueKeys(name));

export const productType = catalogTable("product_type");
export const ownershipType = catalogTable("ownership_type");
export const currency = catalogTable("currency");
export const location = catalogTable("location");
export const receiptRecipe = catalogTable("receipt_recipe");
export const propertyDefinition = catalogTable("property_definition");
export const buildSlotType = catalogTable("build_slot_type");
export const workCentre = catalogTable("work_centre");
export const holdReason = catalogTable("hold_reason");
export const caseDataDefinition = catalogTable("case_data_definition");
/** The meanings of signatures, such as that the work was verified. */
export const signatureMeaning = catalogTable("signature_meaning");

/** The operations that a rule about signatures can be for. */
export type SignedOperation = "complete" | "release" | "void" | "bomRelease" | "allowIncomplete";

/** The rules that say which operations wait for which signatures. */
export const signatureRule = table(
  "signature_rule",
  () => ({
    ...catalogColumns(),
    operation: text("operation").$type<SignedOperation>().notNull(),
    /** The records that it is about; null for all. */
    productTypeId: reference("product_type_id", () => productType.id),
    buildSlotTypeId: reference("build_slot_type_id", () => buildSlotType.id),
    meaningId: reference("meaning_id", () => signatureMeaning.id).notNull(),
    /** JSON array: a signer has one of these roles; null for any. */
    roles: text("roles", { mode: "json" }).$type<readonly string[]>(),
    count: integer("count").notNull(),
    byAnother: flag("by_another").notNull(),
  }),
  (columns) => [
    ...uniqueKeys("signature_rule")(columns),
    index("signature_rule_product_type").on(columns.productTypeId),
    index("signature_rule_slot_type").on(columns.buildSlotTypeId),
    index("signature_rule_meaning").on(columns.meaningId),
  ],
);

export const user = table(
  "user",
  () => ({
    ...catalogColumns(),
    /** JSON array: the roles that bound what its keys may do; null where nothing does. */
    roles: text("roles", { mode: "json" }).$type<readonly string[]>(),
    /** Who the user is in the company's directory: its issuer, and its own name there. */
    issuer: text("issuer"),
    subject: text("subject"),
    /** When the directory said these roles: an earlier word of it changes them no more. */
    rolesAt: instant("roles_at"),
    /** The text of the code that the person scans; null without one. */
    badge: text("badge"),
    badgeKey: foldedKey("badge_key"),
    /** When the PIN was set; null without one. Its hash is in `user_pin`. */
    pinSetAt: instant("pin_set_at"),
  }),
  (columns) => [
    ...uniqueKeys("user")(columns),
    uniqueIndex("user_of_directory").on(columns.issuer, columns.subject),
    uniqueIndex("user_badge").on(columns.badgeKey),
  ],
);

/** The other plants that material comes from. */
export const plant = table(
  "plant",
  () => ({
    ...catalogColumns(),
    /** Where its service is. */
    address: text("address"),
    /** JSON array: the public keys that sign its seals. Documents with other seals are refused. */
    sealKeys: text("seal_keys", { mode: "json" }).$type<readonly string[]>().notNull(),
    /** Whether a receipt from it needs a document. */
    documentRequired: flag("document_required").notNull(),
  }),
  uniqueKeys("plant"),
);

/** The roles that a plant defines. The built-in ones are in the code. */
export const role = table(
  "role",
  () => ({
    ...catalogColumns(),
    /** JSON array: the operations that the role has, by `operationId`. */
    operations: text("operations", { mode: "json" }).$type<readonly string[]>().notNull(),
  }),
  (columns) => [
    ...uniqueKeys("role")(columns),
    // Keys and users name it as it is written.
    index("role_of_keys").on(columns.name),
  ],
);

export const unitOfMeasure = table(
  "unit_of_measure",
  () => ({
    ...catalogColumns(),
    /** UN/ECE Recommendation 20 code. */
    code: text("code"),
    /** The dimension that it measures: units convert only within one dimension. */
    dimension: text("dimension").notNull(),
    /** One of this unit in the dimension's own unit, in millionths. */
    factor: quantity("factor").notNull(),
  }),
  uniqueKeys("unit_of_measure"),
);

export const receiptProfile = table(
  "receipt_profile",
  () => ({
    ...catalogColumns(),
    /** JSON object: a field of Receive to hidden, optional or compulsory. */
    fields: text("fields", { mode: "json" }).$type<ReceiptRules>().notNull(),
  }),
  uniqueKeys("receipt_profile"),
);
export type ReceiptRule = "hidden" | "optional" | "compulsory";
export type ReceiptRules = Readonly<Partial<Record<string, ReceiptRule>>>;

export const serialRange = table(
  "serial_range",
  () => ({
    ...catalogColumns(),
    prefix: text("prefix").notNull(),
    nextNumber: integer("next_number").notNull(),
    endNumber: integer("end_number"),
    /** The minimum number of digits: with padding 4, 7 is 0007. */
    padding: integer("padding").notNull(),
  }),
  uniqueKeys("serial_range"),
);

export const materialReason = table(
  "material_reason",
  () => ({
    ...catalogColumns(),
    transactions: text("transactions", { mode: "json" }).$type<ReasonTransaction[]>().notNull(),
    /** The disposition of material that is removed for this reason. */
    disposition: text("disposition").$type<ReasonDisposition>().notNull(),
  }),
  uniqueKeys("material_reason"),
);
export type ReasonTransaction = "adjust" | "remove";
export type ReasonDisposition = "return" | "hold" | "scrap";

export const labelTemplate = table(
  "label_template",
  () => ({
    ...catalogColumns(),
    kind: text("kind").$type<LabelKind>().notNull(),
    widthMm: quantity("width_mm").notNull(),
    heightMm: quantity("height_mm").notNull(),
    /** The dots per inch of the printer. */
    dpi: integer("dpi").notNull(),
    symbology: text("symbology").$type<LabelSymbology>().notNull(),
    /** The text of the symbol. Without one, the label has no symbol. */
    code: text("code").notNull(),
    lines: text("lines", { mode: "json" }).$type<LabelLine[]>().notNull(),
    zpl: text("zpl"),
  }),
  uniqueKeys("label_template"),
);
export type LabelKind = "item" | "location" | "user" | "worksOrder" | "command";
export type LabelSymbology = "dataMatrix" | "gs1DataMatrix" | "qr" | "code128";
/** A line of text. No statement reads a size, so it is a decimal of millimetres. */
export interface LabelLine {
  readonly text: string;
  readonly sizeMm: number;
  readonly isBold: boolean;
}

export const materialStatus = table(
  "material_status",
  () => ({
    ...catalogColumns(),
    consumable: flag("consumable").notNull(),
    buildable: flag("buildable").notNull(),
  }),
  uniqueKeys("material_status"),
);
