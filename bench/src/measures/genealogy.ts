import { copyFileSync } from "node:fs";
import { ratioOf, type Rounds } from "../contenders/contender.ts";
import { inProcess } from "../contenders/in-process.ts";
import { openNative } from "../plain/statements.ts";
import { measuredTable, type Section } from "../report/section.ts";
import { measureAll, type Measure } from "./bench.ts";

const [service, statement] = ["asbuilt", "one statement"];

const measured = [
  ["asBuilt", "AsBuilt of 10,000 items", "`POST /api/Genealogy/AsBuilt` of an assembly"],
  ["recall", "Recall of a batch", "`POST /api/Genealogy/Recall` of ten items of the lowest level"],
] as const;

/** Measures the genealogy through the whole app, and one statement that finds the same items. */
export const genealogy: Measure = async ({ plants, recordingPath, rounds }) => {
  const path = await plants.deep();
  const sections = [];
  for (const [verb, what, how] of measured) {
    const work = { verb, concurrency: 1, path, recordingPath, units: 0 };
    const rates = await measureAll(
      [
        await inProcess(service, { ...work, by: "app" }),
        await inProcess(statement, { ...work, by: "native" }),
      ],
      rounds,
    );
    sections.push({
      title: `Genealogy: ${what}`,
      text:
        `${how}, on a plant of 100,000 items and 500,000 builds on 10 levels, through the whole ` +
        "app without a socket. The baseline is one recursive statement, whose rows are not mapped.",
      table: measuredTable(rates, "responses"),
      verdicts: [
        { name: `${what} / one statement`, ratio: ratioOf(rates, service, statement), goal: 0.333 },
      ],
    });
  }
  return [...sections, await dispatchGate(path, recordingPath, rounds)];
};

/** Measures what a Dispatch takes to check everything that the unit contains. */
async function dispatchGate(deep: string, recordingPath: string, rounds: Rounds): Promise<Section> {
  const path = finishedCopyOf(deep);
  const work = { by: "app", concurrency: 1, path, recordingPath, units: 0 } as const;
  const [reads, gate] = ["AsBuilt", "Dispatch and Return"];
  const rates = await measureAll(
    [
      await inProcess(reads, { ...work, verb: "asBuilt" }),
      await inProcess(gate, { ...work, verb: "dispatch" }),
    ],
    rounds,
  );
  return {
    title: "Genealogy: Dispatch of 10,000 items",
    text:
      "`PUT /api/MaterialItem/Dispatch` of an assembly on the same plant, which looks at all that " +
      "the assembly contains, and the Return that makes it ready for the next Dispatch.",
    table: measuredTable(rates, "requests"),
    verdicts: [
      { name: "Dispatch of 10,000 items / AsBuilt", ratio: ratioOf(rates, gate, reads), goal: 0.5 },
    ],
  };
}

/** Copies a plant, and finishes all units of the copy. */
function finishedCopyOf(path: string): string {
  const copy = `${path}.finished`;
  copyFileSync(path, copy);
  const database = openNative(copy);
  // The plant is filled for reads: the log has later revisions of its items than their own.
  database.exec(`
    update material_item set rev_no = rev_no + 1000000,
    status_id = (select id from material_status where name = 'Available')`);
  database.close();
  return copy;
}
