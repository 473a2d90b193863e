import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { UserError } from "../terminal/user-error.ts";

/**
 * The path that a path leads to through its links, whether or not there is a file yet. Throws a
 * UserError where they lead in a circle.
 */
export function realPathOf(path: string): string {
  try {
    if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ELOOP") {
      throw new UserError(`${path}: its links lead in a circle`);
    }
    throw error;
  }
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? realPathOf(resolve(dirname(path), readlinkSync(path))) : resolve(path);
}
