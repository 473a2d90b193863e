import { watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Chance } from "@asbuilt/tests/chance";
import { until } from "@asbuilt/tests/processes";
import { countOf } from "@asbuilt/tests/stored";
import type { Answer } from "@asbuilt/tests/requests";
import { type NodeService, plantOf, serveFile, startFile } from "../services.ts";
import { type Entry, expectAsAnswered, isThere, readLog } from "./ledger.ts";
import { anyOperation, makeScene, type Moves, type Operation, type Scene } from "./operations.ts";

/** The number of concurrent writes. */
const connections = 8;
/** The approximate duration of a start, in milliseconds. */
const startMs = 2000;
/** The most writes before a kill. They take well under a second. */
const writesBeforeKillMax = 300;

/** The results of the kills on one file. */
export interface Toll {
  acknowledged: number;
  /** The unanswered writes that had been committed. */
  committedUnanswered: number;
  lostUnanswered: number;
  repeated: number;
}

/** A database file whose service is killed repeatedly, with the knowledge of its clients. */
export interface Victim {
  /** Kills a service during its start. On an empty file it migrates or seeds. */
  killWhileStarting(): Promise<void>;
  /** Kills a service under load, at a random moment or as it writes to its write-ahead log. */
  killUnderLoad(moment: "any" | "commit"): Promise<void>;
  /** Starts the service a last time, compares, and returns the results of the kills. */
  end(): Promise<Toll>;
}

/** Makes a victim in a folder. `seeded` is the number of changes after an undisturbed seed. */
export function victimIn(folder: string, chance: Chance, seeded: number): Victim {
  const path = join(folder, `plant-${chance.below(2 ** 31)}.db`);
  const entries: Entry[] = [];
  const toll: Toll = { acknowledged: 0, committedUnanswered: 0, lostUnanswered: 0, repeated: 0 };
  let atFirst: readonly Moves[] = [];
  let scene: Scene | undefined;

  /** Starts the service, and compares its database with the knowledge of its clients. */
  async function restarted(): Promise<{ service: NodeService; scene: Scene }> {
    const service = await serveFile(path);
    try {
      return { service, scene: await compared(service) };
    } catch (error) {
      await service.kill();
      throw error;
    }
  }

  async function compared(service: NodeService): Promise<Scene> {
    if (!scene) {
      expectSeeded(countOf(path, "change_log"), seeded);
      ({ scene, atFirst } = await makeScene(plantOf(service)));
    }
    await resolveUnanswered(service, entries, toll);
    await expectAsAnswered(service, atFirst, entries);
    return scene;
  }

  return {
    killWhileStarting: async () => {
      const starting = startFile(path);
      await wait(chance.below(startMs));
      starting.child.kill("SIGKILL");
      await starting.ended;
    },
    killUnderLoad: async (moment) => {
      const { service, scene: of } = await restarted();
      const killed = async () => {
        const sent = entries.length;
        const writes = connections + chance.below(writesBeforeKillMax);
        await until(() => entries.length - sent >= writes, service.process);
        await (moment === "commit" ? untilWritten(`${path}-wal`) : wait(chance.below(10)));
        await service.kill();
      };
      try {
        await Promise.all([killed(), sendUntilGone(service, of, chance, entries)]);
      } finally {
        await service.kill();
      }
    },
    end: async () => {
      const { service } = await restarted();
      await service.stop();
      return toll;
    },
  };
}

function expectSeeded(changes: number, seeded: number): void {
  if (changes === seeded) return;
  throw new Error(`After kills during seeding, the log has ${changes} changes, not ${seeded}.`);
}

/** Resolves when a file is written to. */
async function untilWritten(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const watcher = watch(dirname(path), (_event, name) => {
    if (name === basename(path)) resolve(true);
  });
  const isWritten = await Promise.race([promise, wait(10_000, false)]);
  watcher.close();
  if (!isWritten) throw new Error(`No request wrote to ${path}.`);
}

/** Sends writes on all connections until the service ends, each after a pause. */
export async function sendUntilGone(
  service: NodeService,
  scene: Scene,
  chance: Chance,
  entries: Entry[],
  pauseMs = 0,
): Promise<void> {
  const connection = async (of: Chance) => {
    for (;;) {
      const operation = anyOperation(scene, of, `write-${entries.length}`);
      const entry: Entry = { operation, names: [operation.name], state: "unanswered" };
      entries.push(entry);
      const answer = await sendNamed(service, operation, operation.name).catch(() => undefined);
      if (!answer) return;
      noteAnswer(entry, answer);
      if (pauseMs > 0) await wait(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, () => connection(chance.fork())));
}

const sendNamed = (service: NodeService, operation: Operation, name: string): Promise<Answer> =>
  plantOf(service).request(operation.method, operation.path, operation.body, {
    headers: { "X-Request-Id": name, "Idempotency-Key": operation.idempotencyKey ?? null },
  });

/** The allowed refusals: a removal of more than is built, and too many requests together. */
const refusals = new Set(["not_built", "overloaded"]);

function noteAnswer(entry: Entry, { status, body }: Answer): void {
  const isRefusal = refusals.has(body.code);
  if (status !== 200 && !isRefusal) {
    throw new Error(`${entry.operation.path} returned ${status}: ${JSON.stringify(body)}`);
  }
  entry.state = isRefusal ? "refused" : "acknowledged";
  if (isRefusal) return;
  entry.answer = body;
  entry.answeredAt = Date.now();
}

/** Repeats the unanswered writes that have an Idempotency-Key, and counts the outcomes of all. */
async function resolveUnanswered(
  service: NodeService,
  entries: Entry[],
  toll: Toll,
): Promise<void> {
  const log = await readLog(service.sql);
  for (const entry of entries) {
    if (entry.state !== "unanswered") continue;
    const wasThere = isThere(log, entry);
    entry.state = wasThere ? "found" : "missing";
    toll[wasThere ? "committedUnanswered" : "lostUnanswered"]++;
    if (entry.operation.idempotencyKey === undefined) continue;
    toll.repeated++;
    await repeatWrite(service, entry, wasThere);
  }
  toll.acknowledged = entries.filter(({ state }) => state === "acknowledged").length;
}

async function repeatWrite(service: NodeService, entry: Entry, wasThere: boolean): Promise<void> {
  const name = `${entry.operation.name}-again`;
  entry.names.push(name);
  let answer: Answer;
  do answer = await sendNamed(service, entry.operation, name);
  while (answer.body.code === "overloaded");
  noteAnswer(entry, answer);
  const isReplay = answer.headers.get("Idempotency-Replayed") === "true";
  if (isReplay === wasThere) return;
  const was = wasThere
    ? "was committed and then written again"
    : "was replayed without being stored";
  throw new Error(`${entry.operation.name} ${was}.`);
}
