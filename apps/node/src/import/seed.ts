import { UserError } from "../terminal/messages.ts";
import { findFiles, type ImportFile } from "./files.ts";
import { loadFile, newTally, rowKeys } from "./load.ts";
import { readImportRows } from "./rows.ts";
import type { Target } from "./target.ts";
import { seedFolder } from "../place.ts";

/** A seed of the project: `base` is what every plant needs, `demo` adds a small plant. */
export type SeedName = "base" | "demo";

/** Returns the files of a seed. Their names start with the seed's, and so do the keys of rows. */
const seedFiles = (of: SeedName): ImportFile[] =>
  findFiles(of === "demo" ? [seedFolder("base"), seedFolder("demo")] : [seedFolder("base")]).map(
    ({ name, bytes, route }) => ({ name: `${of}/${name}`, bytes, route }),
  );

/** Loads a seed; rows that are already loaded do not change. Throws a UserError for a refusal. */
export async function loadSeed(target: Target, name: SeedName): Promise<void> {
  const tally = newTally();
  for (const file of seedFiles(name)) await loadFile(target, file, tally, () => {});
  if (tally.refused.length > 0) {
    const more = tally.refused.length - 1;
    throw new UserError(
      `The seed ${name} was refused: ${tally.refused[0]!.join(" ")}${more > 0 ? ` (and ${more} more)` : ""}`,
    );
  }
}

/** Returns the Idempotency-Keys of the first and the last row of a seed, each with its request. */
export function seedEnds(name: SeedName): { first: KeyOfRow; last: KeyOfRow } {
  const files = seedFiles(name);
  const keysOf = (file: ImportFile): KeyOfRow[] =>
    rowKeys(file.name, readImportRows(file).rows).map((key) => {
      const { method, path } = file.route;
      return { method: method.toUpperCase(), path, key };
    });
  return { first: keysOf(files.at(0)!).at(0)!, last: keysOf(files.at(-1)!).at(-1)! };
}

interface KeyOfRow {
  readonly method: string;
  readonly path: string;
  readonly key: string;
}
