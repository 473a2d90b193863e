// Migrates and deploys the Worker of each plant: `npm run plants`. docs/how-to/cloudflare.md says how.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readPlants, withEnvironments } from "./plant-environments.ts";
import { runWrangler } from "./run-wrangler.ts";
import { prepareFiles } from "./wrangler-files.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = join(folder, "../..");
/** Next to wrangler.jsonc, because the paths in it are relative to its own. */
const generated = join(folder, "wrangler.plants.json");

/**
 * Migrates and deploys one plant after the other. Stops at the first failure, names it, and says which
 * plants were left as they were. Returns the exit status.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      plants: { type: "string", default: "apps/worker/plants.json" },
      "dry-run": { type: "boolean", default: false },
      "persist-to": { type: "string" },
    },
  });
  const plants = readPlants(resolve(root, values.plants));
  const config = withEnvironments(join(folder, "wrangler.jsonc"), plants);
  writeFileSync(generated, `${JSON.stringify(config, null, 2)}\n`);
  await prepareFiles();
  const isDry = values["dry-run"];
  const state = values["persist-to"] ?? mkdtempSync(join(tmpdir(), "asbuilt-plants-"));
  try {
    return deployEach([...plants.keys()], isDry, resolve(root, state));
  } finally {
    if (values["persist-to"] === undefined) rmSync(state, { recursive: true, force: true });
  }
}

function deployEach(names: readonly string[], isDry: boolean, state: string): number {
  for (const [index, plant] of names.entries()) {
    const of = ["--config", generated, "--env", plant];
    // Each of a dry run has a local D1 of its own, which begins empty.
    const where = isDry ? ["--local", "--persist-to", join(state, plant)] : ["--remote"];
    for (const [step, args] of [
      ["migrating", ["d1", "migrations", "apply", "DB", ...where]],
      ["deploying", ["deploy", ...(isDry ? ["--dry-run"] : [])]],
    ] as const) {
      console.log(`${plant}: ${step}${isDry ? " (a dry run)" : ""}`);
      const status = runWrangler([...args, ...of]);
      if (status === 0) continue;
      const left = names.slice(index + 1);
      console.error(`${plant}: ${step} failed`);
      if (left.length > 0) console.error(`Nothing was done for ${left.join(", ")}.`);
      return 1;
    }
  }
  console.log(`${names.length} ${isDry ? "tried" : "deployed"}: ${names.join(", ")}`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
