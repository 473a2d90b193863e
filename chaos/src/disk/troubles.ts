import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@asbuilt/tests/processes";
import { smallDisk } from "@asbuilt/tests/small-disk";
import { type NodeService, serveFile } from "../services.ts";

/** A disk that can stop accepting writes. */
export interface Disk {
  serve(): Promise<NodeService>;
  /** Stops the growth of the service's file, or all writes to it. */
  begin(service: NodeService): void;
  end(service: NodeService): void;
  /** Returns the path of the file, or of a copy of it, after every service has closed it. */
  look(): string;
  remove(): Promise<void>;
}

/** The ways to make a disk with a copy of a database refuse writes. */
export const troubles: Readonly<Record<string, (original: string) => Promise<Disk>>> = {
  full: fullDisk,
  "over its quota": quota,
  "read-only": readOnlyFile,
};

/** Returns the names of the troubles that this user can make on this machine. */
export async function possibleTroubles(original: string): Promise<string[]> {
  const possible = await Promise.all(
    Object.entries(troubles).map(async ([name, open]) => {
      try {
        await (await open(original)).remove();
        return [name];
      } catch {
        return [];
      }
    }),
  );
  return possible.flat();
}

/** Mounts a file system in memory. A ballast file fills it. */
async function fullDisk(original: string): Promise<Disk> {
  const { path, inside, seen, fill, empty, remove } = await smallDisk("in memory");
  const file = join(path, "disk.db");
  copyFileSync(original, join(seen, "disk.db"));
  return {
    serve: () => serveFile(file, {}, inside),
    begin: () => fill(),
    end: empty,
    look: () => {
      // SQLite would resolve the path to one outside the namespace, so it gets a copy.
      copyFileSync(join(seen, "disk.db"), file);
      return file;
    },
    remove,
  };
}

/** Sets the limit of the system on file sizes, which also applies to a running process. */
async function quota(original: string): Promise<Disk> {
  const { path, remove } = temporaryFolder();
  const limit = (pid: number, size: string) =>
    execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${size}:`], { stdio: "ignore" });
  limit(process.pid, "unlimited");
  const file = join(path, "disk.db");
  copyFileSync(original, file);
  return {
    serve: () => serveFile(file),
    begin: ({ process: { child } }) => limit(child.pid!, String(64 * 1024)),
    // The limit ends with a killed process.
    end: ({ process: { child } }) => {
      if (child.signalCode === null) limit(child.pid!, "unlimited");
    },
    look: () => file,
    remove: async () => remove(),
  };
}

/** Makes a file immutable, even for a process that has it open. Only the superuser can do this. */
async function readOnlyFile(original: string): Promise<Disk> {
  const { path, remove } = temporaryFolder();
  const file = join(path, "disk.db");
  const mark = (sign: string, ...files: string[]) =>
    execFileSync("chattr", [`${sign}i`, ...files], { stdio: "ignore" });
  copyFileSync(original, file);
  try {
    mark("+", file);
    mark("-", file);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    serve: () => serveFile(file),
    begin: () => mark("+", file, `${file}-wal`),
    end: () => mark("-", file, `${file}-wal`),
    look: () => file,
    remove: async () => remove(),
  };
}
