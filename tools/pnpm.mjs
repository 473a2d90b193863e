import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const root = new URL("..", import.meta.url);

/** Runs the pnpm version that package.json names. Returns its exit status and output. */
export function pnpm(args, options = {}) {
  const { packageManager } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const all = ["--yes", packageManager, ...args];
  return spawnSync("npx", all, { cwd: root, encoding: "utf8", ...options });
}
