import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { median } from "../contenders/contender.ts";
import { loadCore, residentOf, startPinned } from "../contenders/pinned.ts";
import { runLoad, type Server, startServiceOn } from "../contenders/servers.ts";
import type { StreamFigures } from "../load/stream.ts";
import { largePlant as units } from "../plant/workload.ts";
import { formatCount, fixed, withinLimit } from "../report/section.ts";
import type { Measure } from "./bench.ts";

const reader = fileURLToPath(new URL("../load/stream.ts", import.meta.url));

interface Streamed extends StreamFigures {
  readonly grownMB: number;
  /** The p99 of other requests during the list, in milliseconds. */
  readonly p99: number;
}

/** Reads the whole list once, while other connections get items. */
async function streamOnce(server: Server, seed: number): Promise<Streamed> {
  const others = { port: server.port, kind: "get", connections: 8, units } as const;
  // A warm server grows only by the memory of the list.
  await runLoad({ ...others, seconds: 3, seed });
  const before = residentOf(server.process);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentOf(server.process))), 20);
  const child = startPinned(loadCore, [reader, String(server.port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const progress = { isRead: false };
  // The reader prints only figures.
  const reading = text(child.stdout!).then((output) => {
    progress.isRead = true;
    return JSON.parse(output) as StreamFigures;
  });
  const p99s: number[] = [];
  while (!progress.isRead) p99s.push((await runLoad({ ...others, seconds: 2, seed: seed++ })).p99);
  const figures = await reading;
  clearInterval(watch);
  return { ...figures, grownMB: (peak - before) / 1e6, p99: median(p99s) };
}

/** Measures a list of every item of the large plant, on a server that has listed nothing yet. */
export const stream: Measure = async ({ plants, rounds }) => {
  const path = await plants.make(units);
  const rows: Streamed[] = [];
  for (let round = 0; round < rounds.rounds; round++) {
    const server = await startServiceOn(path);
    try {
      rows.push(await streamOnce(server, round + 1));
    } finally {
      await server.stop();
    }
  }
  const [grown, first, p99] = [
    Math.max(...rows.map((row) => row.grownMB)),
    median(rows.map((row) => row.firstByteMs)),
    median(rows.map((row) => row.p99)),
  ];
  return [
    {
      title: "List of 1,000,000 items, streamed",
      text:
        "`POST /api/MaterialItem/List` of everything, read as fast as it comes, while 8 other " +
        "connections get items. Growth is the most that the resident memory of a new server rises above " +
        "its size before the list, when the server is warm from getting items. The largest one decides.",
      table: {
        head: ["items", "MB of JSON", "seconds", "first byte ms", "RSS grew MB", "others' p99 ms"],
        rows: rows.map((row) => [
          formatCount(row.records),
          formatCount(row.bytes / 1e6),
          fixed(row.totalMs / 1000, 1),
          fixed(row.firstByteMs, 1),
          fixed(row.grownMB, 1),
          fixed(row.p99, 1),
        ]),
      },
      verdicts: [
        withinLimit("List of 1,000,000 items: 64 MB / growth of RSS", Math.max(grown, 1), 64),
        withinLimit("List of 1,000,000 items: 50 ms / first byte", first, 50),
        withinLimit("List of 1,000,000 items: 50 ms / p99 of other requests meanwhile", p99, 50),
      ],
    },
  ];
};
