import { createWriteStream, mkdirSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { csvText, type ExportRow } from "../export/csv.ts";
import { type ExportFile, exportFiles, exportedResources } from "../export/files.ts";
import { newPlant } from "../export/plant.ts";
import { errorLineOf, print, UserError } from "../terminal/messages.ts";
import { type TargetOptions, withExisting } from "./with-target.ts";

export interface ExportOptions extends TargetOptions {
  readonly to: string;
}

/** The folder of the rows that an import loads after the others, with --update. */
const afterwards = "afterwards";

/** `asbuilt export [RESOURCE...] --to FOLDER`: writes files that an import takes. */
export async function exportResources(
  resources: readonly string[],
  options: ExportOptions,
): Promise<number> {
  const unknown = resources.find((name) => !exportedResources.includes(name));
  if (unknown !== undefined) {
    throw new UserError(`${unknown} can't be exported, but ${exportedResources.join(", ")}.`, 2);
  }
  const chosen = new Set(resources.length > 0 ? resources : exportedResources);
  const { to } = options;
  const files = exportFiles.filter(({ name }) => chosen.has(name.split(".")[0]!));
  makeFolder(to);
  return withExisting(options, async (target) => {
    const plant = newPlant(target, { withBuilds: chosen.has("Build") });
    const folders = new Set<string>();
    for (const file of files) {
      const folder = file.isAfterwards ? join(to, afterwards) : to;
      const count = await writeRows(folder, file, file.rows(plant));
      if (count === 0) continue;
      folders.add(folder);
      print(`${relative(to, join(folder, file.name))}: ${count} written`);
    }
    for (const folder of folders) print(`Load it with: asbuilt import ${folder} --update`);
    return 0;
  });
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length === 0) return;
  } catch (error) {
    throw new UserError(`${folder}: ${errorLineOf(error)}`);
  }
  throw new UserError(`${folder}: the folder is not empty`);
}

/** Writes rows to a file as they are read. Writes no file without rows. Returns their number. */
async function writeRows(
  folder: string,
  { name }: ExportFile,
  rows: AsyncGenerator<ExportRow>,
): Promise<number> {
  const first = await rows.next();
  if (first.done) return 0;
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const counted = async function* () {
    count++;
    yield first.value;
    for await (const row of rows) {
      count++;
      yield row;
    }
  };
  const file = createWriteStream(join(folder, name), { flags: "wx" });
  await pipeline(Readable.from(csvText(counted())), file);
  return count;
}
