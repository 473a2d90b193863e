import type { MaterialItemRecord } from "@asbuilt/contract";
import type { Reader, Row } from "./statements.ts";

/** An item in a response of the service: exactly the fields of the contract. */
export type ItemRecord = { readonly [Field in keyof MaterialItemRecord]: unknown };

// The fields of an item record and their columns.
const itself = {
  id: "id",
  revNo: "rev_no",
  lastEditDT: "last_edit_at",
  lastEditUserID: "last_edit_user_id",
  productID: "product_id",
  statusID: "status_id",
  visualSerialNo: "visual_serial_no",
  scheduleID: "works_order_id",
  startDT: "start_at",
  endDT: "end_at",
  version: "version",
  nominalQty: "nominal_qty",
  actualQty: "actual_qty",
  uniqueID: "unique_id",
  holdReasonID: "hold_reason_id",
  expiryDate: "expiry_at",
  locationID: "location_id",
  costPerUnit: "cost_per_unit",
  ownershipTypeID: "ownership_type_id",
  currencyID: "currency_id",
  batchNo: "batch_no",
  deliveryNo: "delivery_no",
  origin: "origin",
  destination: "destination",
  legacyPrerepairMaterialItemID: "legacy_prerepair_id",
  testModeID: "test_mode_id",
} as const;
const joined = {
  productName: "product.name",
  status: "material_status.name",
  orderNo: "works_order.order_no",
  holdReason: "hold_reason.name",
  location: "location.suid",
  ownershipType: "ownership_type.name",
  currency: "currency.name",
} as const;

/** Returns a function that makes a row of the service's items query into an item record. */
export function itemMapper({ at }: Reader): (row: Row) => ItemRecord {
  const place = (column: string) => {
    const found = at[column];
    if (found === undefined) throw new Error(`The service no longer selects ${column}.`);
    return found;
  };
  const own = Object.fromEntries(
    Object.entries(itself).map(([field, column]) => [field, place(`material_item.${column}`)]),
  ) as Record<keyof typeof itself, number>;
  const names = Object.fromEntries(
    Object.entries(joined).map(([field, column]) => [field, place(column)]),
  ) as Record<keyof typeof joined, number>;

  return (row) => ({
    id: row[own.id],
    revNo: row[own.revNo],
    lastEditDT: isoTime(row[own.lastEditDT]),
    lastEditUserID: row[own.lastEditUserID],
    productID: row[own.productID],
    statusID: row[own.statusID],
    visualSerialNo: row[own.visualSerialNo],
    scheduleID: row[own.scheduleID],
    startDT: isoTime(row[own.startDT]),
    endDT: isoTime(row[own.endDT]),
    version: row[own.version],
    nominalQty: decimalOf(row[own.nominalQty]),
    actualQty: decimalOf(row[own.actualQty]),
    uniqueID: row[own.uniqueID],
    holdReasonID: row[own.holdReasonID],
    expiryDate: isoTime(row[own.expiryDate]),
    locationID: row[own.locationID],
    costPerUnit: decimalOf(row[own.costPerUnit]),
    ownershipTypeID: row[own.ownershipTypeID],
    currencyID: row[own.currencyID],
    batchNo: row[own.batchNo],
    deliveryNo: row[own.deliveryNo],
    origin: row[own.origin],
    destination: row[own.destination],
    legacyPrerepairMaterialItemID: row[own.legacyPrerepairMaterialItemID],
    caseData: caseData(row.at(-1), row[own.id]),
    testModeID: row[own.testModeID],
    productName: row[names.productName],
    status: row[names.status],
    orderNo: row[names.orderNo],
    holdReason: row[names.holdReason],
    holds:
      row[own.holdReasonID] === null
        ? []
        : [
            {
              holdReasonID: row[own.holdReasonID],
              holdReason: row[names.holdReason],
              batchHoldID: null,
            },
          ],
    location: row[names.location],
    ownershipType: row[names.ownershipType],
    currency: row[names.currency],
  });
}

/** Makes records of the item's case data, which is the last column, as JSON. */
const caseData = (text: unknown, materialItemID: unknown) =>
  (JSON.parse(text as string) as Record<string, unknown>[]).map((entry) => ({
    id: entry["id"],
    caseDataID: entry["caseDataDefinitionId"],
    materialItemID,
    name: entry["name"],
    value: entry["value"],
  }));

export const decimalOf = (millionths: unknown) =>
  millionths === null ? null : (millionths as number) / 1_000_000;

export const isoTime = (at: unknown) => (at === null ? null : new Date(at as number).toISOString());

/** The refusal of a request by a rule, with its HTTP status. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
