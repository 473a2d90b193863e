import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Copies what the docs page loads from the installed package to where wrangler serves it. */
export function copyAssets(): void {
  const from = dirname(fileURLToPath(import.meta.resolve("@scalar/api-reference")));
  const to = fileURLToPath(new URL("public", import.meta.url));
  mkdirSync(to, { recursive: true });
  copyFileSync(join(from, "browser/standalone.js"), join(to, "standalone.js"));
}
