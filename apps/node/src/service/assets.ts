import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FileCoding } from "../http-server/compression.ts";
import { apiReferenceFile, consoleFolder, documentFile } from "../place.ts";

/** The OpenAPI document, and the one file that the docs page loads. */
const assets = new Map([
  ["openapi.json", { path: documentFile, type: "application/json" }],
  ["standalone.js", { path: apiReferenceFile, type: "text/javascript; charset=utf-8" }],
]);

/** The types of the console's files, by extension. Others are not served. */
const consoleTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Returns a function that returns an asset by its name; undefined if there is none. */
export const assetsIn =
  (codingFor: ((acceptEncoding: string | undefined) => FileCoding | undefined) | undefined) =>
  async (name: string, acceptEncoding?: string): Promise<Response | undefined> => {
    const file = assets.get(name) ?? consoleFile(name);
    if (!file) return undefined;
    const coding = codingFor?.(acceptEncoding);
    const bytes = await readShared(file.path, coding);
    if (!bytes) return undefined;
    const headers = {
      "Content-Type": file.type,
      "Content-Length": String(bytes.length),
      ...(codingFor && { Vary: "Accept-Encoding" }),
      ...(coding && { "Content-Encoding": coding.name }),
    };
    return new Response(inPieces(bytes), { headers });
  };

/** Finds a file of the console. A name that could lead out of its folder is none. */
function consoleFile(name: string) {
  const [, path] = /^console\/((?:[\w-]+\/)*[\w-][\w.-]*)$/.exec(name) ?? [];
  const type = path && consoleTypes[extname(path)];
  return type ? { path: join(consoleFolder, path), type } : undefined;
}

interface SharedRead {
  readonly changedMs: number;
  readonly reading: Promise<Uint8Array>;
}

const sharedReads = new Map<string, SharedRead>();

/**
 * Reads a file, and compresses it, once for all requests, even concurrent ones: each would keep a
 * copy in memory. A file that was changed is read again: the console can be built while it is
 * served. Returns undefined if there is no such file.
 */
async function readShared(
  path: string,
  coding: FileCoding | undefined,
): Promise<Uint8Array | undefined> {
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile()) return undefined;
  const name = `${path} ${coding?.name}`;
  const kept = sharedReads.get(name);
  if (kept?.changedMs === file.mtimeMs) return kept.reading;
  const reading = coding ? readFile(path).then(coding.file) : readFile(path);
  sharedReads.set(name, { changedMs: file.mtimeMs, reading });
  // After an error, the next request reads the file again.
  reading.catch(() => sharedReads.delete(name));
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
