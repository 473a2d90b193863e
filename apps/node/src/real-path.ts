import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The path that a path leads to through its links, whether or not there is a file yet. */
export function realPathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? realPathOf(resolve(dirname(path), readlinkSync(path))) : resolve(path);
}
