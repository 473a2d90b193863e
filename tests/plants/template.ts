import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PlantKeys, TemplateTable } from "./provided.ts";

/** What every plant starts from, beside the file itself. */
export interface Template {
  readonly keys: PlantKeys;
  readonly tables: readonly TemplateTable[];
}

/**
 * Makes a database file that plants start from: migrated, seeded with base data as an empty
 * database is at the first start, with a user and a key for each role.
 */
export function makeTemplate(path: string): Template {
  // In a process of its own: vitest would load it as the runtime under test loads modules.
  const script = fileURLToPath(new URL("make-template.ts", import.meta.url));
  const output = execFileSync(process.execPath, [script, path], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  // The script writes exactly this.
  return JSON.parse(output) as Template;
}
