import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const wrangler = fileURLToPath(import.meta.resolve("wrangler"));

/** Runs wrangler in the Worker's folder, with the project's own Node. Returns its exit status. */
export function runWrangler(args: readonly string[]): number {
  const { status } = spawnSync(process.execPath, ["--no-warnings", wrangler, ...args], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    stdio: "inherit",
  });
  return status ?? 1;
}
