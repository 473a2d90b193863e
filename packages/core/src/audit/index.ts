export { type Audit, audit } from "./audit.ts";
export type { Finding } from "./finding.ts";
