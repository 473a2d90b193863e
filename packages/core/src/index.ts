export type { Deflate } from "./values/deflate.ts";
export type { Scrypt } from "./values/scrypt.ts";
export { type Sha256, webSha256 } from "./values/digest.ts";
export { scale } from "./values/decimal.ts";
export { type Day, dayMs, dayOf, endOfDay, isTimeZone, startOfDay } from "./values/day.ts";
export { foldCase } from "./values/fold-case.ts";
export { gtin14 } from "./values/gtin.ts";
export { newUuid } from "./values/uuid.ts";
export type { Executor } from "./database/executor.ts";
export {
  actions,
  builtInRoles,
  type BodyHashes,
  callerOf,
  type Conflicts,
  type Context,
  type Count,
  type GroupedCount,
  type EntityName,
  type ExternalRef,
  type Idempotency,
  type KeyBounds,
  isGranted,
  newRequestId,
  operationIdsOf,
  type LineOutcome,
  type Listing,
  type Page,
  type Principal,
  RightsChanged,
  type Row,
  type SearchCursor,
  shortHash,
  sweepKeys,
  textOfKey,
} from "./engine/index.ts";
export { Refusal, type RefusalExtras } from "./refusal.ts";
export { StaleRecord } from "./rules/current.ts";
export * from "./access/index.ts";
export * from "./attachment/index.ts";
export * from "./audit/index.ts";
export * from "./batch-hold/index.ts";
export * from "./bom-slot/index.ts";
export * from "./bom-version/index.ts";
export * from "./bom/index.ts";
export * from "./catalog/index.ts";
export * from "./consumption/index.ts";
export * from "./device-history/index.ts";
export * from "./directory/index.ts";
export * from "./epcis/index.ts";
export * from "./external-ref/index.ts";
export * from "./foreign/index.ts";
export * from "./genealogy/index.ts";
export * from "./history/index.ts";
export * from "./material-item/index.ts";
export * from "./work-centre-group/index.ts";
export * from "./pin/index.ts";
export * from "./product/index.ts";
export * from "./readiness/index.ts";
export * from "./record/index.ts";
export * from "./scan/index.ts";
export * from "./seal/index.ts";
export * from "./session/index.ts";
export * from "./signature/index.ts";
export * from "./signature-rule/index.ts";
export * from "./status/index.ts";
export * from "./summary/index.ts";
export * from "./webhook/index.ts";
export * from "./works-order/index.ts";
