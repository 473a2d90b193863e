// Imports once with the engine alone. Arguments: database, recording, an ImportOrder as JSON.
import { readFileSync } from "node:fs";
import { type ImportOrder, plainImport } from "../plain/import.ts";
import { openNative } from "../plain/statements.ts";
import type { Recording } from "../recording/record.ts";

const [path, recordingPath, order] = process.argv.slice(2);
// The benchmark wrote the recording and the order.
const recording = JSON.parse(readFileSync(recordingPath!, "utf8")) as Recording;
const database = openNative(path!);
// The service sets the same pragma during an import, because lost rows are imported again.
database.exec("pragma synchronous = normal");
plainImport(database, recording)(JSON.parse(order!) as ImportOrder);
