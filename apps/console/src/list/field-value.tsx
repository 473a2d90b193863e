import { useRead } from "../client/queries.ts";
import { fieldLabels } from "../contract/fields.gen.ts";
import { Value } from "../contract/stale-changes.tsx";

/** The lists where a record that a field names by its id is found. All have the same filter. */
const namedLists = {
  BaseUnitID: "unitOfMeasureList",
  DefaultCurrencyID: "currencyList",
  DefaultOwnershipID: "ownershipTypeList",
  LocationID: "locationList",
  ProductTypeID: "productTypeList",
  ReceiptProfileID: "receiptProfileList",
  ReceiptRecipeID: "receiptRecipeList",
  SerialRangeID: "serialRangeList",
  bomID: "bomList",
  buildSlotTypeID: "buildSlotTypeList",
  currencyID: "currencyList",
  holdReasonID: "holdReasonList",
  locationID: "locationList",
  ownershipTypeID: "ownershipTypeList",
  statusID: "materialStatusList",
  useUomID: "unitOfMeasureList",
  userID: "userList",
} as const;

type NamedField = keyof typeof namedLists;

const isNamed = (field: string): field is NamedField => Object.hasOwn(namedLists, field);

const productFields: ReadonlySet<string> = new Set([
  "SourceProductID",
  "parentProductID",
  "productID",
]);

/** Returns the field that the names of such records belong to, such as `location`. */
export function namedFieldOf(field: string): string {
  const name = field.replace(/ID$/, "");
  return (isNamed(field) || productFields.has(field)) && fieldLabels[name] ? name : field;
}

interface FieldValueProps {
  readonly field: string;
  readonly value: unknown;
}

/** The value of a field of any record. An id is shown as the name of its record. */
export function FieldValue({ field, value }: FieldValueProps) {
  if (typeof value !== "number") return <Value value={value} />;
  if (isNamed(field)) return <RecordName field={field} id={value} />;
  if (productFields.has(field)) return <ProductName id={value} />;
  return field.endsWith("ID") ? String(value) : <Value value={value} />;
}

function RecordName({ field, id }: { readonly field: NamedField; readonly id: number }) {
  // Their records have the same fields too.
  const found = useRead(namedLists[field] as "locationList", { body: { id } });
  return found.data?.[0]?.name ?? String(id);
}

function ProductName({ id }: { readonly id: number }) {
  const found = useRead("productList", { body: { ID: id } });
  return found.data?.[0]?.Name ?? String(id);
}
