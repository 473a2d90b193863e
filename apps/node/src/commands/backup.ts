import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { existingFile } from "../configured-file.ts";
import { copyDatabase, isTaken, putInPlace } from "../file-copy.ts";
import { print } from "../print.ts";
import { UserError } from "../user-error.ts";

/** `asbuilt backup FILE`: a copy of the database as it is now, while a service may be writing. */
export function backup(file: string): void {
  const path = existingFile("backup");
  const to = resolve(file);
  if (isTaken(to)) throw new UserError(`${to}: exists already, and is not overwritten`);
  const part = `${to}.${process.pid}.part`;
  try {
    copyDatabase(path, part);
    putInPlace(part, to);
  } finally {
    rmSync(part, { force: true });
  }
  print(`${file}: a copy of ${path}. Check it with: asbuilt verify ${file}`);
}
