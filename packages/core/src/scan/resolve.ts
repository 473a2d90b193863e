import type { Tracking } from "../database/schema/index.ts";
import { type Context, readChecked, type RowsOf } from "../engine/index.ts";
import { rowsByName, statementsOf } from "../engine/record.ts";
import { type ScannedCode, understandCode } from "./code.ts";
import { itemsOfBatchMax, loadScan, type ReferenceKind } from "./facts.ts";

/** A record that a code can mean. Fields that its kind does not have are null. */
export interface ScanMatch {
  readonly kind: "MaterialItem" | "WorksOrder" | "Product" | ReferenceKind;
  readonly id: number;
  /** The serial of an item, the number of an order, or else the name. */
  readonly name: string;
  readonly suid: string | null;
  readonly matchedBy: MatchedField;
  /** Whether a GS1 element matches, and not the whole code. */
  readonly isFromGs1: boolean;
  readonly isActive: boolean;
  readonly productId: number | null;
  readonly productName: string | null;
  readonly tracking: Tracking | null;
  readonly status: string | null;
  readonly orderNo: string | null;
  /** In millionths. */
  readonly actualQty: number | null;
  readonly unit: string | null;
  readonly batchNo: string | null;
  readonly expiryAt: number | null;
  readonly holdReason: string | null;
  readonly location: string | null;
}

type MatchedField =
  | "visualSerialNo"
  | "uniqueID"
  | "batchNo"
  | "orderNo"
  | "suid"
  | "recordName"
  | "gtin";

/** A code, and all that it can mean. */
export interface ResolvedScan extends Omit<ScannedCode, "texts" | "gtins"> {
  readonly matches: readonly ScanMatch[];
  /** Whether the batch has more items than are listed. */
  readonly hasMore: boolean;
}

/**
 * Finds all records that a code from a scanner can mean, in one round trip. Items come first: by the
 * whole code, then by the GS1 serial, or else by the batch. Source: docs/reference/gaps.md,
 * Scanned codes.
 */
export async function resolveScan(context: Context, code: string): Promise<ResolvedScan> {
  const { texts, gtins, ...scanned } = await understandCode(code);
  const queries = loadScan({ texts, gtins, ...scanned });
  const facts = rowsByName(queries, await readChecked(context, statementsOf(queries)));
  const batch = facts.serials.length > 0 ? [] : facts.batches;
  const whole = facts.items.map((item) =>
    itemMatch(item, texts.includes(item.serialKey) ? "visualSerialNo" : "uniqueID", false),
  );
  const isNew = ({ id }: ScanMatch) => !whole.some((match) => match.id === id);
  const found = [
    ...facts.serials.map((item) => itemMatch(item, "visualSerialNo", true)),
    ...batch.slice(0, itemsOfBatchMax).map((item) => itemMatch(item, "batchNo", true)),
  ];
  const references = facts.references.map((record) => namedMatch(record.kind, record, texts));
  return {
    ...scanned,
    matches: [
      ...whole,
      ...found.filter(isNew),
      ...facts.orders.map(orderMatch),
      ...references.filter(({ kind }) => kind === "Location"),
      ...facts.products.map((record) => productMatch(record, texts, scanned.isGs1)),
      ...references.filter(({ kind }) => kind !== "Location"),
    ],
    hasMore: batch.length > itemsOfBatchMax,
  };
}

type Facts = RowsOf<ReturnType<typeof loadScan>>;

const blank = {
  suid: null,
  isFromGs1: false,
  isActive: true,
  productId: null,
  productName: null,
  tracking: null,
  status: null,
  orderNo: null,
  actualQty: null,
  unit: null,
  batchNo: null,
  expiryAt: null,
  holdReason: null,
  location: null,
} as const;

const itemMatch = (
  { serialKey: _serialKey, visualSerialNo: name, ...item }: Facts["items"][number],
  matchedBy: MatchedField,
  isFromGs1: boolean,
): ScanMatch => ({ ...blank, ...item, kind: "MaterialItem", name, matchedBy, isFromGs1 });

const orderMatch = ({
  id,
  orderNo,
  status,
  productId,
  productName,
}: Facts["orders"][number]): ScanMatch => ({
  ...blank,
  kind: "WorksOrder",
  id,
  name: orderNo,
  orderNo,
  status,
  productId,
  productName,
  matchedBy: "orderNo",
});

/** The fields of a record that a code can name. */
interface Named {
  readonly id: number;
  readonly name: string;
  readonly nameKey: string;
  readonly suid: string | null;
  readonly suidKey: string | null;
  readonly isActive: boolean;
}

const namedMatch = (
  kind: ScanMatch["kind"],
  { id, name, nameKey, suid, suidKey, isActive }: Named,
  texts: readonly string[],
): ScanMatch => {
  const isBySuid = suidKey !== null && texts.includes(suidKey);
  const matchedBy = isBySuid ? "suid" : texts.includes(nameKey) ? "recordName" : "gtin";
  return { ...blank, kind, id, name, suid, isActive, matchedBy };
};

const productMatch = (
  record: Facts["products"][number],
  texts: readonly string[],
  isGs1: boolean,
): ScanMatch => {
  const match = namedMatch("Product", record, texts);
  const { id: productId, name: productName, tracking } = record;
  const isFromGs1 = isGs1 && match.matchedBy === "gtin";
  return { ...match, productId, productName, tracking, isFromGs1 };
};
