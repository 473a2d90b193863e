import type { Json } from "@asbuilt/contract";
import type { EntityName, LoggedChange, Row } from "@asbuilt/core";
import { decimal, time } from "./wire.ts";

/** What a stored value is on the wire. */
type Form = "same" | "decimal" | "time" | "flag" | "zeroOrOne";
/** The field's name on the wire, and its form; undefined where it is not for the wire. */
type OnWire = readonly [name: string, form?: Form] | undefined;

type FieldsOf<Name extends EntityName> = {
  readonly [Field in Exclude<keyof Row<Name>, "id" | "revNo">]: OnWire;
};

const hidden = undefined;

const common = {
  suid: ["suid"],
  suidKey: hidden,
  name: ["name"],
  nameKey: hidden,
  description: ["description"],
  isActive: ["isActive", "flag"],
} as const;

/**
 * The fields of every record as its own answers name them; folded keys and hashes stay inside. A
 * column that is missing here does not compile.
 */
const loggedFields: { readonly [Name in EntityName]: FieldsOf<Name> } = {
  ApiKey: {
    name: ["name"],
    hash: hidden,
    userId: ["userID"],
    role: ["role"],
    createdAt: ["createdAt", "time"],
    expiresAt: ["expiresAt", "time"],
    revokedAt: ["revokedAt", "time"],
  },
  Bom: {
    name: ["name"],
    nameKey: hidden,
    parentProductId: ["parentProductID"],
    description: ["description"],
    isActive: ["isActive", "flag"],
  },
  BomSlot: {
    bomVersionId: ["bomVersionID"],
    description: ["description"],
    buildSlotTypeId: ["buildSlotTypeID"],
    isActive: ["isActive", "flag"],
    isRequired: ["isRequired", "flag"],
    instruction: ["instruction"],
    edhrBomRequired: ["edhrBomRequired", "decimal"],
    edhrBuildRequired: ["edhrBuildRequired", "decimal"],
  },
  BomVersion: {
    bomId: ["bomID"],
    major: ["major"],
    minor: ["minor"],
    status: ["status"],
  },
  BuildSlotType: common,
  CaseData: {
    materialItemId: ["materialItemID"],
    caseDataDefinitionId: ["caseDataID"],
    name: ["name"],
    value: ["value"],
  },
  CaseDataDefinition: common,
  Currency: common,
  HoldReason: common,
  Location: common,
  MaterialItem: {
    lastEditAt: ["lastEditDT", "time"],
    lastEditUserId: ["lastEditUserID"],
    productId: ["productID"],
    statusId: ["statusID"],
    visualSerialNo: ["visualSerialNo"],
    serialKey: hidden,
    worksOrderId: ["scheduleID"],
    startAt: ["startDT", "time"],
    endAt: ["endDT", "time"],
    version: ["version"],
    nominalQty: ["nominalQty", "decimal"],
    actualQty: ["actualQty", "decimal"],
    uniqueId: ["uniqueID"],
    uniqueIdKey: hidden,
    holdReasonId: ["holdReasonID"],
    expiryAt: ["expiryDate", "time"],
    locationId: ["locationID"],
    costPerUnit: ["costPerUnit", "decimal"],
    ownershipTypeId: ["ownershipTypeID"],
    currencyId: ["currencyID"],
    batchNo: ["batchNo"],
    legacyPrerepairId: ["legacyPrerepairMaterialItemID"],
    testModeId: ["testModeID"],
    madeAtConsumption: ["madeAtConsumption", "flag"],
  },
  MaterialReason: { ...common, transactions: ["transactions"], disposition: ["disposition"] },
  MaterialStatus: {
    ...common,
    consumable: ["consumable", "flag"],
    buildable: ["buildable", "flag"],
  },
  OwnershipType: common,
  Product: {
    suid: ["SUID"],
    suidKey: hidden,
    name: ["Name"],
    nameKey: hidden,
    description: ["Description"],
    version: ["Version"],
    productTypeId: ["ProductTypeID"],
    defaultOwnershipId: ["DefaultOwnershipID"],
    defaultCostPerUnit: ["DefaultCostPerUnit", "decimal"],
    defaultCurrencyId: ["DefaultCurrencyID"],
    baseUnitId: ["BaseUnitID"],
    receiptProfileId: ["ReceiptProfileID"],
    receiptRecipeId: ["ReceiptRecipeID"],
    serialRangeId: ["SerialRangeID"],
    defaultBatchSize: ["DefaultBatchSize", "decimal"],
    minScheduleBatchSize: ["MinScheduleBatchSize", "decimal"],
    scheduleBatchIncrement: ["ScheduleBatchIncrement", "decimal"],
    maxScheduleBatchSize: ["MaxScheduleBatchSize", "decimal"],
    peggingExpiryDays: ["PeggingExpiryDays"],
    shelfLifeDays: ["ShelfLifeDays"],
    inventoryDecimalPlaces: ["InventoryDecimalPlaces"],
    locationId: ["LocationID"],
    isActive: ["IsActive", "flag"],
    isPlanningConstraint: ["IsPlanningConstraint", "flag"],
    sourceProductId: ["SourceProductID"],
  },
  ProductType: common,
  PropertyDefinition: common,
  ReceiptProfile: { ...common, fields: ["fields"] },
  ReceiptRecipe: common,
  SerialRange: {
    ...common,
    prefix: ["prefix"],
    nextNumber: ["nextNumber"],
    endNumber: ["endNumber"],
    padding: ["padding"],
  },
  SlotCandidate: {
    bomSlotId: ["bomSlotID"],
    productId: ["productID"],
    version: ["version"],
    versionKey: hidden,
    isActive: ["isActive", "flag"],
    qty: ["qty", "decimal"],
    minQty: ["minQty", "decimal"],
    maxQty: ["maxQty", "decimal"],
    isDefault: ["isDefault", "flag"],
    useUomId: ["useUomID"],
  },
  UnitOfMeasure: {
    ...common,
    code: ["code"],
    dimension: ["dimension"],
    factor: ["factor", "decimal"],
  },
  User: common,
  Webhook: {
    url: ["url"],
    description: ["description"],
    types: ["types"],
    isActive: ["isActive", "flag"],
    createdAt: ["createdAt", "time"],
  },
  WorkCentre: common,
  WorkCentreGroup: {
    suid: ["SUID"],
    suidKey: hidden,
    name: ["Name"],
    nameKey: hidden,
    isControlled: ["isControlled", "zeroOrOne"],
  },
  WorksOrder: {
    orderNo: ["orderNo"],
    orderNoKey: hidden,
    description: ["description"],
    productId: ["productID"],
    bomVersionId: ["bomVersionID"],
    qty: ["qty", "decimal"],
    status: ["status"],
    startAt: ["startDT", "time"],
    endAt: ["endDT", "time"],
  },
};

