import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { readConfiguration } from "../configuration.ts";
import { configuredFile } from "./configured-file.ts";
import { migrateDatabase } from "../database/database.ts";
import { copyDatabase, isTaken, partOf, replaceDatabase } from "../database/file-copy.ts";
import { makeFolder } from "../database/make-folder.ts";
import { print } from "../terminal/print.ts";
import { trustedKeysOf } from "../service/sealing/key.ts";
import { UserError } from "../terminal/user-error.ts";
import { type Verified, verifyDatabase } from "../database/verification.ts";

/**
 * `asbuilt restore FILE`: puts a copy of FILE in the place of the configured database, if FILE is
 * sound, and sealed by keys that are trusted there. One that is there already is replaced with
 * `--force` only.
 */
export async function restore(file: string, { force }: { force?: boolean }): Promise<void> {
  const configuration = readConfiguration(process.env);
  const path = configuredFile("restore", configuration.database);
  if (isTaken(path) && !force) {
    throw new UserError(`${path}: there is a database, which --force replaces`);
  }
  if (!existsSync(file)) throw new UserError(`${file}: there is no such file`);
  makeFolder(dirname(path));
  const trusted = await trustedKeysOf(configuration);
  const part = partOf(path);
  try {
    await requireSound(file, file, trusted);
    copyDatabase(file, part);
    await migrateDatabase({ url: `file:${part}` });
    const { audited } = await requireSound(part, file, trusted);
    replaceDatabase(part, path);
    print(`${path}: restored from ${file}`);
    const keys = audited?.keys ?? [];
    if (trusted || keys.length === 0) return;
    // The next start would else be refused.
    print(
      `${path}: sealed by ${keys.join(",")}: put the key file beside it, or have this in ` +
        "ASBUILT_TRUSTED_SEAL_KEYS",
    );
  } finally {
    rmSync(part, { force: true });
  }
}

async function requireSound(
  path: string,
  name: string,
  trusted: readonly string[] | undefined,
): Promise<Verified> {
  const verified = await verifyDatabase({ url: `file:${path}` }, name, { trusted });
  const { problems } = verified;
  if (problems.length === 0) return verified;
  throw new UserError(
    `${name}: not restored: ${problems[0]}` +
      (problems.length > 1 ? `, and ${problems.length - 1} more: asbuilt verify ${name}` : ""),
  );
}
