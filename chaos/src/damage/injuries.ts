import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import type { Chance } from "@asbuilt/tests/chance";

type Injury = (path: string, chance: Chance) => void;

/** The injuries of a database file, or of its write-ahead log, on a failing disk. */
export const injuries: Readonly<Record<string, Injury>> = {
  "bits flipped": flipBits,
  "a block overwritten": overwrite,
  "the end cut off": (path, chance) => truncateSync(path, chance.below(readFileSync(path).length)),
  "bits of the log flipped": (path, chance) => flipBits(`${path}-wal`, chance),
};

function flipBits(path: string, chance: Chance): void {
  const bytes = readFileSync(path);
  for (let flips = 1 + chance.below(4); flips > 0; flips--) {
    bytes[chance.below(bytes.length)]! ^= 1 << chance.below(8);
  }
  writeFileSync(path, bytes);
}

/** Overwrites a sector or a page with zeros or with another part of the file. */
function overwrite(path: string, chance: Chance): void {
  const bytes = readFileSync(path);
  const size = chance.pick([512, 4096]);
  const start = () => chance.below(bytes.length / size) * size;
  const [from, to] = [start(), start()];
  if (chance.percent(50)) bytes.fill(0, to, to + size);
  else bytes.copyWithin(to, from, from + size);
  writeFileSync(path, bytes);
}
