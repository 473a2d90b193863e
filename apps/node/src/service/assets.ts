import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const scalarFolder = dirname(fileURLToPath(import.meta.resolve("@scalar/api-reference")));

/** The OpenAPI document, and the one file that the docs page loads from the installed package. */
const assets = new Map([
  [
    "openapi.json",
    {
      path: fileURLToPath(import.meta.resolve("@asbuilt/contract/openapi.json")),
      type: "application/json",
    },
  ],
  [
    "standalone.js",
    { path: join(scalarFolder, "browser/standalone.js"), type: "text/javascript; charset=utf-8" },
  ],
]);

/** Returns an asset by its name; undefined if there is none. */
export async function assetResponse(name: string): Promise<Response | undefined> {
  const file = assets.get(name);
  if (!file) return undefined;
  const bytes = await readShared(file.path);
  return new Response(inPieces(bytes), { headers: { "Content-Type": file.type } });
}

const sharedReads = new Map<string, Promise<Uint8Array>>();

/** Reads a file once for all requests, even concurrent ones: each would keep a copy in memory. */
function readShared(path: string): Promise<Uint8Array> {
  let reading = sharedReads.get(path);
  if (!reading) {
    reading = readFile(path);
    sharedReads.set(path, reading);
    // After an error, the next request reads the file again.
    reading.catch(() => sharedReads.delete(path));
  }
  return reading;
}

const pieceBytes = 65_536;

/** Streams bytes piece by piece: a client that does not read keeps none of them in memory. */
function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(bytes.subarray(at, at + pieceBytes));
      at += pieceBytes;
      if (at >= bytes.length) controller.close();
    },
  });
}
