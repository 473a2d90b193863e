// Measures the Worker for each database, and fails if a start of one runs more than the budget.
import { join } from "node:path";
import { buildWorker } from "./build.ts";
import { sizeOf } from "./size.ts";

/** Of the modules that a start runs, gzipped. */
const startKiBMax = 300;

await buildWorker();
for (const name of ["d1", "libsql"]) {
  const { start, whole } = sizeOf(join(import.meta.dirname, "dist", name));
  const isWithin = start <= startKiBMax;
  console.log(
    `${name}: a start runs ${start.toFixed(1)} KiB, gzipped, of ${whole.toFixed(1)} KiB. ` +
      `The budget of a start is ${startKiBMax} KiB.`,
  );
  if (!isWithin) process.exitCode = 1;
}
