import { ratioOf } from "../contenders/contender.ts";
import { inProcess } from "../contenders/in-process.ts";
import { measuredTable } from "../report/section.ts";
import { inTurn, type Measure } from "./bench.ts";

const [service, statement] = ["asbuilt", "one statement"];

/** The history of an item through the whole app, beside one statement that finds the same. */
export const history: Measure = async ({ plants, recordingPath, rounds }) => {
  const path = await plants.deep();
  const work = { verb: "history", together: 1, path, recordingPath, units: 0 } as const;
  const rates = await inTurn(
    [
      await inProcess(service, { ...work, by: "app" }),
      await inProcess(statement, { ...work, by: "native" }),
    ],
    rounds,
  );
  return [
    {
      title: "History of an item",
      text:
        "`POST /api/MaterialItem/History` of any item of a plant of 100,000 items and 500,000 " +
        "builds, through the whole app without a socket; beside one statement, whose rows stay " +
        "as they come.",
      table: measuredTable(rates, "answers"),
      verdicts: [
        {
          name: "History of an item / one statement",
          ratio: ratioOf(rates, service, statement),
          goal: 0.333,
        },
      ],
    },
  ];
};
