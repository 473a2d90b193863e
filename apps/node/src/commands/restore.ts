import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { readEnvironment } from "../configuration.ts";
import { copyDatabase, isTaken, partPathOf, replaceDatabase } from "../database/file-copy.ts";
import { makeFolder } from "../database/location.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { type Verified, verifyDatabase } from "../database/verification.ts";
import { trustedKeysOf } from "../service/sealing/key.ts";
import { print, UserError } from "../terminal/messages.ts";
import { configuredFile } from "./configured-file.ts";

/**
 * `asbuilt restore FILE`: replaces the configured database with a copy of FILE, if FILE is sound
 * and its seals are by trusted keys. An existing database is replaced only with `--force`.
 */
export async function restore(file: string, { force }: { force?: boolean }): Promise<void> {
  const configuration = readEnvironment(process.env);
  const path = configuredFile("restore", configuration.database);
  if (isTaken(path) && !force) {
    throw new UserError(`${path}: a database exists here, which --force replaces`);
  }
  if (!existsSync(file)) throw new UserError(`${file}: there is no such file`);
  makeFolder(dirname(path));
  const trusted = await trustedKeysOf(configuration);
  const part = partPathOf(path);
  try {
    await requireSound(file, file, trusted);
    copyDatabase(file, part);
    await migrateDatabase({ url: `file:${part}` });
    const { audited } = await requireSound(part, file, trusted);
    replaceDatabase(part, path);
    print(`${path}: restored from ${file}`);
    const keys = audited?.keys ?? [];
    if (trusted || keys.length === 0) return;
    // Without the key the next start is refused.
    print(
      `${path}: sealed by ${keys.join(",")}: put the key file next to it, or add this to ` +
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
