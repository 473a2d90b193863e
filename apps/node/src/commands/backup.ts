import { resolve } from "node:path";
import { existingFile } from "../configured-file.ts";
import { copyDatabase, isTaken, putInPlace } from "../file-copy.ts";
import { UserError } from "../user-error.ts";

/** `asbuilt backup FILE`: a copy of the database as it is now, while a service may be writing. */
export function backup(file: string): void {
  const path = existingFile("backup");
  if (isTaken(file)) throw new UserError(`${file}: exists already, and is not overwritten`);
  const part = `${resolve(file)}.${process.pid}.part`;
  copyDatabase(path, part);
  putInPlace(part, resolve(file));
  process.stdout.write(`${file}: a copy of ${path}. Check it with: asbuilt verify ${file}\n`);
}
