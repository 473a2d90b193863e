import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** A module that another one needs at its start: the bundler writes no other form. */
const staticImport = /\b(?:import|from) ?["']\.\/([^"']+)["']/g;

/** The size of an upload's modules, gzipped, in KiB. */
export interface Size {
  /** Those that a start runs: the first, and all that it needs. */
  readonly start: number;
  readonly whole: number;
}

/** Measures the modules of a folder. A start runs `main`. */
export function sizeOf(folder: string, main = "index.js"): Size {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return {
    start: gzipped(folder, neededBy(folder, main)),
    whole: gzipped(
      folder,
      all.filter((name) => name.endsWith(".js")),
    ),
  };
}

/** Returns a module and all that it imports, but for what it imports later. */
function neededBy(folder: string, main: string): ReadonlySet<string> {
  const names = new Set([main]);
  for (const name of names) {
    const code = readFileSync(join(folder, name), "utf8");
    for (const [, imported] of code.matchAll(staticImport)) names.add(imported!);
  }
  return names;
}

/** Each module is compressed by itself: together, they could only be smaller. */
function gzipped(folder: string, names: Iterable<string>): number {
  let bytes = 0;
  for (const name of names) bytes += gzipSync(readFileSync(join(folder, name))).length;
  return bytes / 1024;
}
