import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { medianOf, ratioOf } from "../contenders/contender.ts";
import { inProcess } from "../contenders/in-process.ts";
import { fillShelf, shelfFilters } from "../plant/shelf.ts";
import { recordLists } from "../recording/listed.ts";
import { formatCount, type Verdict } from "../report/section.ts";
import { measureAll, type Measure } from "./bench.ts";

const [service, statement] = ["asbuilt", "one statement"];

/** Measures each filter and order of List on a million items that differ, and its bare statement. */
export const filters: Measure = async ({ plants, rounds }) => {
  const path = await plants.filled("shelf.db", fillShelf);
  const listed = Object.entries(shelfFilters);
  const statements = await recordLists(
    path,
    listed.map(([, { body }]) => body),
  );
  const rows: string[][] = [];
  const verdicts: Verdict[] = [];
  for (const [index, [name, { of, body }]] of listed.entries()) {
    const recordingPath = join(plants.folder, `list-${name}.json`);
    writeFileSync(recordingPath, JSON.stringify(statements[index]));
    const work = { verb: "list", concurrency: 64, path, recordingPath, units: 0, body } as const;
    const rates = await measureAll(
      [
        await inProcess(service, { ...work, by: "app" }),
        await inProcess(statement, { ...work, by: "native" }),
      ],
      rounds,
    );
    rows.push([name, of, ...[service, statement].map((by) => formatCount(medianOf(rates, by)))]);
    const ratio = ratioOf(rates, service, statement);
    verdicts.push({ name: `List by ${name} / one statement`, ratio, goal: 0.5 });
  }
  return [
    {
      title: "Lists of a million items, filtered",
      text:
        "`POST /api/MaterialItem/List?limit=100` on a plant of a million lots in 1,000 locations, of " +
        "10,000 deliveries and 100,000 batches, through the whole app without a socket. The baseline " +
        "is the statement that reads these rows, which are not mapped.",
      table: { head: ["filter", "selects", "asbuilt", "one statement"], rows },
      verdicts,
    },
  ];
};
