import type { ListName } from "../client/asbuilt.ts";
import { useRead } from "../client/queries.ts";
import { useFieldLabel } from "../contract/field-form.tsx";
import { fieldLabels } from "../contract/fields.gen.ts";
import { useKindName } from "../contract/kinds.ts";
import { Value } from "../contract/stale-changes.tsx";

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

const products: NamedRecords = { list: "productList", id: "ID", name: "Name" };

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
  bomSlotID: { list: "bomSlotList", id: "Id", name: "description", kind: "BomSlot" },
  buildSlotTypeID: catalog("buildSlotTypeList"),
  currencyID: catalog("currencyList"),
  holdReasonID: catalog("holdReasonList"),
  locationID: catalog("locationList"),
  materialItemID: {
    list: "materialItemList",
    id: "id",
    name: "visualSerialNo",
    kind: "MaterialItem",
  },
  ownershipTypeID: catalog("ownershipTypeList"),
  parentProductID: products,
  productID: { ...products, kind: "Product" },
  scheduleID: { list: "worksOrderList", id: "id", name: "orderNo", kind: "WorksOrder" },
  statusID: catalog("materialStatusList"),
  useUomID: catalog("unitOfMeasureList"),
  userID: catalog("userList"),
};

/** Returns the label of a field whose value is shown by `FieldValue`. */
export function useNamedLabel(): (field: string) => string {
  const label = useFieldLabel();
  const kindName = useKindName();
  return (field) => {
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
  if (typeof value !== "number") return <Value value={value} />;
  const records = recordsOf[field];
  if (records) return <RecordName records={records} id={value} />;
  return field.endsWith("ID") ? String(value) : <Value value={value} />;
}

/** A record that is gone has only its id. */
function RecordName({ records, id }: { readonly records: NamedRecords; readonly id: number }) {
  // The table says how each list calls its filter and its name: no type does.
  const found = useRead(records.list, { body: { [records.id]: id } });
  const [row] = (found.data ?? []) as readonly Readonly<Record<string, unknown>>[];
  const name = row?.[records.name];
  return typeof name === "string" && name !== "" ? name : String(id);
}
