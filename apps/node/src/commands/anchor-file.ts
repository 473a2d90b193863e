import { readFileSync } from "node:fs";
import type { Anchor } from "@asbuilt/core";
import { anchorIn } from "../service/sealing/kept-anchor.ts";
import { errorLineOf, UserError } from "../terminal/messages.ts";

/** The anchors in a file. */
export interface AnchorFile {
  readonly anchors: readonly Anchor[];
  /** The numbers of the lines that hold something else, such as one that was cut off. */
  readonly others: readonly number[];
}

/**
 * Reads a file of anchors: the output of `asbuilt anchor`, or one such output or line of an anchor
 * log on each line. Throws a UserError if it holds none.
 */
export function readAnchorFile(path: string): AnchorFile {
  const text = readText(path);
  // One anchor can be formatted over several lines.
  const only = anchorIn(text);
  if (only) return { anchors: [only], others: [] };
  const anchors: Anchor[] = [];
  const others: number[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const anchor = anchorIn(line);
    if (anchor) anchors.push(anchor);
    else others.push(index + 1);
  }
  if (anchors.length > 0) return { anchors, others };
  throw new UserError(
    `--anchor: ${path} contains no output of \`asbuilt anchor\`, and no line of ASBUILT_ANCHOR_LOG`,
    2,
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UserError(`--anchor: ${path} can't be read: ${errorLineOf(error)}`, 2);
  }
}
