import { readFileSync, statSync } from "node:fs";
import { realPathOf } from "./location.ts";

/** A lock in Linux's list: the process, the device and the file, and the bytes. */
const readLock = /^\d+: POSIX +ADVISORY +READ +(\d+) ([\da-f]+):([\da-f]+):(\d+) (\d+) (\d+)$/gm;

/** The byte of the index of a log (-shm) that each process has locked while it has the file open. */
const openByte = "128";

/**
 * Returns the ids of the other processes that have a database file open. Only Linux tells them, and
 * only those of the same container.
 */
export function otherProcessesWith(path: string): number[] {
  const index = statSync(`${realPathOf(path)}-shm`, { bigint: true, throwIfNoEntry: false });
  if (!index) return [];
  const device = [majorOf(index.dev), minorOf(index.dev)].join(":");
  const found = Array.from(locksOfSystem().matchAll(readLock), ([, id, major, minor, ...rest]) => {
    const [file, from, to] = rest;
    const isOpen = from === openByte && to === openByte && file === String(index.ino);
    const isHere = [`0x${major}`, `0x${minor}`].map(BigInt).join(":") === device;
    return isOpen && isHere ? Number(id) : process.pid;
  });
  return [...new Set(found)].filter((id) => id !== process.pid);
}

// As the system packs them into one number.
const majorOf = (device: bigint) => ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn);
const minorOf = (device: bigint) => (device & 0xffn) | ((device >> 12n) & ~0xffn);

function locksOfSystem(): string {
  try {
    return readFileSync("/proc/locks", "utf8");
  } catch {
    return "";
  }
}
