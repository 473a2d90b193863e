import { medianOf, ratioOf } from "../contenders/contender.ts";
import { inProcess } from "../contenders/in-process.ts";
import {
  startNodeHttp,
  signInTo,
  startServiceOn,
  startUsualStack,
  underLoad,
} from "../contenders/servers.ts";
import { smallPlant as units } from "../plant/workload.ts";
import { measuredTable, rateBars, withinLimit } from "../report/section.ts";
import { measureAll, type Measure } from "./bench.ts";

const service = "asbuilt";
const usual = "the usual stack";
const byHand = "node:http, a commit a request";
const grouped = "the engine alone, 64 a commit";
const alone = "the engine alone, 1 a commit";

/** Measures PUT Build over HTTP, from 64 connections. */
export const buildOverHttp: Measure = async ({ plants, recordingPath, rounds }) => {
  const load = { kind: "build", connections: 64, units } as const;
  const native = { by: "native", verb: "build", recordingPath, units } as const;
  const path = () => plants.copy(units);
  const measured = await measureAll(
    [
      underLoad(service, await startServiceOn(await path()), load),
      underLoad(usual, await startUsualStack(await path()), load),
      underLoad(byHand, await startNodeHttp(await path(), recordingPath), load),
      await inProcess(grouped, { ...native, concurrency: 64, path: await path() }),
      await inProcess(alone, { ...native, concurrency: 1, path: await path() }),
    ],
    rounds,
  );
  return [
    {
      title: "Build over HTTP, 64 connections",
      text: `\`PUT /api/Build/Build\`, each into a different unit and from a different lot.`,
      table: measuredTable(measured, "Builds"),
      verdicts: [
        {
          name: "Build over HTTP, 64 connections / the usual stack",
          ratio: ratioOf(measured, service, usual),
          goal: 6,
          beyond: 8,
        },
        {
          name: "Build over HTTP, 64 connections / node:http with a commit a request",
          ratio: ratioOf(measured, service, byHand),
          goal: 1.8,
          beyond: 2.5,
        },
        {
          name: "Build over HTTP, 64 connections / the engine grouped by 64",
          ratio: ratioOf(measured, service, grouped),
          goal: 0.5,
          beyond: 0.6,
        },
        withinLimit(
          "Build over HTTP, 64 connections: 50 ms / p99",
          medianOf(measured, service, "p99"),
          50,
        ),
      ],
      charts: [
        {
          file: "build-64",
          title: "Build over HTTP, 64 connections",
          unit: "Builds a second",
          bars: rateBars(measured),
        },
      ],
    },
  ];
};

/** Measures PUT Build over HTTP, from one connection. */
export const buildAlone: Measure = async ({ plants, recordingPath, rounds }) => {
  const load = { kind: "build", connections: 1, units } as const;
  const measured = await measureAll(
    [
      underLoad(service, await startServiceOn(await plants.copy(units)), load),
      underLoad(byHand, await startNodeHttp(await plants.copy(units), recordingPath), load),
    ],
    rounds,
  );
  return [
    {
      title: "Build over HTTP, 1 connection",
      text: "One request at a time. Both commit each request alone.",
      table: measuredTable(measured, "Builds"),
      verdicts: [
        {
          name: "Build over HTTP, 1 connection / node:http",
          ratio: ratioOf(measured, service, byHand),
          goal: 0.7,
        },
      ],
    },
  ];
};

const byKey = "by key";
const byCookie = "by the cookie of a session";

/** Measures PUT Build over HTTP by the cookie of a session, beside the same by its key. */
export const buildByCookie: Measure = async ({ plants, rounds }) => {
  const load = { kind: "build", connections: 64, units } as const;
  const ofKey = await startServiceOn(await plants.copy(units));
  const ofSession = await startServiceOn(await plants.copy(units));
  const cookie = await signInTo(ofSession);
  const measured = await measureAll(
    [underLoad(byKey, ofKey, load), underLoad(byCookie, ofSession, { ...load, cookie })],
    rounds,
  );
  return [
    {
      title: "Build by the cookie of a session",
      text: "The same Build from 64 connections, with a session in place of the key.",
      table: measuredTable(measured, "Builds"),
      verdicts: [
        {
          name: "Build by the cookie of a session / by its key",
          ratio: ratioOf(measured, byCookie, byKey),
          goal: 0.97,
        },
      ],
    },
  ];
};
