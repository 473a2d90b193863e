import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@asbuilt/node/database";
import { readyDatabase } from "@asbuilt/node/setup";
import Database from "libsql";
import { fillDeep } from "./deep.ts";
import { fillPlant, type Native } from "./fill.ts";
import { makeMaster } from "./master.ts";
import type { Units } from "./workload.ts";

/** Makes plants in a folder, each once; what is measured runs on copies. */
export function plantsIn(folder: string) {
  const masterPath = join(folder, "master.db");
  let copies = 0;
  const copied: string[] = [];

  return {
    folder,
    /** The master data alone, with one of each record that a plant has many of. */
    async master(): Promise<string> {
      if (!existsSync(masterPath)) await makeMasterAt(masterPath);
      return masterPath;
    },
    /** Makes the plant of that size where it is not there yet; answers the path of its file. */
    async make(units: Units): Promise<string> {
      return this.filled(`plant-${units}.db`, (database) => fillPlant(database, units));
    },
    /** Makes the plant whose items are built into each other on ten levels. */
    async deep(): Promise<string> {
      return this.filled("deep.db", fillDeep);
    },
    async filled(name: string, fill: (database: Native) => void): Promise<string> {
      const path = join(folder, name);
      if (existsSync(path)) return path;
      copyFileSync(await this.master(), `${path}.filling`);
      const database = new Database(`${path}.filling`);
      fill(database);
      intoOneFile(database, `${path}.filling`, path);
      return path;
    },
    /** A copy of a plant to write to. */
    async copy(units: Units): Promise<string> {
      const path = join(folder, `copy-${++copies}.db`);
      // A log that an earlier run has left there would be taken for the copy's own.
      removeDatabase(path);
      copyFileSync(await this.make(units), path);
      copied.push(path);
      return path;
    },
    /** Removes the copies that have been made so far. */
    removeCopies(): void {
      for (const path of copied.splice(0)) removeDatabase(path);
    },
  };
}
export type Plants = ReturnType<typeof plantsIn>;

async function makeMasterAt(path: string): Promise<void> {
  const location = { url: `file:${path}.making` };
  const made = await readyDatabase({ database: location }, "base", console.error);
  made.close();
  const database = openDatabase(location);
  await makeMaster(database);
  database.close();
  intoOneFile(new Database(`${path}.making`), `${path}.making`, path);
}

/** Ends a file as one that can be copied: what was written may still stand in its log. */
function intoOneFile(database: InstanceType<typeof Database>, from: string, to: string): void {
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
  copyFileSync(from, to);
  removeDatabase(from);
}

function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}
