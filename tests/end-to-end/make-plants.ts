// Makes a plant of each seed in a folder, as a first start leaves it before it makes a key. A script
// of its own, because vitest would load the modules in its own way.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readyDatabase } from "@asbuilt/node/setup";
import Database from "libsql";

const folder = process.argv[2]!;
for (const seed of ["base", "demo"] as const) {
  const path = join(folder, `${seed}.db`);
  const database = await readyDatabase(
    { database: { url: `file:${path}` } },
    seed,
    ({ message }) => void process.stderr.write(`${message}\n`),
  );
  database.close();
  // A copy takes one file, so the rows that are still in the log go into it.
  const made = new Database(path);
  made.exec("pragma wal_checkpoint(truncate)");
  made.close();
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
}
