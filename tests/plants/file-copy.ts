import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@asbuilt/node/database";

/** Copies a database file and opens the copy as `asbuilt serve` opens its own. */
export function openFileCopy(template: string) {
  const path = join(mkdtempSync(`${template}-`), "plant.db");
  copyFileSync(template, path);
  return { path, executor: openDatabase({ url: `file:${path}` }).executor };
}
