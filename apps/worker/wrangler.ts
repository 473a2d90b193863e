// Runs wrangler in the Worker's folder, with the project's own Node: `npm run wrangler -- deploy`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { copyAssets } from "./wrangler-files.ts";

await copyAssets();
const wrangler = fileURLToPath(import.meta.resolve("wrangler"));
const { status } = spawnSync(
  process.execPath,
  ["--no-warnings", wrangler, ...process.argv.slice(2)],
  {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    stdio: "inherit",
  },
);
process.exitCode = status ?? 1;
