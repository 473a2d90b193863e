import { existsSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import {
  AnchorMismatch,
  type AnchorStore,
  AnchorUnread,
  type KeptAnchor,
  logReach,
} from "@asbuilt/core";
import type { Executor } from "@asbuilt/core/database";
import { whyNotReadable, whyNotWritable } from "../../database/access.ts";
import { filePathOf, isFile, openError, realPathOf } from "../../database/location.ts";
import { partPathOf } from "../../database/part-path.ts";
import { errorLineOf, UserError } from "../../terminal/messages.ts";
import { keyFileInUse, type SealingConfiguration } from "./key.ts";

/**
 * Returns the file that keeps the newest seal of a database: the configured one, else one next to
 * the database file. Undefined for a server's database without a configured one.
 */
export function anchorPathOf({
  database: { url },
  keptAnchor,
}: Pick<SealingConfiguration, "database" | "keptAnchor">): string | undefined {
  if (keptAnchor !== undefined) return keptAnchor;
  return isFile(url) ? `${realPathOf(filePathOf(url))}.anchor` : undefined;
}

/**
 * Returns the store of a database's kept anchor. Call it before the first key is made: a database
 * with a key, but without a seal and an anchor, has lost both.
 */
export async function anchorStoreOf(
  configuration: SealingConfiguration,
  executor: Executor,
): Promise<AnchorStore | undefined> {
  const path = anchorPathOf(configuration);
  if (path === undefined) return undefined;
  const keyFile = existsSync(path) ? undefined : keyFileInUse(configuration);
  const { last, sealed } =
    keyFile === undefined ? sealedOrNew : await openReach(configuration, executor);
  const isStripped = sealed === 0 && last > 0;
  return {
    name: path,
    read: async () => {
      const text = await textIn(path).catch((error) => {
        throw new AnchorUnread(errorLineOf(error));
      });
      if (text !== undefined) {
        const anchor = anchorIn(text);
        if (anchor) return anchor;
        throw new AnchorMismatch(holdsNone(path));
      }
      if (!isStripped) return undefined;
      throw new AnchorMismatch(`${keyFile} has a sealing key, but nothing is sealed`);
    },
    write: (anchor) => writeAnchor(path, anchor),
  };
}

const sealedOrNew = { last: 0, sealed: 0 };

const openReach = ({ database: { url } }: SealingConfiguration, executor: Executor) =>
  logReach(executor).catch((error) => {
    throw openError(url, error);
  });

/** Reads a kept anchor; undefined if there is none yet. Throws a UserError for any other content. */
export async function readAnchor(path: string): Promise<KeptAnchor | undefined> {
  const text = await textIn(path);
  if (text === undefined) return undefined;
  const anchor = anchorIn(text);
  if (anchor) return anchor;
  throw new UserError(holdsNone(path));
}

const holdsNone = (path: string) => `${path}: it holds no anchor`;

/** Reads a file; undefined if there is none. Throws a UserError if it can't be read. */
async function textIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    const reason = whyNotReadable(path) ?? errorLineOf(error);
    throw new UserError(`${path}: the anchor can't be read: ${reason}`);
  }
}

/** Returns the kept anchor of a database as a list: empty if there is none. */
export async function keptAnchorOf(
  configuration: Pick<SealingConfiguration, "database" | "keptAnchor">,
): Promise<readonly KeptAnchor[]> {
  const path = anchorPathOf(configuration);
  const anchor = path === undefined ? undefined : await readAnchor(path);
  return anchor ? [anchor] : [];
}

/** A kept anchor could not be replaced. */
export class AnchorUnwritten extends UserError {}

/** Replaces a kept anchor, which is on disk when this resolves. Throws an AnchorUnwritten. */
export async function writeAnchor(path: string, anchor: KeptAnchor): Promise<void> {
  const part = partPathOf(path);
  try {
    await withFile(part, "w", async (file) => {
      await file.writeFile(`${JSON.stringify(anchor)}\n`);
      await file.sync();
    });
    await rename(part, path);
    await withFile(dirname(path), "r", (folder) => folder.sync());
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    // The part has another name each time, and a failure that stays is logged once.
    const reason = whyNotWritable(part) ?? errorLineOf(error).replaceAll(part, path);
    throw new AnchorUnwritten(`${path}: the anchor can't be written: ${reason}`);
  }
}

type OpenFile = Awaited<ReturnType<typeof open>>;

async function withFile(
  path: string,
  flags: string,
  work: (file: OpenFile) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o644);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

/** Returns the anchor in a JSON text: the value itself, or its member `anchor`. */
export function anchorIn(text: string): KeptAnchor | undefined {
  const value = parsed(text);
  const found = Object(Object(value).anchor ?? value) as Record<string, unknown>;
  const { id, lastSeq, hash } = found;
  return Number.isSafeInteger(id) && typeof hash === "string"
    ? { id: Number(id), lastSeq: Number(lastSeq ?? 0), hash }
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
