import { dirname } from "node:path";
import {
  commandLine,
  emptyAnchor,
  type KeptAnchor,
  newestSeal,
  type SealCheck,
  takeOver,
  toKept,
  whyNotFollowing,
} from "@asbuilt/core";
import { remoteExecutor } from "@asbuilt/core/database";
import { copyContents } from "../attachments/copy.ts";
import { attachmentsFolderOf, folderOfCopy } from "../attachments/folder.ts";
import { type Configuration, readEnvironment } from "../configuration.ts";
import { whyNotThere, whyNotWritten } from "../database/access.ts";
import { clientOf } from "../database/client.ts";
import { copyBackup, isTaken, removeUnfinished, replaceDatabase } from "../database/file-copy.ts";
import { makeFolder } from "../database/location.ts";
import { partPathOf } from "../database/part-path.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { type Verified, verifyDatabase } from "../database/verification.ts";
import { trustedKeysOf } from "../service/sealing/key.ts";
import { anchorPathOf, keptAnchorOf, writeAnchor } from "../service/sealing/kept-anchor.ts";
import { complain, errorLineOf, print, UserError } from "../terminal/messages.ts";
import { readAnchorFile } from "./anchor-file.ts";
import { configuredFile } from "./configured-file.ts";
import { counted } from "./verify.ts";

export interface RestoreOptions {
  /** Whether an existing database is replaced. */
  readonly force?: boolean | undefined;
  /** A file with outputs of `asbuilt anchor`, or lines of an anchor log. */
  readonly anchor?: string | undefined;
  /** Why a backup is restored that does not follow the kept anchor. */
  readonly reason?: string | undefined;
  /** Whether a record without seals can replace a sealed one. */
  readonly forceUnsealed?: boolean | undefined;
}

/**
 * `asbuilt restore FILE`: replaces the configured database with a copy of FILE, if FILE is sound,
 * its seals are by trusted keys, and it follows the kept anchor. An existing database is replaced
 * only with `--force`.
 */
export async function restore(file: string, options: RestoreOptions): Promise<void> {
  const configuration = readEnvironment(process.env);
  const path = configuredFile("restore", configuration.database);
  if (isTaken(path) && !options.force) {
    throw new UserError(`${path}: a database exists here, which --force replaces`);
  }
  const missing = whyNotThere(file, "given");
  if (missing !== undefined) throw new UserError(`${file}: ${missing}`);
  makeFolderOf(path);
  const trusted = await trustedKeysOf(configuration);
  const anchors = options.anchor === undefined ? [] : readAnchorFile(options.anchor).anchors;
  const check = { trusted, anchors, allowsUnsealed: options.forceUnsealed };
  const part = partPathOf(path);
  try {
    await requireSound(file, file, check);
    await copyBackup(file, part);
    await migrateDatabase({ url: `file:${part}` });
    const { audited } = await requireSound(part, file, check);
    const newest = await followAnchor(part, file, configuration, options);
    await restoreAttachments(part, file, configuration);
    replaceDatabase(part, path);
    await writeAnchor(requiredAnchorPath(configuration), newest);
    print(`${path}: restored from ${file}`);
    print(
      `${path}: a key that was revoked after this backup is valid again: asbuilt key list shows all`,
    );
    const keys = audited?.keys ?? [];
    if (trusted || keys.length === 0) return;
    // Without the key the next start is refused.
    print(
      `${path}: sealed by ${keys.join(",")}: put the key file next to it, or add this to ` +
        "ASBUILT_TRUSTED_SEAL_KEYS",
    );
  } finally {
    removeUnfinished(part);
  }
}

/**
 * Copies the contents of attachments to the folder of the database, which keeps those that it has. One
 * that is lost is no reason to be without the database: a line says so, and verification names it.
 */
async function restoreAttachments(
  part: string,
  file: string,
  configuration: Configuration,
): Promise<void> {
  // A database file has a folder.
  const to = attachmentsFolderOf(configuration)!;
  const { named, added, problems } = await copyContents(part, folderOfCopy(file), to);
  for (const problem of problems) complain(problem);
  if (named > 0)
    print(`${to}: ${counted(named, "content")} of attachments, ${added} of the backup`);
}

/** Makes the folder of the database. Throws a UserError if it can't. */
function makeFolderOf(path: string): void {
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw new UserError(`${path}: its folder can't be made: ${whyNotWritten(path, error)}`);
  }
}

async function requireSound(
  path: string,
  name: string,
  check: Omit<SealCheck, "sha256">,
): Promise<Verified> {
  const verified = await verifyDatabase({ url: `file:${path}` }, name, check);
  // Nothing can mend a problem of past times: the backup is as good as any other.
  const { problems } = verified;
  if (problems.length === 0) return verified;
  throw new UserError(
    `${name}: not restored: ${problems[0]}` +
      (problems.length > 1 ? `, and ${problems.length - 1} more: asbuilt verify ${name}` : ""),
  );
}

// A command that needs a file has a path for its anchor.
const requiredAnchorPath = (configuration: Configuration) => anchorPathOf(configuration)!;

/**
 * Throws a UserError if a copy does not follow the kept anchor, unless the options accept that: then
 * the copy's log says why. Returns the anchor to keep for it.
 */
async function followAnchor(
  part: string,
  file: string,
  configuration: Configuration,
  { reason, forceUnsealed }: RestoreOptions,
): Promise<KeptAnchor> {
  const { kept, unread } = await keptOrProblem(configuration);
  const name = requiredAnchorPath(configuration);
  // Not as a service opens it: that would leave a write-ahead log.
  const client = clientOf(`file:${part}`);
  try {
    const executor = remoteExecutor(client);
    const sealed = await newestSeal(executor);
    const newest = sealed ? toKept(sealed) : emptyAnchor;
    const problem = unread ?? (kept && (await whyNotFollowing(executor, name, kept)));
    if (problem === undefined) return newest;
    if (newest.id === 0 && !forceUnsealed) {
      throw new UserError(
        `${file}: not restored: ${problem}. A record without seals would take the place of a ` +
          "sealed one, and nothing could prove any more what was recorded: --force-unsealed",
      );
    }
    if (newest.id > 0 && reason === undefined) {
      throw new UserError(
        `${file}: not restored: ${problem}. What was recorded after its seals would be lost. ` +
          "To restore it anyway, say why: --reason TEXT",
      );
    }
    const store = { name, read: () => Promise.resolve(kept), write: () => Promise.resolve() };
    const principal = await commandLine(executor, Date.now);
    const context = { executor, principal, requestId: "restore", now: Date.now };
    await takeOver(context, { comment: reason ?? "Restored with --force-unsealed" }, store);
    if (newest.id === 0 && kept) {
      print(`${name}: named seal ${kept.id}. Nothing of the record is sealed now`);
    }
    return newest;
  } finally {
    client.close();
  }
}

/** Reads the kept anchor, or says why it can't be read: a reason for the restore then accepts that. */
async function keptOrProblem(configuration: Configuration) {
  try {
    const [kept] = await keptAnchorOf(configuration);
    return { kept };
  } catch (error) {
    return { unread: errorLineOf(error) };
  }
}
