export { audit } from "./audit.ts";
export type { Finding } from "./laws.ts";
