import { join } from "node:path";
import type { PlantRequests } from "@asbuilt/tests/factories";
import { patiently } from "@asbuilt/tests/patiently";
import type { Answer } from "@asbuilt/tests/requests";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { compileCacheIn } from "../kill/victim.ts";
import { plantOf, serveD1, serveFile, serveSqld, type Service } from "../services.ts";

/** One database, and the real services on it. */
export interface Stage {
  readonly name: string;
  /** Which share of the rounds of a run it has: a file takes many times what others do. */
  readonly share: number;
  readonly plant: PlantRequests;
  readonly url: Service["url"];
  readonly sql: Service["sql"];
  /** Sends all at once, in turn to each of the services, until each has its answer. */
  crowd<Ask>(asks: readonly Ask[], send: Send<Ask>): Promise<Answer[]>;
  /** Receives so many items at once; answers them. */
  receive(count: number, fields: { productName: string; qty: number }): Promise<Received[]>;
  readonly close: () => Promise<void>;
}
interface Received {
  readonly id: number;
  readonly visualSerialNo: string;
  readonly revNo: number;
}
type Send<Ask> = (plant: PlantRequests, ask: Ask) => Promise<Answer>;

interface Shared {
  readonly opened: Promise<Stage[]>;
  users: number;
}
let shared: Shared | undefined;

/** Uses a stage of each kind; experiments that run at the same time share them. */
export async function onStages<Result>(
  use: (stages: readonly Stage[]) => Promise<Result>,
): Promise<Result> {
  shared ??= { opened: openStages(), users: 0 };
  const mine = shared;
  mine.users++;
  const stages = await mine.opened;
  try {
    return await use(stages);
  } finally {
    if (--mine.users === 0) {
      shared = undefined;
      await Promise.all(stages.map(({ close }) => close()));
    }
  }
}

async function openStages(): Promise<Stage[]> {
  const { folder } = scratchFolder();
  const env = compileCacheIn(folder);
  const ends = await Promise.allSettled([
    stageOf("a file", 1, serveFile(join(folder, "one.db"), env)),
    fileWithTwoProcesses(join(folder, "two.db"), env),
    stageOf("D1", 0.05, serveD1(join(folder, "d1"), env)),
    stageOf("sqld", 0.05, serveSqld(join(folder, "sqld"), env)),
  ]);
  const failed = ends.find((end) => end.status === "rejected");
  if (!failed) return ends.flatMap((end) => (end.status === "fulfilled" ? end.value : []));
  for (const end of ends) if (end.status === "fulfilled") await end.value.close();
  throw failed.reason;
}

async function fileWithTwoProcesses(
  path: string,
  env: Readonly<Record<string, string>>,
): Promise<Stage> {
  // The first makes the file.
  const first = await serveFile(path, env);
  return stageOf("a file with two processes", 1, Promise.resolve(first), serveFile(path, env));
}

async function stageOf(
  name: string,
  share: number,
  ...starting: Promise<Service>[]
): Promise<Stage> {
  const services = await Promise.all(starting);
  const plants = services.map(plantOf);
  const plantFor = (index: number) => plants[index % plants.length]!;
  const crowd: Stage["crowd"] = (asks, send) =>
    Promise.all(asks.map((ask, index) => patiently(() => send(plantFor(index), ask))));
  return {
    name,
    share,
    plant: plantFor(0),
    url: services[0]!.url,
    sql: services[0]!.sql,
    crowd,
    receive: async (count, fields) => {
      const items = Array.from({ length: count }, () => ({
        visualSerialNo: plantFor(0).unique("SN"),
        ...fields,
      }));
      const answers = await crowd(items, (to, item) => to.post("/api/MaterialItem/Receive", item));
      return answers.map(requireDone);
    },
    close: async () => {
      for (const { stop } of services) await stop();
    },
  };
}

/** The body of an answer; throws where it is a problem. */
export function requireDone({ status, body }: Answer): Answer["body"] {
  if (status === 200) return body;
  throw new Error(`What all else needs was answered ${status}: ${JSON.stringify(body)}`);
}
