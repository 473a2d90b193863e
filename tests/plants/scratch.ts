import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How much memory the databases of a run may take. */
const spareBytes = 2 ** 30;

/** A folder for the databases of a run, and what takes it away; so does the end of the run. */
export function scratchFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), "asbuilt-plants-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  return { folder, remove };
}

/** Linux's memory as a folder: a commit there waits for no disk. */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > spareBytes ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}
