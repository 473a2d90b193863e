import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "@asbuilt/contract";
import { expect } from "vitest";
import { root, start } from "./processes.ts";

/** Runs a command of the tests' own dependencies to its end. */
const run = (name: string, ...args: readonly string[]) =>
  start(join(root, "tests/node_modules/.bin", name), args, {}).ended;

/** Expects that tools, runtimes and compilers find in a packed package what its manifest says. */
export async function expectWellMade(tarball: string): Promise<void> {
  const linted = await run("publint", "run", tarball, "--strict");
  expect(linted.status, linted.stdout + linted.stderr).toBe(0);
  // Every package is of ES modules alone.
  const typed = await run("attw", tarball, "--profile", "esm-only");
  expect(typed.status, typed.stdout + typed.stderr).toBe(0);
}

/** Packs the client into a folder as a release does, and returns the path of the tarball. */
export function packClient(folder: string): string {
  // The field that names pnpm and its version.
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    packageManager: string;
  };
  const args = ["--yes", packageManager, "pack", "--pack-destination", folder];
  execFileSync("npx", args, { cwd: join(root, "packages/client"), stdio: "ignore" });
  return join(folder, `asbuilt-client-${version}.tgz`);
}
