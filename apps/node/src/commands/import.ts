import { SingleBar } from "cli-progress";
import { findFiles, type ImportFile } from "../import/files.ts";
import { type ImportTally, loadFile } from "../import/load.ts";
import { complain, print, printable } from "../terminal/print.ts";
import type { Target } from "../import/target.ts";
import { UserError } from "../terminal/user-error.ts";
import { type TargetOptions, withLoading } from "./with-target.ts";

/** `asbuilt import PATH...`: sends each row as a request; the exit status is 1 if one is refused. */
export async function importPaths(
  paths: readonly string[],
  options: TargetOptions,
): Promise<number> {
  const files = findFiles(paths);
  if (files.length === 0) {
    throw new UserError(`${paths.join(", ")}: no file with a name such as Product.Upsert.csv`);
  }
  return withLoading(options, async (target) => {
    const total = { loaded: 0, already: 0, refused: 0 };
    const seen = new Map<string, number>();
    for (const file of files) {
      const { loaded, already, refused } = await importFile(target, file, seen);
      total.loaded += loaded;
      total.already += already;
      total.refused += refused.length;
    }
    print(summary(total.loaded, total.already, total.refused));
    return total.refused > 0 ? 1 : 0;
  });
}

/** Imports a file and tells what became of its rows, also of those before the service was lost. */
async function importFile(
  target: Target,
  file: ImportFile,
  seen: Map<string, number>,
): Promise<ImportTally> {
  const tally: ImportTally = { loaded: 0, already: 0, refused: [] };
  const bar = progress(file.name);
  let isWhole = false;
  try {
    await loadFile(target, file, tally, bar.advance, seen);
    isWhole = true;
    return tally;
  } finally {
    bar.stop();
    const { loaded, already, refused } = tally;
    for (const line of refused) complain(line);
    const told = `${file.name}: ${summary(loaded, already, refused.length)}`;
    if (isWhole) print(told);
    else if (loaded + already + refused.length > 0) print(`${told}, and not to its end`);
  }
}

const summary = (loaded: number, already: number, refused: number) =>
  `${loaded} loaded, ${already} loaded already, ${refused} refused`;

/** A bar on a terminal, and nothing where the output goes to a file. */
function progress(name: string) {
  if (!process.stderr.isTTY) return { advance: () => {}, stop: () => {} };
  const bar = new SingleBar({
    format: `${printable(name)} {bar} {value}/{total}`,
    stream: process.stderr,
    clearOnComplete: true,
    // The terminal stays as it is: a signal that ends the import would not put it right again.
    linewrap: true,
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
