import { ratioOf } from "../contenders/contender.ts";
import { startApp, underLoad } from "../contenders/servers.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable } from "../report/section.ts";
import { measureAll, type Measure } from "./bench.ts";

const sealed = "sealed";
const unsealed = "not sealed";

/** Measures the cost of sealing: Builds over HTTP with it and without. */
export const sealing: Measure = async ({ plants, rounds }) => {
  const load = { kind: "build", connections: 64, units } as const;
  const measured = await measureAll(
    [
      underLoad(sealed, await startApp(await plants.copy(units), sealed), load),
      underLoad(unsealed, await startApp(await plants.copy(units), unsealed), load),
    ],
    { ...rounds, rounds: 3 * rounds.rounds },
  );
  return [
    {
      title: "What sealing costs",
      text:
        "`PUT /api/Build/Build` from 64 connections, with a thread that seals the change log, here on " +
        "the same core, and without; in three times as many rounds, since it costs less than by how much " +
        "one differs from the next.",
      table: measuredTable(measured, "Builds"),
      verdicts: [
        {
          name: "Build over HTTP, 64 connections, sealed / not sealed",
          ratio: ratioOf(measured, sealed, unsealed),
          goal: 0.95,
        },
      ],
    },
  ];
};
