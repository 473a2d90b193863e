import { fileURLToPath } from "node:url";
import { findFiles, type ImportFile } from "./files.ts";
import { type ImportTally, loadFile, rowKeys } from "./load.ts";
import { readRows } from "./rows.ts";
import type { Target } from "./target.ts";
import { UserError } from "../terminal/user-error.ts";

/** A seed that ships with the project: what every plant needs, or that and a small plant. */
export type SeedName = "base" | "demo";

const folderOf = (name: string) =>
  fileURLToPath(new URL(`../../../../seed/${name}`, import.meta.url));

/** The files of a seed, by names of its own: a row's key then says by which seed it was loaded. */
const seedFiles = (of: SeedName): ImportFile[] =>
  findFiles(of === "demo" ? [folderOf("base"), folderOf("demo")] : [folderOf("base")]).map(
    ({ name, bytes, route }) => ({ name: `${of}/${name}`, bytes, route }),
  );

/** Loads a seed. Rows that are loaded already stay as they are. Throws a UserError for a refusal. */
export async function seed(target: Target, name: SeedName): Promise<void> {
  const tally: ImportTally = { loaded: 0, already: 0, refused: [] };
  for (const file of seedFiles(name)) await loadFile(target, file, tally, () => {});
  if (tally.refused.length > 0) {
    const more = tally.refused.length - 1;
    throw new UserError(
      `The seed ${name} was refused: ${tally.refused[0]}${more > 0 ? ` (and ${more} more)` : ""}`,
    );
  }
}

/** The Idempotency-Keys of the first and of the last row of a seed. */
export function seedEnds(name: SeedName): { first: string; last: string } {
  const files = seedFiles(name);
  const keysOf = (file: ImportFile) => rowKeys(file.name, readRows(file));
  return { first: keysOf(files.at(0)!).at(0)!, last: keysOf(files.at(-1)!).at(-1)! };
}
