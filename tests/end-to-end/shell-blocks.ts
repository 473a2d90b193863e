import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.ts";

/** A shell block of a tutorial or a how-to guide. */
export interface ShellBlock {
  readonly page: string;
  /** The comment above it: which test runs it, or why none does. */
  readonly mark: string | undefined;
  readonly commands: readonly string[];
}

const pages = globSync("docs/{tutorials,how-to}/*.md", { cwd: root }).toSorted();

/** Reads the shell blocks of all tutorials and guides. A command can continue on further lines. */
export function shellBlocks(): ShellBlock[] {
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const blocks = text.matchAll(/(?:<!-- (.+) -->\n)?^ *```sh\n([^]*?)^ *```$/gm);
    return Array.from(blocks, ([, mark, lines]) => ({
      page,
      mark,
      commands: lines!
        .trim()
        .replaceAll(/ *\\\n */g, " ")
        .split(/\n */),
    }));
  });
}

/** Returns the commands that a test runs, of all pages or of one. */
export const commandsRunBy = (test: string, page?: string): readonly string[] =>
  shellBlocks()
    .filter(({ mark }) => mark === `run by tests/end-to-end/${test}`)
    .filter((block) => page === undefined || block.page === page)
    .flatMap(({ commands }) => commands);
