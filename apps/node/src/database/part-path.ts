import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Returns a temporary path for a file. It is random: another container can have our process id. */
export const partPathOf = (path: string): string =>
  `${path}.${randomBytes(6).toString("hex")}.part`;

/** Returns the path of the file that a temporary path stands for. */
export const withoutPart = (path: string): string => path.replace(/\.[\da-f]{12}\.part$/, "");

/** Returns the temporary files for a file that a killed process has left. */
export function partsOf(path: string): string[] {
  const [folder, name] = [dirname(path), basename(path)];
  const isPart = (one: string) =>
    one.startsWith(`${name}.`) && /^[\da-f]{12}\.part$/.test(one.slice(name.length + 1));
  return readdirSync(folder)
    .filter(isPart)
    .map((one) => join(folder, one));
}
