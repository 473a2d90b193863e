import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { version } from "@asbuilt/contract";
import { root } from "./processes.ts";

/** Makes the executable in a folder, as `npm run pack -- --executable` does, and returns its path. */
export function packExecutableInto(folder: string): string {
  const pack = [join(root, "apps/node/pack.ts"), folder, "--executable"];
  const name = execFileSync(process.execPath, pack, { encoding: "utf8" })
    .trim()
    .split("\n")
    .at(-1)!;
  return join(folder, name);
}

/** Makes the package in a folder of its own, as `npm run pack` does, and returns its path. */
export function packInto(folder: string): string {
  execFileSync(process.execPath, [join(root, "apps/node/pack.ts"), folder]);
  return join(folder, `asbuilt-${version}.tgz`);
}
