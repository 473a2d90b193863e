import type { CatalogRow, SignatureRule } from "@asbuilt/core";
import { wireDecimal, wireTimeOrNull } from "./wire.ts";

/** The columns that all resources have. */
type CommonRow = Pick<
  CatalogRow<"Currency">,
  "id" | "revNo" | "suid" | "name" | "description" | "isActive"
>;

const commonFields = (row: CommonRow) => ({
  id: row.id,
  revNo: row.revNo,
  suid: row.suid,
  name: row.name,
  description: row.description,
  isActive: row.isActive,
});

/** A list of a record; a repeated request can be from before the record had it. */
const listOf = (list: readonly string[] | null | undefined) => (list ? [...list] : null);

/** The fields that users did not have at first: a repeated request can be from then. */
const laterFieldsOfUser = ({ badge, pinSetAt }: Partial<CatalogRow<"User">>) => ({
  ...(badge !== undefined && { badge }),
  ...(pinSetAt !== undefined && { pinSetAt: wireTimeOrNull(pinSetAt) }),
});

/** The functions that return records of reference data in wire form, by resource. */
export const toCatalogRecord = {
  ProductType: commonFields,
  OwnershipType: commonFields,
  Currency: commonFields,
  UnitOfMeasure: (row: CatalogRow<"UnitOfMeasure">) => ({
    ...commonFields(row),
    code: row.code,
    dimension: row.dimension,
    factor: wireDecimal(row.factor),
  }),
  Location: commonFields,
  ReceiptProfile: (row: CatalogRow<"ReceiptProfile">) => ({
    ...commonFields(row),
    fields: row.fields,
  }),
  ReceiptRecipe: commonFields,
  Role: (row: CatalogRow<"Role">) => ({ ...commonFields(row), operations: [...row.operations] }),
  SerialRange: (row: CatalogRow<"SerialRange">) => ({
    ...commonFields(row),
    prefix: row.prefix,
    nextNumber: row.nextNumber,
    endNumber: row.endNumber,
    padding: row.padding,
  }),
  PropertyDefinition: commonFields,
  SignatureMeaning: commonFields,
  SignatureRule: (rule: SignatureRule) => ({
    ...commonFields(rule),
    operation: rule.operation,
    meaning: rule.meaning,
    productType: rule.productType,
    buildSlotType: rule.buildSlotType,
    roles: listOf(rule.roles),
    count: rule.count,
    byAnother: rule.byAnother,
  }),
  BuildSlotType: commonFields,
  MaterialReason: (row: CatalogRow<"MaterialReason">) => ({
    ...commonFields(row),
    transactions: row.transactions,
    disposition: row.disposition,
  }),
  LabelTemplate: (row: CatalogRow<"LabelTemplate">) => ({
    ...commonFields(row),
    kind: row.kind,
    widthMm: wireDecimal(row.widthMm),
    heightMm: wireDecimal(row.heightMm),
    dpi: row.dpi,
    symbology: row.symbology,
    code: row.code,
    lines: row.lines,
    zpl: row.zpl,
  }),
  Plant: (row: CatalogRow<"Plant">) => ({
    ...commonFields(row),
    address: row.address,
    sealKeys: [...row.sealKeys],
    documentRequired: row.documentRequired,
  }),
  WorkCentre: commonFields,
  MaterialStatus: (row: CatalogRow<"MaterialStatus">) => ({
    ...commonFields(row),
    consumable: row.consumable,
    buildable: row.buildable,
  }),
  HoldReason: commonFields,
  CaseDataDefinition: commonFields,
  User: (row: CatalogRow<"User">) => ({
    ...commonFields(row),
    roles: listOf(row.roles),
    ...laterFieldsOfUser(row),
  }),
};
