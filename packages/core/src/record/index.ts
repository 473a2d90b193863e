export { findRecords, type FoundRecord } from "./find.ts";
