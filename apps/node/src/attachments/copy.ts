import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type Content, type NamedContent, namedContents } from "@asbuilt/core";
import { remoteExecutor } from "@asbuilt/core/database";
import { openReadOnly } from "../database/read-only.ts";
import { errorLineOf } from "../terminal/messages.ts";
import { contentPath } from "./folder.ts";
import { folderStore } from "./store.ts";

/** The outcome of a copy of the contents that a database names. */
export interface Copied {
  /** Those that the database names. */
  readonly named: number;
  /** Those that were not there before. */
  readonly added: number;
  /** A line for each that could not be copied. */
  readonly problems: readonly string[];
}

/**
 * Copies the contents that a database names from one folder to another, which keeps those that it has
 * already. A content that is not what its digest says is not copied.
 */
export async function copyContents(database: string, from: string, to: string): Promise<Copied> {
  const { client, close } = await openReadOnly(database);
  const problems: string[] = [];
  let [named, added] = [0, 0];
  try {
    // A database of an earlier version has no attachments.
    const table = "select 1 from sqlite_schema where name = 'attachment'";
    if ((await client.execute(table)).rows.length === 0) return { named, added, problems };
    for await (const some of namedContents(remoteExecutor(client))) {
      for (const content of some) {
        named += 1;
        if (await isThere(to, content)) continue;
        const problem = await copyContent(content, from, to);
        if (problem === undefined) added += 1;
        else problems.push(problem);
      }
    }
    return { named, added, problems };
  } finally {
    close();
  }
}

async function isThere(root: string, { sha256, size }: Content): Promise<boolean> {
  const found = await statOf(root, sha256);
  // Verification compares the digest: it reads all of it.
  return found?.size === size;
}

const statOf = async (root: string, sha256: string) => {
  const path = contentPath(root, sha256);
  return path === undefined ? undefined : stat(path).catch(() => undefined);
};

/** Copies a content. Returns why it was not copied. */
async function copyContent(
  { id, sha256, size }: NamedContent,
  from: string,
  to: string,
): Promise<string | undefined> {
  const subject = `Attachment ${id}: its content ${sha256}`;
  const path = contentPath(from, sha256);
  if (path === undefined || !(await statOf(from, sha256))) {
    return `${subject} is missing in ${from}`;
  }
  try {
    const copy = await folderStore(to).receive(createReadStream(path), size);
    if (copy.sha256 !== sha256) {
      await copy.discard();
      return `${subject} was altered in ${from}`;
    }
    await copy.keep();
    await copy.settle();
    return undefined;
  } catch (error) {
    return `${subject} can't be copied to ${to}: ${errorLineOf(error)}`;
  }
}
