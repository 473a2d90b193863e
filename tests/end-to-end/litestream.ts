import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { root, type Running, start } from "./processes.ts";

/** Where the system looks for programs, after the folder where `.ci/run` puts Litestream. */
export const pathWithLitestream = [
  join(homedir(), ".cache/asbuilt-litestream"),
  process.env["PATH"],
].join(":");
const env = { PATH: pathWithLitestream };

export const hasLitestream = spawnSync("litestream", ["version"], { env }).status === 0;

/** Litestream for one database file, configured as deploy/litestream says. */
export interface Litestream {
  /** Starts to copy each change, and continues until it is ended. */
  replicate(): Running;
  /** Returns the name of the newest changes that are copied, and nothing if there are none. */
  newest(): string | undefined;
  /** Restores the file to a path, as it is or as it was at a time. Throws unless it succeeds. */
  restore(to: string, at?: Date): Promise<void>;
}

/** Writes the configuration of deploy/litestream for a database file and a replica, both in folders. */
export function configureLitestream(to: string, database: string, replica: string): void {
  const text = readFileSync(join(root, "deploy/litestream/litestream.yml"), "utf8")
    .replace("/var/lib/asbuilt/asbuilt.db", database)
    .replace("/var/backups/asbuilt/litestream", replica);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}

/** Returns Litestream for a database file. The copy and the configuration are in a folder. */
export function litestreamFor(database: string, folder: string): Litestream {
  const config = join(folder, "litestream.yml");
  const replica = join(folder, "replica");
  configureLitestream(config, database, replica);
  return {
    replicate: () => start("litestream", ["replicate", "-config", config], { env }),
    newest: () => newestIn(replica),
    restore: async (to, at) => {
      const time = at ? ["-timestamp", at.toISOString()] : [];
      const args = ["restore", "-config", config, ...time, "-o", to, database];
      const { status, stdout, stderr } = await start("litestream", args, { env }).ended;
      if (status !== 0) throw new Error(`litestream ${args.join(" ")}: ${stdout}${stderr}`);
    },
  };
}

/**
 * Returns the name of the newest changes in a replica. They are named in their order, and those that
 * are being written have another ending.
 */
export function newestIn(replica: string): string | undefined {
  try {
    const names = readdirSync(join(replica, "ltx/0")).filter((name) => name.endsWith(".ltx"));
    return names.toSorted().at(-1);
  } catch {
    return undefined;
  }
}
