export { anchorOf, type Audit, audit, verifyRecord } from "./audit.ts";
export type { Finding } from "./finding.ts";
export { alteredIn, madeTables } from "./schema.ts";
