import { resolve } from "node:path";
import { copyContents } from "../attachments/copy.ts";
import { attachmentsFolderOf, folderOfBackups } from "../attachments/folder.ts";
import { type Configuration, readEnvironment } from "../configuration.ts";
import { copyDatabase, isTaken, putInPlace, removeUnfinished } from "../database/file-copy.ts";
import { partPathOf } from "../database/part-path.ts";
import { noteBackup } from "../database/last-backup.ts";
import { refuseForeignLog } from "../database/read-only.ts";
import { requireRoom } from "../database/room.ts";
import { sealRestOfFile, unsealedIn } from "../service/sealing/rest.ts";
import { complain, errorLineOf, print, UserError } from "../terminal/messages.ts";
import { existingFile } from "./configured-file.ts";
import { counted } from "./verify.ts";

/** `asbuilt backup FILE`: makes a backup and notes its time. */
export async function backup(file: string): Promise<void> {
  noteBackupOf(await copyTo(file), file);
}

/**
 * Copies the current state of the database, which a service can keep writing to, and the content of
 * its attachments. The change log is sealed first, as far as possible. Returns the path of the
 * database.
 */
export async function copyTo(file: string): Promise<string> {
  const configuration = readEnvironment(process.env);
  const path = existingFile("backup", configuration.database);
  const to = resolve(file);
  if (isTaken(to)) throw new UserError(`${to}: exists already, and is not overwritten`);
  await requireReadable(path);
  const part = partPathOf(to);
  const whyUnsealed = await sealRestOfFile(configuration);
  let unsealed = 0;
  try {
    await copyDatabase(path, part);
    unsealed = whyUnsealed === undefined ? await unsealedIn(part) : 0;
    await copyAttachments(configuration, part, to);
    putInPlace(part, to);
  } finally {
    removeUnfinished(part);
  }
  print(`${file}: a copy of ${path}. Check it with: asbuilt verify ${file}`);
  if (whyUnsealed !== undefined) complain(whyUnsealed);
  if (unsealed > 0) {
    complain(`${file}: no seal covers the last ${unsealed} rows of its change log`);
  }
  return path;
}

/**
 * Copies the contents that a copy names to the folder that the backups beside it share. The copy is
 * not there before they are.
 */
async function copyAttachments(
  configuration: Configuration,
  part: string,
  to: string,
): Promise<void> {
  // A database file has a folder.
  const from = attachmentsFolderOf(configuration)!;
  const folder = folderOfBackups(to);
  const { named, added, problems } = await copyContents(part, from, folder);
  for (const problem of problems) complain(problem);
  if (named > 0) print(`${folder}: ${counted(named, "content")} of attachments, ${added} new`);
}

/** Notes the time of a backup of a database, or says why it can't. */
export function noteBackupOf(path: string, file: string): void {
  try {
    noteBackup(path, resolve(file));
  } catch (error) {
    complain(`${path}: the time of the backup was not noted: ${errorLineOf(error)}`);
  }
}

/** Throws a UserError if SQLite would spoil a file that it opens, or end the process. */
export async function requireReadable(path: string): Promise<void> {
  try {
    await refuseForeignLog(path);
    requireRoom(path);
  } catch (error) {
    throw new UserError(errorLineOf(error));
  }
}
