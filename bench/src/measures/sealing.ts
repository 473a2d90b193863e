import { ratioOf } from "../contenders/contender.ts";
import { startApp, underLoad } from "../contenders/servers.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable } from "../report/section.ts";
import { measureGenerations, type Measure } from "./bench.ts";

const sealed = "sealed";
const unsealed = "not sealed";

/** Measures the cost of sealing: Builds over HTTP with it and without. */
export const sealing: Measure = async ({ plants, rounds }) => {
  const load = { kind: "build", connections: 64, units } as const;
  const measured = await measureGenerations(
    async () => [
      underLoad(sealed, await startApp(await plants.copy(units), sealed), load),
      underLoad(unsealed, await startApp(await plants.copy(units), unsealed), load),
    ],
    rounds,
  );
  return [
    {
      title: "The cost of sealing",
      text:
        "`PUT /api/Build/Build` from 64 connections, with and without a thread that seals the change " +
        "log. Here the thread runs on the same core. Sealing costs less than the difference between " +
        "two processes of the same code, so each is started three times.",
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