type Wired = Record<string, Json>;

/** Fields of a record as the log keeps them, in the names and units of the wire. */
export function fieldsOnWire(entity: EntityName, fields: LoggedChange["after"]): Wired | null {
  if (fields === null) return null;
  const known: Readonly<Record<string, OnWire>> = loggedFields[entity];
  const shown: Wired = {};
  for (const name in fields) {
    const told = known[name];
    // The log keeps JSON.
    if (told) shown[told[0]] = inForm(fields[name] as Json, told[1]);
  }
  return shown;
}

function inForm(value: Json, form: Form = "same"): Json {
  if (value === null || form === "same") return value;
  if (form === "flag") return Boolean(value);
  const number = Number(value);
  if (form === "zeroOrOne") return number;
  return form === "decimal" ? decimal(number) : time(number);
}

/** What the log keeps of a change in quantities, wherever it stands in the detail. */
const quantities = new Set(["qty", "shortfall"]);

/** What the log keeps beside the fields, in the names and units of the wire. */
export const detailOnWire = (detail: LoggedChange["detail"]): Wired | null =>
  detail && allOnWire(detail);

function allOnWire(fields: Readonly<Record<string, unknown>>): Wired {
  const shown: Wired = {};
  for (const name in fields) {
    // The log keeps JSON.
    const value = fields[name] as Json;
    shown[toldAs(name)] = quantities.has(name) ? decimal(Number(value)) : onWire(value);
  }
  return shown;
}

const toldAs = (name: string) => (name.endsWith("Id") ? `${name.slice(0, -2)}ID` : name);

function onWire(value: Json): Json {
  if (Array.isArray(value)) return value.map(onWire);
  return typeof value === "object" && value !== null ? allOnWire(value) : value;
}
