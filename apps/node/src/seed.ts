import { fileURLToPath } from "node:url";
import { findFiles } from "./import/files.ts";
import { type ImportTally, loadFile } from "./import/load.ts";
import type { Target } from "./target.ts";

const seedFolder = fileURLToPath(new URL("../../../seed", import.meta.url));

/**
 * Loads a seed that ships with the project: `base` is what every plant needs, `demo` adds a small
 * plant to it. Rows that are loaded already stay as they are.
 */
export async function seed(target: Target, name: "base" | "demo"): Promise<void> {
  if (name === "demo") await seed(target, "base");
  const tally: ImportTally = { loaded: 0, already: 0, refused: [] };
  for (const file of findFiles([`${seedFolder}/${name}`])) {
    await loadFile(target, file, tally, () => {});
  }
  if (tally.refused.length > 0) {
    throw new Error(`The seed ${name} was refused:\n${tally.refused.join("\n")}`);
  }
}
