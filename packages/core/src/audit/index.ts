export { anchorOf, type Audit, audit, type AuditCheck, verifyRecord } from "./audit.ts";
export type { Finding } from "./laws.ts";
export { type ListedSeal, listSeals } from "./list-seals.ts";
export { refusingNewerSchema } from "./newer-schema.ts";
export { alteredIn, madeTables } from "./schema.ts";
export type { Anchor, SealCheck } from "./seals.ts";
export { takeOver } from "./take-over.ts";
