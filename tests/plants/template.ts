import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PlantKeys, TemplateTable } from "./provided.ts";
import { quickStart } from "./quick-start.ts";

/** The keys and rows of the template, besides the file itself. */
export interface Template {
  readonly keys: PlantKeys;
  readonly tables: readonly TemplateTable[];
}

/**
 * Makes the database file that plants start from: migrated, with the base data of an empty
 * database's first start, and with a user and a key for each role.
 */
export function makeTemplate(path: string): Template {
  // A separate process, because vitest would load it as the runtime under test loads modules.
  const script = fileURLToPath(new URL("make-template.ts", import.meta.url));
  const output = execFileSync(process.execPath, [...quickStart, script, path], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  // The script prints exactly this type.
  return JSON.parse(output) as Template;
}
