import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { configuredFile } from "../configured-file.ts";
import { migrateDatabase } from "../database.ts";
import { copyDatabase, isTaken, replaceDatabase } from "../file-copy.ts";
import { UserError } from "../user-error.ts";
import { verifyDatabase } from "../verification.ts";

/**
 * `asbuilt restore FILE`: puts a copy of FILE in the place of the configured database, if FILE is
 * sound. One that is there already is replaced with `--force` only.
 */
export async function restore(file: string, { force }: { force?: boolean }): Promise<void> {
  const path = configuredFile("restore");
  if (isTaken(path) && !force) {
    throw new UserError(`${path}: there is a database, which --force replaces`);
  }
  if (!existsSync(file)) throw new UserError(`${file}: there is no such file`);
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  try {
    await requireSound(file, file);
    copyDatabase(file, part);
    await migrateDatabase({ url: `file:${part}` });
    await requireSound(part, file);
    replaceDatabase(part, path);
  } finally {
    rmSync(part, { force: true });
  }
  process.stdout.write(`${path}: restored from ${file}\n`);
}

async function requireSound(path: string, name: string): Promise<void> {
  const { problems } = await verifyDatabase({ url: `file:${path}` }, name);
  if (problems.length === 0) return;
  throw new UserError(
    `${name}: not restored: ${problems[0]}` +
      (problems.length > 1 ? `, and ${problems.length - 1} more: asbuilt verify ${name}` : ""),
  );
}
