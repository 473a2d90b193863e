import { join } from "node:path";
import type { PlantRequests } from "@asbuilt/tests/factories";
import { patiently } from "@asbuilt/tests/patiently";
import type { Answer } from "@asbuilt/tests/requests";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { plantOf, serveD1, serveFile, serveSqld, type Service } from "../services.ts";

/** A database and the real services on it. */
export interface Stage {
  readonly name: string;
  /** Its share of a run's rounds: a file is many times faster than the other databases. */
  readonly share: number;
  readonly plant: PlantRequests;
  readonly url: Service["url"];
  readonly sql: Service["sql"];
  /** Sends all items together, alternating between the services, until each has a response. */
  crowd<Item>(items: readonly Item[], send: Send<Item>): Promise<Answer[]>;
  /** Receives `count` items together, and returns them. */
  receive(count: number, fields: { productName: string; qty: number }): Promise<Received[]>;
  readonly close: () => Promise<void>;
}
interface Received {
  readonly id: number;
  readonly visualSerialNo: string;
  readonly revNo: number;
}
type Send<Item> = (plant: PlantRequests, item: Item) => Promise<Answer>;

interface Shared {
  readonly opened: Promise<Stage[]>;
  users: number;
}
let shared: Shared | undefined;

/** Calls `use` with a stage of each kind. Experiments that run at the same time share them. */
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
  const ends = await Promise.allSettled([
    stageOf("a file", 1, serveFile(join(folder, "one.db"))),
    fileWithTwoProcesses(join(folder, "two.db")),
    stageOf("D1", 0.05, serveD1(join(folder, "d1"))),
    stageOf("sqld", 0.05, serveSqld(join(folder, "sqld"))),
  ]);
  const failed = ends.find((end) => end.status === "rejected");
  if (!failed) return ends.flatMap((end) => (end.status === "fulfilled" ? end.value : []));
  for (const end of ends) if (end.status === "fulfilled") await end.value.close();
  throw failed.reason;
}

async function fileWithTwoProcesses(path: string): Promise<Stage> {
  // The first process makes the file.
  const first = await serveFile(path);
  return stageOf("a file with two processes", 1, Promise.resolve(first), serveFile(path));
}

async function stageOf(
  name: string,
  share: number,
  ...starting: Promise<Service>[]
): Promise<Stage> {
  const services = await Promise.all(starting);
  const plants = services.map(plantOf);
  const plantFor = (index: number) => plants[index % plants.length]!;
  const crowd: Stage["crowd"] = (items, send) =>
    Promise.all(items.map((item, index) => patiently(() => send(plantFor(index), item))));
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

/** Returns the body of a response. Throws if it is a problem. */
export function requireDone({ status, body }: Answer): Answer["body"] {
  if (status === 200) return body;
  throw new Error(
    `A request that the round depends on returned ${status}: ${JSON.stringify(body)}`,
  );
}
