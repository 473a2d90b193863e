import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The memory that the databases of one run can take. */
const spareBytes = 2 ** 30;

/** Makes a folder for the databases of a run. `remove` deletes it, and so does the run's end. */
export function scratchFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), "asbuilt-plants-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  return { folder, remove };
}

/** Returns Linux's memory as a folder, where a commit does not wait for a disk. */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > spareBytes ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}
