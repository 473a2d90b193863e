// Runs wrangler in the Worker's folder, with the project's own Node: `npm run wrangler -- deploy`.
import { runWrangler } from "./run-wrangler.ts";
import { prepareFiles } from "./wrangler-files.ts";

await prepareFiles();
process.exitCode = runWrangler(process.argv.slice(2));
