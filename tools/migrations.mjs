// Writes the migration for a change of the schema, with every table STRICT, which drizzle-kit does
// not support. Then writes the schema that all migrations make, for verification.
// Run it from packages/core as `pnpm generate`.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { schemaLine, schemaObjects } from "../packages/core/src/audit/schema.ts";
import { webSha256 } from "../packages/core/src/values/digest.ts";

const run = spawnSync("drizzle-kit", ["generate", ...process.argv.slice(2)], { stdio: "inherit" });
if (run.status !== 0) process.exit(run.status ?? 1);

const database = new DatabaseSync(":memory:");
const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
for (const file of files) {
  const path = `migrations/${file}`;
  const text = readFileSync(path, "utf8");
  const strict = text.replaceAll(/^\);$/gm, ") STRICT;").replaceAll(/^\)$/gm, ") STRICT");
  if (strict !== text) writeFileSync(path, strict);
  database.exec(strict);
}

const objects = database.prepare(schemaObjects.sql).all();
const lines = await Promise.all(objects.map((object) => schemaLine(object, webSha256)));
writeFileSync(
  "src/audit/made-schema.gen.ts",
  `/** The number of migrations. */
export const migrationCount = ${files.length};

/** The schema that the migrations make: a line for each table, index and trigger. */
export const madeSchema = \`
${lines.join("\n")}
\`;
`,
);
