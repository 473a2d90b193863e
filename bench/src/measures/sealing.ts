import { ratioOf } from "../contenders/contender.ts";
import { startPlainApp, startService, underLoad } from "../contenders/servers.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable } from "../report/section.ts";
import { inTurn, type Measure } from "./bench.ts";

const sealed = "asbuilt serve";
const unsealed = "its app alone";

/** What sealing costs: Builds over HTTP with all that the service does beside answering, and without. */
export const sealing: Measure = async ({ plants, rounds }) => {
  const load = { kind: "build", connections: 64, units } as const;
  const measured = await inTurn(
    [
      underLoad(sealed, await startService(await plants.copy(units)), load),
      underLoad(unsealed, await startPlainApp(await plants.copy(units)), load),
    ],
    rounds,
  );
  return [
    {
      title: "What sealing costs",
      text:
        "`PUT /api/Build/Build` from 64 connections, by the service as it is run (it seals the " +
        "change log in a thread of its own, here on the same core, and looks for webhooks and old " +
        "keys) and by its app without all that.",
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
