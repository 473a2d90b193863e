import { useLingui } from "@lingui/react/macro";
import type { ListName } from "../client/asbuilt.ts";
import { useRead } from "../client/queries.ts";
import { valueNameOf } from "../contract/choices.ts";
import { useFieldLabel } from "../contract/field-form.tsx";
import { fieldLabels } from "../contract/field-labels.gen.ts";
import { useKindName } from "../contract/kinds.ts";
import { Value } from "../contract/stale-changes.tsx";
import { Moment } from "../ui/values.tsx";

/** Where the record is found that a field names by its id. */
interface NamedRecords {
  readonly list: ListName;
  /** The filter by the id. */
  readonly id: string;
  /** The field that people call the record by. */
  readonly name: string;
  /** The kind of the record, if no field's label says it. */
  readonly kind?: string;
}

const catalog = (list: ListName): NamedRecords => ({ list, id: "id", name: "name" });

const items: NamedRecords = {
  list: "materialItemList",
  id: "id",
  name: "visualSerialNo",
  kind: "MaterialItem",
};
const orders: NamedRecords = {
  list: "worksOrderList",
  id: "id",
  name: "orderNo",
  kind: "WorksOrder",
};
const products: NamedRecords = { list: "productList", id: "ID", name: "Name" };
const slots: NamedRecords = {
  list: "bomSlotList",
  id: "Id",
  name: "description",
  kind: "BomSlot",
};

const recordsOf: Readonly<Record<string, NamedRecords>> = {
  BaseUnitID: catalog("unitOfMeasureList"),
  DefaultCurrencyID: catalog("currencyList"),
  DefaultOwnershipID: catalog("ownershipTypeList"),
  LocationID: catalog("locationList"),
  ProductTypeID: catalog("productTypeList"),
  ReceiptProfileID: catalog("receiptProfileList"),
  ReceiptRecipeID: catalog("receiptRecipeList"),
  SerialRangeID: catalog("serialRangeList"),
  SourceProductID: products,
  bomID: catalog("bomList"),
  bomSlotID: slots,
  buildSlotTypeID: catalog("buildSlotTypeList"),
  caseDataID: { ...catalog("caseDataDefinitionList"), kind: "CaseDataDefinition" },
  currencyID: catalog("currencyList"),
  holdReasonID: catalog("holdReasonList"),
  locationID: catalog("locationList"),
  materialItemID: items,
  ownershipTypeID: catalog("ownershipTypeList"),
  parentProductID: products,
  productID: { ...products, kind: "Product" },
  scheduleID: orders,
  statusID: catalog("materialStatusList"),
  useUomID: catalog("unitOfMeasureList"),
  userID: catalog("userList"),
};

/** Where a record of each kind is found. Others are shown by their names in the change itself. */
const recordsOfKind: Readonly<Record<string, NamedRecords>> = {
  Bom: catalog("bomList"),
  BomSlot: slots,
  BuildSlotType: catalog("buildSlotTypeList"),
  CaseDataDefinition: catalog("caseDataDefinitionList"),
  Currency: catalog("currencyList"),
  HoldReason: catalog("holdReasonList"),
  LabelTemplate: catalog("labelTemplateList"),
  Location: catalog("locationList"),
  MaterialItem: items,
  MaterialReason: catalog("materialReasonList"),
  MaterialStatus: catalog("materialStatusList"),
  OwnershipType: catalog("ownershipTypeList"),
  Product: products,
  ProductType: catalog("productTypeList"),
  PropertyDefinition: catalog("propertyDefinitionList"),
  ReceiptProfile: catalog("receiptProfileList"),
  Plant: catalog("plantList"),
  ReceiptRecipe: catalog("receiptRecipeList"),
  Role: catalog("roleList"),
  SerialRange: catalog("serialRangeList"),
  SignatureMeaning: catalog("signatureMeaningList"),
  SignatureRule: catalog("signatureRuleList"),
  UnitOfMeasure: catalog("unitOfMeasureList"),
  User: catalog("userList"),
  WorkCentre: catalog("workCentreList"),
  WorkCentreGroup: { list: "workCentreGroupList", id: "ID", name: "Name" },
  WorksOrder: orders,
};

