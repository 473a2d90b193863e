import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { version } from "@asbuilt/contract";
import { root } from "./processes.ts";

/** Makes the package in a folder of its own, as `npm run pack` does, and returns its path. */
export function packInto(folder: string): string {
  execFileSync(process.execPath, [join(root, "apps/node/pack.ts"), folder]);
  return join(folder, `asbuilt-${version}.tgz`);
}
