import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readyDatabase } from "@asbuilt/node/setup";
import type { PlantRequests } from "@asbuilt/tests/factories";
import { type Chance, chanceOf } from "@asbuilt/tests/chance";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { rowsOf } from "@asbuilt/tests/stored";
import { type Disk, possibleTroubles, troubles } from "../disk/troubles.ts";
import { type Callers, startCallers, type Outcomes } from "../disk/writers.ts";
import type { Experiment, Figures } from "../experiment.ts";
import { expectSound, plantOf, type Service } from "../services.ts";

/** The longest wait for anything, in milliseconds. */
const waitMsMax = 120_000;

/** The disk refuses writes, and later accepts them again. */
export const disk: Experiment = {
  promise:
    "While the disk is full, over its quota or read-only, writes are refused with 503 and " +
    "Retry-After, and reads continue. Nothing acknowledged is lost, even by a kill -9. Once " +
    "there is room, writes continue without a restart.",
  rounds: { short: 3, long: 60 },
  run: async ({ seed, rounds, ...order }) => {
    const { folder, remove } = scratchFolder();
    const original = await emptyPlant(join(folder, "original.db"));
    const names = await possibleTroubles(original);
    if (names.length === 0)
      throw new Error("This machine has no way to make a disk refuse writes.");
    const untried = Object.keys(troubles).filter((name) => !names.includes(name));
    if (untried.length > 0) order.say(`  not possible here: ${untried.join(", ")}`);
    const chance = chanceOf(seed);
    // One round never restarts the service, so that each run tests writes without a restart.
    const withoutKill = chance.below(rounds);
    const seen: Seen = {
      acknowledged: 0,
      refused: 0,
      unknown: 0,
      reads: 0,
      kills: 0,
      slowestMs: 0,
    };
    const times = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      const name = names[round % names.length]!;
      times.set(name, (times.get(name) ?? 0) + 1);
      const mayKill = round !== withoutKill;
      await onDisk(await troubles[name]!(original), name, (taken) =>
        roundOn(taken, mayKill, chance, seen),
      );
      if (round % 10 === 9) order.say(`  ${round + 1} rounds, ${seen.acknowledged} acknowledged`);
    }
    remove();
    return {
      ...diskFigures(seen, times),
      ...(untried.length > 0 ? { "not tried": untried.join(", ") } : {}),
    };
  },
};

interface Seen {
  acknowledged: number;
  refused: number;
  unknown: number;
  reads: number;
  kills: number;
  /** The longest time from room on the disk to an acknowledged write, in milliseconds. */
  slowestMs: number;
}

function diskFigures({ slowestMs, ...seen }: Seen, times: ReadonlyMap<string, number>): Figures {
  return {
    ...Object.fromEntries([...times].map(([name, rounds]) => [`rounds ${name}`, rounds])),
    ...seen,
    "writes resumed within ms": Math.round(slowestMs),
  };
}

/** Makes a database file as the first start of the service does. */
async function emptyPlant(path: string): Promise<string> {
  const database = await readyDatabase({ database: { url: `file:${path}` } }, "base", () => {});
  database.close();
  return path;
}

async function onDisk(
  taken: Disk,
  name: string,
  work: (disk: Disk) => Promise<void>,
): Promise<void> {
  try {
    await work(taken);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`On a disk that is ${name}: ${reason}`, { cause });
  } finally {
    await taken.remove();
  }
}

async function roundOn(taken: Disk, mayKill: boolean, chance: Chance, seen: Seen): Promise<void> {
  let service = await taken.serve();
  let isTroubled = false;
  try {
    const plant = plantOf(service);
    const { Name: productName } = await plant.product();
    const callers = startCallers(plant, productName);
    await wait(50 + chance.below(200));
    taken.begin(service);
    isTroubled = true;
    await refusals(callers, 20);
    await untilReadOnly(plant, callers);
    if (mayKill && chance.percent(40)) {
      seen.kills++;
      callers.pause();
      await service.kill();
      taken.end(service);
      isTroubled = false;
      service = await taken.serve();
      callers.resume(plantOf(service));
    } else {
      taken.end(service);
      isTroubled = false;
    }
    seen.slowestMs = Math.max(seen.slowestMs, await nextWrite(callers));
    await wait(chance.below(100));
    await callers.stop();
    await expectReadiness(plantOf(service), "ready");
    await service.stop();
    const file = taken.look();
    await expectKept(
      { url: `file:${file}`, sql: async (text) => rowsOf(file, text) },
      callers.outcomes,
    );
    addOutcomes(callers.outcomes, seen);
  } finally {
    if (isTroubled) taken.end(service);
    await service.stop();
  }
}

async function refusals(callers: Callers, more: number): Promise<void> {
  const { outcomes } = callers;
  const [before, readsBefore] = [outcomes.refused.size, outcomes.reads];
  const isSo = () => outcomes.refused.size >= before + more && outcomes.reads > readsBefore + 5;
  await waitUntil(`${more} writes are refused and reads succeed`, isSo, callers);
}

/** Returns the time until the next acknowledged write, in milliseconds. */
async function nextWrite(callers: Callers): Promise<number> {
  const { done } = callers.outcomes;
  const [before, start] = [done.size, performance.now()];
  await waitUntil("a write is acknowledged again", () => done.size > before, callers);
  return performance.now() - start;
}

/** Waits for "read-only". A "ready" before that is right only if a lone write found room. */
async function untilReadOnly(plant: PlantRequests, callers: Callers): Promise<void> {
  const { outcomes } = callers;
  const isSo = async () => {
    const { body } = await plant.get("/readyz");
    if (body.status === "read-only") return true;
    const what = `a write is accepted, because /readyz returned ${JSON.stringify(body)}`;
    await waitUntil(what, () => outcomes.doneAfterRefusal > 0, callers);
    return false;
  };
  await waitUntil("/readyz returns read-only", isSo, callers);
}

async function expectReadiness(plant: PlantRequests, expected: string): Promise<void> {
  const { status, body } = await plant.get("/readyz");
  if (status === 200 && body.status === expected) return;
  throw new Error(`/readyz returned ${status} ${JSON.stringify(body)}, not ${expected}.`);
}

async function waitUntil(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  callers: Callers,
): Promise<void> {
  const deadline = Date.now() + waitMsMax;
  while (!(await isSo())) {
    if (callers.failure) throw callers.failure;
    if (Date.now() > deadline)
      throw new Error(`Timed out after ${waitMsMax} ms, waiting until ${what}.`);
    await wait(5);
  }
}

/** Throws if the file is not sound or disagrees with the responses. */
async function expectKept(
  service: Pick<Service, "url" | "sql">,
  outcomes: Outcomes,
): Promise<void> {
  await expectSound(service);
  const rows = await service.sql("select visual_serial_no as serial from material_item");
  const there = new Set(rows.map(({ serial }) => String(serial)));
  const lost = [...outcomes.done].filter((serial) => !there.has(serial));
  if (lost.length > 0) throw new Error(`Acknowledged but lost: ${lost.join(", ")}`);
  const kept = [...outcomes.refused].filter((serial) => there.has(serial));
  if (kept.length > 0) throw new Error(`Refused but stored: ${kept.join(", ")}`);
}

function addOutcomes(outcomes: Outcomes, seen: Seen): void {
  seen.acknowledged += outcomes.done.size;
  seen.refused += outcomes.refused.size;
  seen.unknown += outcomes.unknown.size;
  seen.reads += outcomes.reads;
}
