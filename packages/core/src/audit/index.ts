export { anchorOf, type Audit, audit, verifyRecord } from "./audit.ts";
