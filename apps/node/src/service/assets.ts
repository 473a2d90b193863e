import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FileCoding } from "../http-server/compression.ts";

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

/** Returns a function that returns an asset by its name; undefined if there is none. */
export const assetsIn =
  (codingFor: ((acceptEncoding: string | undefined) => FileCoding | undefined) | undefined) =>
  async (name: string, acceptEncoding?: string): Promise<Response | undefined> => {
    const file = assets.get(name);
    if (!file) return undefined;
    const coding = codingFor?.(acceptEncoding);
    const bytes = await readShared(file.path, coding);
    const headers = {
      "Content-Type": file.type,
      "Content-Length": String(bytes.length),
      ...(codingFor && { Vary: "Accept-Encoding" }),
      ...(coding && { "Content-Encoding": coding.name }),
    };
    return new Response(inPieces(bytes), { headers });
  };

const sharedReads = new Map<string, Promise<Uint8Array>>();

/**
 * Reads a file, and compresses it, once for all requests, even concurrent ones: each would keep a
 * copy in memory.
 */
function readShared(path: string, coding: FileCoding | undefined): Promise<Uint8Array> {
  const name = `${path} ${coding?.name}`;
  let reading = sharedReads.get(name);
  if (!reading) {
    reading = coding ? readFile(path).then(coding.file) : readFile(path);
    sharedReads.set(name, reading);
    // After an error, the next request reads the file again.
    reading.catch(() => sharedReads.delete(name));
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
