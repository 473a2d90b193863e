import { statSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { namedDigests } from "@asbuilt/core";
import type { Executor } from "@asbuilt/core/database";
import { contentPath, digestOfMark, incomingIn } from "./folder.ts";

/** An upload is refused after half a minute: no bytes of one that is older still arrive. */
const incomingMs = 60 * 60 * 1000;

/** A content waits this long for its row. */
const unnamedMs = 24 * 60 * 60 * 1000;

/** The digests of one read of the database. */
const digestsMax = 500;

/**
 * Removes what uploads left that were ended midway: bytes that are not whole, and contents that were
 * kept for a row that was never written. Every other content stays, also if no row names it: the
 * database can have been put back to an earlier state.
 */
export async function sweepAttachments(
  root: string,
  executor: Executor,
  now: number,
): Promise<void> {
  const folder = incomingIn(root);
  const names = await namesIn(folder);
  const isOlder = (name: string, ms: number) => isBefore(join(folder, name), now - ms);
  const marks = names.filter((name) => digestOfMark(name) && isOlder(name, unnamedMs));
  for (const name of names) {
    if (digestOfMark(name) || !isOlder(name, incomingMs)) continue;
    await rm(join(folder, name), { force: true });
  }
  for (let at = 0; at < marks.length; at += digestsMax) {
    const some = marks.slice(at, at + digestsMax);
    const named = await namedDigests(
      executor,
      some.map((name) => digestOfMark(name)!),
    );
    for (const mark of some) {
      const sha256 = digestOfMark(mark)!;
      if (!named.has(sha256)) await removeUnnamed(root, sha256, now - unnamedMs);
      await rm(join(folder, mark), { force: true });
    }
  }
}

/**
 * Removes a content. An upload of the same bytes can have replaced it since the database was read: so
 * it is taken aside first, and a new one is put back.
 */
async function removeUnnamed(root: string, sha256: string, before: number): Promise<void> {
  const path = contentPath(root, sha256)!;
  const aside = join(incomingIn(root), `${sha256}.aside`);
  if (!isBefore(path, before)) return;
  await rename(path, aside);
  if (isBefore(aside, before)) await rm(aside, { force: true });
  else await rename(aside, path);
}

/** Whether a file is there that was last written before a time. */
function isBefore(path: string, time: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < time;
}

/** Returns the names in a folder, which can be missing. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