/** Returns the label of a field whose value is shown by `FieldValue`. */
export function useNamedLabel(): (field: string) => string {
  const label = useFieldLabel();
  const kindName = useKindName();
  return (field) => {
    if (field === "bomVersionID") return kindName("BomVersion");
    const records = recordsOf[field];
    if (!records) return label(field);
    if (records.kind) return kindName(records.kind);
    const name = field.replace(/ID$/, "");
    return label([name, `${name}Name`].find((known) => fieldLabels[known]) ?? field);
  };
}

interface FieldValueProps {
  readonly field: string;
  readonly value: unknown;
}

/** The value of a field of any record. An id is shown as the name of its record. */
export function FieldValue({ field, value }: FieldValueProps) {
  if (typeof value === "string" && field === "reasonSUID") return <ReasonName suid={value} />;
  // A day alone has no time.
  if (timeFields.has(field) && String(value).includes("T")) return <Moment at={String(value)} />;
  if (typeof value !== "number") return <Words field={field} value={value} />;
  if (field === "bomVersionID") return <BomVersionName id={value} />;
  const records = recordsOf[field];
  if (records) return <FoundName records={records} id={value} />;
  return field.endsWith("ID") ? String(value) : <Value value={value} />;
}

/** The fields of records and requests that hold a time. */
const timeFields: ReadonlySet<string> = new Set([
  "createdAt",
  "endDT",
  "expiresAt",
  "expiryDate",
  "occurredAt",
  "revokedAt",
  "startDT",
]);

/** A reason that is gone has only its SUID. */
function ReasonName({ suid }: { readonly suid: string }) {
  const reasons = useRead("materialReasonList", { body: { suid } });
  return reasons.data?.[0]?.name ?? suid;
}

/** A value that is no id. One of few that a field can have is shown by its name. */
function Words({ field, value }: FieldValueProps) {
  const { i18n } = useLingui();
  const nameOf = (one: unknown) => {
    const name = valueNameOf(field, one);
    return name && i18n._(name);
  };
  const names = (Array.isArray(value) ? value : [value]).map(nameOf);
  return names.length > 0 && names.every(Boolean) ? names.join(", ") : <Value value={value} />;
}

interface RecordNameProps {
  /** The kind of the record, by its name in the change log. */
  readonly kind: string;
  readonly id: number;
}

/** The name of a record, or its id where the console knows no name. */
export function RecordName({ kind, id }: RecordNameProps) {
  if (kind === "BomVersion") return <BomVersionName id={id} />;
  const records = recordsOfKind[kind];
  return records ? <FoundName records={records} id={id} /> : String(id);
}

interface FoundNameProps {
  readonly records: NamedRecords;
  readonly id: number;
}

/** A record that is gone has only its id. */
function FoundName({ records, id }: FoundNameProps) {
  // The table says how each list calls its filter and its name: no type does.
  const found = useRead(records.list, { body: { [records.id]: id } });
  const [row] = (found.data ?? []) as readonly Readonly<Record<string, unknown>>[];
  const name = row?.[records.name];
  return typeof name === "string" && name !== "" ? name : String(id);
}

/** No list finds a BoM version by its id. Its first change says which BoM it is of. */
function BomVersionName({ id }: { readonly id: number }) {
  const entity = "BomVersion";
  const created = useRead("historyList", { body: { entity, id, action: "created" } });
  const bomID = Number(created.data?.[0]?.after?.["bomID"]);
  const found = useRead("bomList", { body: { id: bomID } }, bomID > 0);
  const [bom] = found.data ?? [];
  const version = bom?.versions.find((one) => one.id === id);
  return bom && version ? `${bom.name} ${version.version}` : String(id);
}
