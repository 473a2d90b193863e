export { type ResolvedScan, resolveScan, type ScanMatch } from "./resolve.ts";
