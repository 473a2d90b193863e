import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.ts";

/** A shell block of docs/how-to/deploy.md. */
export interface DeployBlock {
  /** The comment above it: which test runs it, or why none does. */
  readonly mark: string | undefined;
  readonly commands: readonly string[];
}

/** Reads the shell blocks of docs/how-to/deploy.md. A command can continue on further lines. */
export function deployBlocks(): DeployBlock[] {
  const document = readFileSync(join(root, "docs/how-to/deploy.md"), "utf8");
  const blocks = document.matchAll(/(?:<!-- (.+) -->\n)?```sh\n([^]*?)```/g);
  return Array.from(blocks, ([, mark, text]) => ({
    mark,
    commands: text!
      .trim()
      .replaceAll(/ *\\\n */g, " ")
      .split("\n"),
  }));
}

/** Returns the commands of the block that a test runs. */
export const commandsRunBy = (test: string): readonly string[] =>
  deployBlocks().find(({ mark }) => mark === `run by tests/end-to-end/${test}`)!.commands;
