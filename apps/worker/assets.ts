import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const scalar = dirname(fileURLToPath(import.meta.resolve("@scalar/api-reference")));
const document = fileURLToPath(import.meta.resolve("@asbuilt/contract/openapi.json"));

/** Copies the document, and what the docs page loads, to where wrangler serves it. */
export function copyAssets(): void {
  const to = fileURLToPath(new URL("public", import.meta.url));
  mkdirSync(to, { recursive: true });
  copyFileSync(join(scalar, "browser/standalone.js"), join(to, "standalone.js"));
  copyFileSync(document, join(to, "openapi.json"));
}
