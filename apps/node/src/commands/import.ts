import { SingleBar } from "cli-progress";
import { columnsOf, importedResources } from "../import/columns.ts";
import { findFiles, type ImportFile } from "../import/files.ts";
import { type ImportTally, loadFile, newTally } from "../import/load.ts";
import type { Target } from "../import/target.ts";
import { complain, print, printable, UserError } from "../terminal/messages.ts";
import { type TargetOptions, withLoading } from "./with-target.ts";

export interface ImportOptions extends TargetOptions {
  /** Whether a row that names a record changes it. */
  readonly update?: boolean | undefined;
  /** A resource whose files and columns are printed. */
  readonly columns?: string | undefined;
}

/** The most refused rows that are printed: a mistake in one column can refuse every row. */
const printedMax = 1000;

/** `asbuilt import PATH...`: sends each row as a request. Returns 1 if one is refused. */
export async function importPaths(
  paths: readonly string[],
  options: ImportOptions,
): Promise<number> {
  if (options.columns !== undefined) return printColumns(options.columns);
  if (paths.length === 0) {
    throw new UserError("Name files or folders to import, or --columns RESOURCE.", 2);
  }
  const files = findFiles(paths);
  if (files.length === 0) {
    throw new UserError(`${paths.join(", ")}: no file with a name such as Product.Upsert.csv`);
  }
  return withLoading(options, async (target) => {
    const total = { loaded: 0, already: 0, refused: 0 };
    const loading = { seen: new Map<string, number>(), isUpdating: options.update === true };
    for (const file of files) {
      const left = Math.max(0, printedMax - total.refused);
      const { loaded, already, refused } = await importFile(target, file, loading, left);
      total.loaded += loaded;
      total.already += already;
      total.refused += refused.length;
    }
    if (total.refused > printedMax) {
      complain(`${total.refused - printedMax} more refused rows are not shown.`);
    }
    print(summary(total.loaded, total.already, total.refused));
    return total.refused > 0 ? 1 : 0;
  });
}

/** Prints the files of a resource, and the columns of each. */
function printColumns(resource: string): number {
  const files = columnsOf(resource);
  if (files.length === 0) {
    throw new UserError(`--columns: one of ${importedResources().join(", ")}`, 2);
  }
  for (const { file, needed, others } of files) {
    print(file);
    print(`  needed: ${needed.join("; ") || "nothing"}`);
    if (others.length > 0) print(`  also: ${others.join(", ")}`);
  }
  return 0;
}

/** Imports a file and prints the outcome of its rows, even if the service fails in the middle. */
async function importFile(
  target: Target,
  file: ImportFile,
  loading: { readonly seen: Map<string, number>; readonly isUpdating: boolean },
  refusedMax: number,
): Promise<ImportTally> {
  const tally = newTally();
  const bar = newProgress(file.name);
  let isWhole = false;
  try {
    await loadFile(target, file, tally, bar.advance, loading);
    isWhole = true;
    return tally;
  } finally {
    bar.stop();
    const { loaded, already, refused, warnings, manner, hasUnknownField } = tally;
    for (const line of [...warnings, ...refused.slice(0, refusedMax).flat()]) complain(line);
    if (hasUnknownField) {
      const [resource] = file.name.split(".");
      complain(`${file.name}: its columns are listed by: asbuilt import --columns ${resource}`);
    }
    if (manner.length > 0) print(`${file.name}: read ${manner.join(", ")}`);
    const outcome = `${file.name}: ${summary(loaded, already, refused.length)}`;
    if (isWhole) print(outcome);
    else if (loaded + already + refused.length > 0) print(`${outcome}, the rest was not sent`);
  }
}

const summary = (loaded: number, already: number, refused: number) =>
  `${loaded} loaded, ${already} loaded already, ${refused} refused`;

/** Returns a progress bar on a terminal, and nothing for output into a file. */
function newProgress(name: string) {
  if (!process.stderr.isTTY) return { advance: () => {}, stop: () => {} };
  const bar = new SingleBar({
    format: `${printable(name)} {bar} {value}/{total}`,
    stream: process.stderr,
    clearOnComplete: true,
    // Without it the bar changes the terminal's mode, which a signal would leave changed.
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
