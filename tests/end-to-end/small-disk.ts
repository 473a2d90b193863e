import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fsyncSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./processes.ts";

/** A file system of 16 MiB that only commands in its namespace see. */
export interface SmallDisk {
  /** Its folder, as these commands name it. */
  readonly path: string;
  /** The command that runs another one in the namespace. */
  readonly inside: readonly string[];
  /** Its folder, as this process reaches it. */
  readonly seen: string;
  /** Fills it, and leaves some bytes free. */
  readonly fill: (leftBytes?: number) => void;
  readonly empty: () => void;
  readonly remove: () => Promise<void>;
}

/** The kinds of file systems: any user may mount the first on most systems, and root the second. */
const kinds = {
  "in memory": {
    unshare: ["--map-root-user"],
    mount: 'mount -t tmpfs -o size=16m asbuilt "$0"',
    enter: ["--user", "--preserve-credentials"],
  },
  "with blocks of 1 KiB": {
    unshare: [],
    mount:
      'truncate -s 16M "$0.image" && mkfs.ext4 -q -b 1024 "$0.image" && ' +
      'mount -o loop "$0.image" "$0" && rm "$0.image"',
    enter: [],
  },
};

export type DiskKind = keyof typeof kinds;

/** Mounts a file system. Throws if this user may not do it on this machine. */
export async function smallDisk(kind: DiskKind): Promise<SmallDisk> {
  const { unshare, mount, enter } = kinds[kind];
  const { path, remove } = temporaryFolder();
  const script = `${mount} && echo mounted && exec cat`;
  const keeper = spawn("unshare", ["--mount", ...unshare, "sh", "-c", script, path], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = once(keeper, "exit");
  await Promise.race([once(keeper.stdout, "data"), ended]);
  if (keeper.exitCode !== null) {
    rmSync(`${path}.image`, { force: true });
    remove();
    throw new Error(`This user may not mount a file system ${kind}.`);
  }
  const seen = join(`/proc/${keeper.pid}/root`, path);
  const ballast = join(seen, "ballast");
  return {
    path,
    inside: ["nsenter", `--target=${keeper.pid}`, "--mount", ...enter],
    seen,
    fill: (leftBytes = 0) => {
      fillDisk(ballast);
      truncateSync(ballast, statSync(ballast).size - leftBytes);
    },
    empty: () => rmSync(ballast),
    remove: async () => {
      // The file system disappears with the last process in the namespace.
      keeper.stdin.end();
      await ended;
      remove();
    },
  };
}

/** Writes a file until its disk is full. */
function fillDisk(path: string): void {
  const file = openSync(path, "w");
  const block = Buffer.alloc(1024, 1);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
