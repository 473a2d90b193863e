import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@asbuilt/tests/processes";
import { type NodeService, serveFile } from "../services.ts";

/** A disk that can be made to take no more. */
export interface Disk {
  serve(): Promise<NodeService>;
  /** From now on the service's file does not grow, or is not written at all. */
  begin(service: NodeService): void;
  end(service: NodeService): void;
  /** The path of the file once no service has it open: on the disk, or a copy of it. */
  look(): string;
  remove(): Promise<void>;
}

/** Ways in which a disk with a copy of a database comes to take no more. */
export const troubles: Readonly<Record<string, (original: string) => Promise<Disk>>> = {
  full: smallDisk,
  "over its quota": quota,
  "read-only": readOnlyFile,
};

/** The troubles that this user can make on this machine. */
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

/** A file system of its own in memory, in a namespace where this user may mount; others fill it. */
async function smallDisk(original: string): Promise<Disk> {
  const { path, remove } = temporaryFolder();
  const mount = 'mount -t tmpfs -o size=16m asbuilt "$0" && echo mounted && exec cat';
  const keeper = spawn("unshare", ["--mount", "--map-root-user", "sh", "-c", mount, path], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = once(keeper, "exit");
  await Promise.race([once(keeper.stdout, "data"), ended]);
  if (keeper.exitCode !== null) {
    remove();
    throw new Error("This user may not mount a file system in a namespace of its own.");
  }
  const file = join(path, "disk.db");
  const seen = join(`/proc/${keeper.pid}/root`, path);
  const ballast = join(seen, "ballast");
  const inside = ["nsenter", `--target=${keeper.pid}`, "--user", "--mount"];
  copyFileSync(original, join(seen, "disk.db"));
  return {
    serve: () => serveFile(file, {}, [...inside, "--preserve-credentials"]),
    begin: () => fillDisk(ballast),
    end: () => rmSync(ballast),
    look: () => {
      // SQLite would follow the way into the namespace back to here: it must have a copy.
      copyFileSync(join(seen, "disk.db"), file);
      return file;
    },
    remove: async () => {
      // With the last process in it the file system goes.
      keeper.stdin.end();
      await ended;
      remove();
    },
  };
}

/** Writes a file until its disk has no room. */
function fillDisk(path: string): void {
  const file = openSync(path, "w");
  try {
    while (statfsSync(path).bavail > 0) writeSync(file, Buffer.alloc(4096));
  } finally {
    closeSync(file);
  }
}

/** The system's limit of the size of files, which bears on a process that runs. */
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
    // A process that was killed has taken its limit with it.
    end: ({ process: { child } }) => {
      if (child.signalCode === null) limit(child.pid!, "unlimited");
    },
    look: () => file,
    remove: async () => remove(),
  };
}

/** A file that nobody may write, not even who has it open: the superuser only can make it so. */
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
