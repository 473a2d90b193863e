import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { readConfiguration } from "../configuration.ts";
import { existingFile } from "./configured-file.ts";
import { copyDatabase, isTaken, partOf, putInPlace } from "../database/file-copy.ts";
import { complain, print } from "../terminal/print.ts";
import { sealRestOfFile, unsealedIn } from "../service/sealing/rest.ts";
import { UserError } from "../terminal/user-error.ts";

/**
 * `asbuilt backup FILE`: a copy of the database as it is now, while a service may be writing. What is
 * in it is sealed before, as far as it can be.
 */
export async function backup(file: string): Promise<void> {
  const configuration = readConfiguration(process.env);
  const path = existingFile("backup", configuration.database);
  const to = resolve(file);
  if (isTaken(to)) throw new UserError(`${to}: exists already, and is not overwritten`);
  const part = partOf(to);
  const whyNot = await sealRestOfFile(configuration);
  let unsealed = 0;
  try {
    copyDatabase(path, part);
    unsealed = whyNot === undefined ? await unsealedIn(part) : 0;
    putInPlace(part, to);
  } finally {
    rmSync(part, { force: true });
  }
  print(`${file}: a copy of ${path}. Check it with: asbuilt verify ${file}`);
  if (whyNot !== undefined) complain(whyNot);
  if (unsealed > 0) {
    complain(`${file}: no seal vouches for the last ${unsealed} rows of its log`);
  }
}
