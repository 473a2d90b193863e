import { globSync } from "node:fs";
import { basename, join } from "node:path";

/** A write of a recorded plant, with its response. */
export interface RecordedWrite {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: object;
  readonly status: number;
  readonly response: string;
}

/** The keys of recorded plants. Nothing else uses them. */
export const adminKey = "fixture-admin-key-fixture-admin-key-1";
export const sealKey = Buffer.alloc(32, 7).toString("base64");

/** The files of a recorded plant, without their endings `.db.gz` and `.ndjson`. */
export interface RecordedPlant {
  readonly name: string;
  readonly files: string;
}

const recordedIn = (folder: string): RecordedPlant => ({
  name: `release ${basename(folder)}`,
  files: join(folder, "plant"),
});

/** The folders of all releases, from the oldest to the newest. */
export const releaseFolders: readonly string[] = globSync("*/", { cwd: import.meta.dirname })
  .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
  .map((name) => join(import.meta.dirname, name));

/** A plant from before the first release, and that of each release. */
export const recordedPlants: readonly RecordedPlant[] = [
  {
    name: "a version before the first release",
    files: join(import.meta.dirname, "../end-to-end/fixtures/plant-0.1"),
  },
  ...releaseFolders.map(recordedIn),
];

/** A plant of the last version that recorded decisions, and not answers: it did every write. */
export const plantOfDecisions: RecordedPlant = {
  name: "the last version that recorded decisions",
  files: join(import.meta.dirname, "../end-to-end/fixtures/plant-of-decisions"),
};
