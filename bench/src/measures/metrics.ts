import { ratioOf } from "../contenders/contender.ts";
import { freePort, type Server, startServiceOn, underLoad } from "../contenders/servers.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable } from "../report/section.ts";
import { measureGenerations, type Measure } from "./bench.ts";

const observed = "with metrics";
const plain = "without metrics";

/** How often Prometheus asks in `deploy/prometheus`. */
const scrapeEveryMs = 15_000;

/** Measures the cost of metrics: Builds over HTTP with them and without. */
export const metrics: Measure = async ({ plants, rounds }) => {
  const load = { kind: "build", connections: 64, units } as const;
  const measured = await measureGenerations(
    async () => [
      underLoad(observed, await startScraped(await plants.copy(units)), load),
      underLoad(plain, await startServiceOn(await plants.copy(units)), load),
    ],
    rounds,
  );
  return [
    {
      title: "The cost of metrics",
      text:
        "`PUT /api/Build/Build` from 64 connections, with and without `ASBUILT_METRICS`. The metrics are " +
        "scraped every 15 seconds. They cost less than the difference between two processes of the same " +
        "code, so each is started three times.",
      table: measuredTable(measured, "Builds"),
      verdicts: [
        {
          name: "Build over HTTP, 64 connections, with metrics / without",
          ratio: ratioOf(measured, observed, plain),
          goal: 0.98,
        },
      ],
    },
  ];
};

/** Starts the service with metrics, and asks for them until it is stopped. */
async function startScraped(path: string): Promise<Server> {
  const port = await freePort();
  const server = await startServiceOn(path, [], { ASBUILT_METRICS: String(port) });
  const scraper = setInterval(() => {
    void fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
  }, scrapeEveryMs);
  const stop = () => {
    clearInterval(scraper);
    return server.stop();
  };
  return { ...server, stop };
}
