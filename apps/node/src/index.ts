export { migrateDatabase, openDatabase, type OpenDatabase } from "./database.ts";
export { readRows, type ImportRow } from "./import/rows.ts";
