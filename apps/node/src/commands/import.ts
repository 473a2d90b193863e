import { SingleBar } from "cli-progress";
import { findFiles } from "../import/files.ts";
import { type ImportTally, loadFile } from "../import/load.ts";
import { type TargetOptions, withTarget } from "./with-target.ts";

/** `asbuilt import PATH...`: sends each row as a request; the exit status is 1 if one is refused. */
export async function importPaths(
  paths: readonly string[],
  options: TargetOptions,
): Promise<number> {
  const files = findFiles(paths);
  if (files.length === 0) {
    process.stderr.write(`No file of a known name in ${paths.join(", ")}.\n`);
    return 1;
  }
  return withTarget(options, async (target) => {
    const tally: ImportTally = { loaded: 0, already: 0, refused: [] };
    for (const file of files) {
      const bar = progress(file.name);
      const before = { ...tally, refused: tally.refused.length };
      await loadFile(target, file, tally, bar.advance);
      bar.stop();
      process.stdout.write(`${file.name}: ${summary(tally, before)}\n`);
    }
    for (const line of tally.refused) process.stderr.write(`${line}\n`);
    process.stdout.write(`${summary(tally)}\n`);
    return tally.refused.length > 0 ? 1 : 0;
  });
}

const summary = (
  tally: ImportTally,
  before: { loaded: number; already: number; refused: number } = {
    loaded: 0,
    already: 0,
    refused: 0,
  },
) =>
  `${tally.loaded - before.loaded} loaded, ${tally.already - before.already} loaded already, ` +
  `${tally.refused.length - before.refused} refused`;

/** A bar on a terminal, and nothing where the output goes to a file. */
function progress(name: string) {
  if (!process.stderr.isTTY) return { advance: () => {}, stop: () => {} };
  const bar = new SingleBar({
    format: `${name} {bar} {value}/{total}`,
    stream: process.stderr,
    clearOnComplete: true,
  });
  let started = false;
  return {
    advance: (total: number) => {
      if (!started) bar.start(total, 0);
      started = true;
      bar.increment();
    },
    stop: () => bar.stop(),
  };
}
