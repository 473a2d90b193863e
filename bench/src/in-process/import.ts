// Imports with the engine alone, once. Arguments: database, recording, an ImportOrder as JSON.
import { readFileSync } from "node:fs";
import { type ImportOrder, plainImport } from "../plain/import.ts";
import { openNative } from "../plain/statements.ts";
import type { Recording } from "../recording/record.ts";

const [path, recordingPath, order] = process.argv.slice(2);
// Both are written by the benchmark itself.
const recording = JSON.parse(readFileSync(recordingPath!, "utf8")) as Recording;
const database = openNative(path!);
// As the service while it imports: what is lost is imported again.
database.exec("pragma synchronous = normal");
plainImport(database, recording)(JSON.parse(order!) as ImportOrder);
