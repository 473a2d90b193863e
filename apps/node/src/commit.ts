import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the commit of a folder that is the top of a work tree; undefined if it is none. A linked work
 * tree and packed references have forms of their own, which git knows.
 */
export function commitOf(folder: string): string | undefined {
  // Sources without a history can lie in the work tree of something else.
  if (!existsSync(join(folder, ".git"))) return undefined;
  try {
    const head = execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
      encoding: "utf8",
    });
    return head.trim();
  } catch {
    return undefined;
  }
}
