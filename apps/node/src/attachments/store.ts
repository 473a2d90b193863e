import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  type FileHandle,
  mkdir,
  open,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { AttachmentStore, Content, Flaw, Received } from "@asbuilt/core";
import { Refusal } from "@asbuilt/core";
import { contentPath, incomingIn, markOf } from "./folder.ts";

/** The bytes that stay free on the disk: the database can be on it too. */
const freeBytesMin = 256 * 1_048_576;

/** The place of the content of attachments in a folder. It makes the folder for the first of them. */
export const folderStore = (root: string): AttachmentStore => ({
  receive: async (bytes, size) => {
    const folder = incomingIn(root);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireFree(root, size);
    const part = join(folder, `${randomUUID()}.part`);
    try {
      return received(root, part, await write(part, bytes));
    } catch (error) {
      await rm(part, { force: true });
      throw isFull(error) ? noRoom(root) : error;
    }
  },
  open: async (sha256) => {
    const path = contentPath(root, sha256);
    const file = path === undefined ? undefined : await openIfThere(path);
    // Node's type of a stream is not that of the platform, which it is.
    return file && (Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>);
  },
  inspect: (contents) => inspectAll(root, contents),
});

/** Writes bytes to a new file, which is on the disk when this resolves. */
async function write(part: string, bytes: AsyncIterable<Uint8Array>): Promise<Content> {
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(part, "wx", 0o600);
  try {
    for await (const some of bytes) {
      hash.update(some);
      size += some.byteLength;
      await file.writeFile(some);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest("hex"), size };
}

function received(root: string, part: string, content: Content): Received {
  let isKept = false;
  const mark = join(incomingIn(root), markOf(content.sha256, randomUUID()));
  return {
    ...content,
    keep: async () => {
      await writeFile(mark, "", { flag: "wx", mode: 0o600 });
      await putUnder(root, part, content.sha256);
      isKept = true;
    },
    settle: () => rm(mark, { force: true }),
    discard: async () => {
      if (!isKept) await rm(part, { force: true });
    },
  };
}

/** Gives a whole file the name of its digest. It replaces one that is there: for the sweep it is new. */
export async function putUnder(root: string, part: string, sha256: string): Promise<void> {
  const path = contentPath(root, sha256)!;
  const folder = dirname(path);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(part, path);
  await syncFolder(folder);
  if (made !== undefined) await syncFolder(root);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function inspectAll(
  root: string,
  contents: readonly Content[],
): Promise<readonly (Flaw | undefined)[]> {
  const flaws: (Flaw | undefined)[] = [];
  for (const content of contents) flaws.push(await flawOf(root, content));
  return flaws;
}

async function flawOf(root: string, { sha256, size }: Content): Promise<Flaw | undefined> {
  const path = contentPath(root, sha256);
  const found = path === undefined ? undefined : await stat(path).catch(ignoreMissing);
  if (path === undefined || !found) return "missing";
  return found.size === size && (await digestOf(path)) === sha256 ? undefined : "altered";
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

/** Returns the SHA-256 of a file, read in pieces. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const some of createReadStream(path)) hash.update(some as Uint8Array);
  return hash.digest("hex");
}

async function requireFree(root: string, size: number): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(root);
  // A system that does not know its blocks has none.
  if (blocks > 0 && bavail * bsize - size < freeBytesMin) throw noRoom(root);
}

const noRoom = (root: string) =>
  new Refusal("overloaded", `The disk of ${root} has too little room for attachments.`);

const isFull = (error: unknown) => ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "");

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;
