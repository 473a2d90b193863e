import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@asbuilt/node/database";
import { readyDatabase } from "@asbuilt/node/setup";
import Database from "libsql";
import { fillDeep } from "./deep.ts";
import { fillPlant, type Native } from "./fill.ts";
import { makeMaster } from "./master.ts";
import type { Units } from "./workload.ts";

/** Makes each plant once in a folder. Measures run on copies. */
export function plantsIn(folder: string) {
  const masterPath = join(folder, "master.db");
  let copies = 0;
  const copied: string[] = [];

  return {
    folder,
    /** Makes the master data with the models, if needed, and returns the path of its file. */
    async master(): Promise<string> {
      if (!existsSync(masterPath)) await makeMasterAt(masterPath);
      return masterPath;
    },
    /** Makes the plant of a size, if needed, and returns the path of its file. */
    async make(units: Units): Promise<string> {
      return this.filled(`plant-${units}.db`, (database) => fillPlant(database, units));
    },
    /** Makes the plant of ten-level assemblies, if needed, and returns the path of its file. */
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
    /** Copies a plant, and returns the path of the copy, which the caller can write to. */
    async copy(units: Units): Promise<string> {
      const path = join(folder, `copy-${++copies}.db`);
      // SQLite would apply the log of an earlier run to this copy.
      removeDatabase(path);
      copyFileSync(await this.make(units), path);
      copied.push(path);
      return path;
    },
    /** Removes all copies made so far. */
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

/** Closes a database, and moves its file, which then has no log. */
function intoOneFile(database: InstanceType<typeof Database>, from: string, to: string): void {
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
  renameSync(from, to);
  removeDatabase(from);
}

function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}
