import type { Json } from "@asbuilt/contract";
import type { EntityName, LoggedChange, Row } from "@asbuilt/core";
import { wireDecimal, wireTime } from "./wire.ts";

/** The form that a stored value takes on the wire. */
type WireForm = "same" | "decimal" | "time" | "flag" | "zeroOrOne";
/** The readers of a change: only administrators read the history of a webhook. */
export type ChangeReader = "history" | "event";
/** The field's name on the wire, its form, and its only reader if it has one; undefined hides it. */
type OnWire = readonly [name: string, form?: WireForm, only?: ChangeReader] | undefined;

type FieldsOf<Name extends EntityName> = {
  readonly [Field in Exclude<keyof Row<Name>, "id" | "revNo">]: OnWire;
};

const hidden = undefined;

const catalogFields = {
  suid: ["suid"],
  suidKey: hidden,
  name: ["name"],
  nameKey: hidden,
  description: ["description"],
  isActive: ["isActive", "flag"],
} as const;

/**
 * The fields of every record, named as in its own responses. Folded text and hashes are hidden. A
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
    configuredAt: ["configuredAt", "time"],
    addresses: ["addresses"],
    externalSystems: ["externalSystems"],
    operations: ["operations"],
  },
  Attachment: {
    entity: ["entity"],
    entityId: ["entityID"],
    fileName: ["fileName"],
    mediaType: ["mediaType"],
    size: ["size"],
    sha256: ["sha256"],
    description: ["description"],
    createdAt: ["createdAt", "time"],
    removedAt: ["removedAt", "time"],
  },
  BatchHold: {
    productId: ["productID"],
    batchNo: ["batchNo"],
    batchKey: hidden,
    holdReasonId: ["holdReasonID"],
    comment: ["comment"],
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
  BuildSlotType: catalogFields,
  CaseData: {
    materialItemId: ["materialItemID"],
    caseDataDefinitionId: ["caseDataID"],
    name: ["name"],
    value: ["value"],
  },
  CaseDataDefinition: catalogFields,
  Currency: catalogFields,
  HoldReason: catalogFields,
  LabelTemplate: {
    ...catalogFields,
    kind: ["kind"],
    widthMm: ["widthMm", "decimal"],
    heightMm: ["heightMm", "decimal"],
    dpi: ["dpi"],
    symbology: ["symbology"],
    code: ["code"],
    lines: ["lines"],
    zpl: ["zpl"],
  },
  Location: catalogFields,
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
    furtherHoldReasonIds: ["furtherHoldReasonIDs"],
    expiryAt: ["expiryDate", "time"],
    locationId: ["locationID"],
    costPerUnit: ["costPerUnit", "decimal"],
    ownershipTypeId: ["ownershipTypeID"],
    currencyId: ["currencyID"],
    batchNo: ["batchNo"],
    batchKey: hidden,
    deliveryNo: ["deliveryNo"],
    deliveryKey: hidden,
    origin: ["origin"],
    originKey: hidden,
    destination: ["destination"],
    destinationKey: hidden,
    legacyPrerepairId: ["legacyPrerepairMaterialItemID"],
    testModeId: ["testModeID"],
    madeAtConsumption: ["madeAtConsumption", "flag"],
    ownVersionId: ["ownBomVersionID"],
  },
  MaterialReason: {
    ...catalogFields,
    transactions: ["transactions"],
    disposition: ["disposition"],
  },
  MaterialStatus: {
    ...catalogFields,
    consumable: ["consumable", "flag"],
    buildable: ["buildable", "flag"],
  },
  OwnershipType: catalogFields,
  Plant: {
    ...catalogFields,
    address: ["address"],
    sealKeys: ["sealKeys"],
    documentRequired: ["documentRequired", "flag"],
  },
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
    tracking: ["Tracking"],
    inventoryManaged: ["InventoryManaged", "flag"],
    sourceProductId: ["SourceProductID"],
  },
  ProductType: catalogFields,
  PropertyDefinition: catalogFields,
  ReceiptProfile: { ...catalogFields, fields: ["fields"] },
  ReceiptRecipe: catalogFields,
  Role: { ...catalogFields, operations: ["operations"] },
  Session: {
    hash: hidden,
    keyId: ["keyID"],
    personId: ["userID"],
    stationSessionId: ["stationSessionID"],
    createdAt: ["createdAt", "time"],
    expiresAt: ["expiresAt", "time"],
    idleMinutes: ["idleMinutes"],
    endedAt: ["endedAt", "time"],
  },
  SerialRange: {
    ...catalogFields,
    prefix: ["prefix"],
    nextNumber: ["nextNumber"],
    endNumber: ["endNumber"],
    padding: ["padding"],
  },
  Signature: {
    entity: ["entity"],
    entityId: ["recordID"],
    signedRevNo: ["recordRevNo"],
    digest: ["digest"],
    meaningId: ["meaningID"],
    meaning: ["meaning"],
    userId: ["userID"],
    signer: ["user"],
    roles: ["roles"],
    method: ["method"],
    at: ["at", "time"],
    comment: ["comment"],
  },
  SignatureMeaning: catalogFields,
  SignatureRule: {
    ...catalogFields,
    operation: ["operation"],
    productTypeId: ["productTypeID"],
    buildSlotTypeId: ["buildSlotTypeID"],
    meaningId: ["meaningID"],
    roles: ["roles"],
    count: ["count"],
    byAnother: ["byAnother", "flag"],
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
    ...catalogFields,
    code: ["code"],
    dimension: ["dimension"],
    factor: ["factor", "decimal"],
  },
  User: {
    ...catalogFields,
    roles: ["roles"],
    // Everybody reads the history of users, and who somebody is in the directory is for nobody else.
    issuer: hidden,
    subject: hidden,
    rolesAt: hidden,
    badge: ["badge"],
    badgeKey: hidden,
    pinSetAt: ["pinSetAt", "time"],
  },
  Webhook: {
    // The address can hold a secret, and events of a webhook go to other systems.
    url: ["url", "same", "history"],
    description: ["description"],
    types: ["types"],
    isActive: ["isActive", "flag"],
    createdAt: ["createdAt", "time"],
  },
  WorkCentre: catalogFields,
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
    firstVersionId: ["firstBomVersionID"],
  },
};

type WireFields = Record<string, Json>;

/** Converts the fields of a record in the log to the names and units of the wire. */
export function fieldsOnWire(
  entity: EntityName,
  fields: LoggedChange["after"],
  reader: ChangeReader,
): WireFields | null {
  if (fields === null) return null;
  const known: Readonly<Record<string, OnWire>> = loggedFields[entity];
  const shown: WireFields = {};
  for (const name in fields) {
    const field = known[name];
    // The log holds JSON.
    if (field && (field[2] ?? reader) === reader)
      shown[field[0]] = inForm(fields[name] as Json, field[1]);
  }
  return shown;
}

function inForm(value: Json, form: WireForm = "same"): Json {
  if (value === null || form === "same") return value;
  if (form === "flag") return Boolean(value);
  const number = Number(value);
  if (form === "zeroOrOne") return number;
  return form === "decimal" ? wireDecimal(number) : wireTime(number);
}

/** The quantities in the detail of a change, at any depth. */
const quantityNames = new Set(["qty", "shortfall"]);

/** Converts the detail of a change to the names and units of the wire. */
export const detailOnWire = (detail: LoggedChange["detail"]): WireFields | null =>
  detail && detailFields(detail);

function detailFields(fields: Readonly<Record<string, unknown>>): WireFields {
  const shown: WireFields = {};
  for (const name in fields) {
    // The log holds JSON.
    const value = fields[name] as Json;
    shown[wireName(name)] = quantityNames.has(name)
      ? wireDecimal(Number(value))
      : detailValue(value);
  }
  return shown;
}

const wireName = (name: string) => (name.endsWith("Id") ? `${name.slice(0, -2)}ID` : name);

function detailValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(detailValue);
  return typeof value === "object" && value !== null ? detailFields(value) : value;
}
