export { anchorOf, type Audit, audit, verifyRecord } from "./audit.ts";
export type { Finding } from "./laws.ts";
export { alteredIn, madeTables } from "./schema.ts";
export type { KeptAnchor, SealCheck } from "./seals.ts";
