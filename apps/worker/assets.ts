import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const installed = (name: string) => fileURLToPath(import.meta.resolve(name));
const scalar = dirname(installed("@scalar/api-reference"));

/** Copies the document, and what the docs page loads, to where wrangler serves it. */
export function copyAssets(): void {
  const to = fileURLToPath(new URL("public", import.meta.url));
  mkdirSync(to, { recursive: true });
  copyFileSync(join(scalar, "browser/standalone.js"), join(to, "standalone.js"));
  copyFileSync(installed("@asbuilt/contract/openapi.json"), join(to, "openapi.json"));
}
