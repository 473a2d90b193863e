import type { ScanMatchRecord, ScanRecord } from "@asbuilt/contract";
import type { ResolvedScan, ScanMatch } from "@asbuilt/core";
import { wireDecimalOrNull, wireTimeOrNull } from "./wire.ts";

/** Returns a scanned code, and what it can mean, in wire form. */
export const toScanRecord = (scan: ResolvedScan): ScanRecord => ({
  code: scan.code,
  symbologyID: scan.symbologyId,
  isGs1: scan.isGs1,
  fault: scan.fault,
  elements: [...scan.elements],
  matches: scan.matches.map(toScanMatchRecord),
  hasMore: scan.hasMore,
});

const toScanMatchRecord = (match: ScanMatch): ScanMatchRecord => ({
  kind: match.kind,
  id: match.id,
  name: match.name,
  suid: match.suid,
  matchedBy: match.matchedBy,
  isFromGs1: match.isFromGs1,
  isActive: match.isActive,
  productID: match.productId,
  productName: match.productName,
  tracking: match.tracking,
  status: match.status,
  orderNo: match.orderNo,
  actualQty: wireDecimalOrNull(match.actualQty),
  unit: match.unit,
  batchNo: match.batchNo,
  expiryDate: wireTimeOrNull(match.expiryAt),
  holdReason: match.holdReason,
  location: match.location,
});
