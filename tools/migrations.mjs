// Writes the migration for what changed in the schema, with every table STRICT:
// drizzle-kit cannot say so. Run it from packages/core as `pnpm generate`.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const run = spawnSync("drizzle-kit", ["generate", ...process.argv.slice(2)], { stdio: "inherit" });
if (run.status !== 0) process.exit(run.status ?? 1);

for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql"))) {
  const path = `migrations/${file}`;
  const text = readFileSync(path, "utf8");
  const strict = text.replaceAll(/^\);$/gm, ") STRICT;").replaceAll(/^\)$/gm, ") STRICT");
  if (strict !== text) writeFileSync(path, strict);
}
