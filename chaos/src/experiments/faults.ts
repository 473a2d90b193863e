import { join } from "node:path";
import {
  type BatchDatabase,
  type Executor,
  groupedExecutor,
  optimisticExecutor,
} from "@asbuilt/core/database";
import { createApp } from "@asbuilt/http";
import { readyDatabase } from "@asbuilt/node/setup";
import { factories } from "@asbuilt/tests/factories";
import { type FaultyPlant, faultRound, nothingSeen, type Seen } from "@asbuilt/tests/faults";
import { layGround } from "@asbuilt/tests/faults/orders";
import { wayOf } from "@asbuilt/tests/faults/way";
import { unconserved } from "@asbuilt/tests/invariants";
import { answerOf, requestOf, requestsBy } from "@asbuilt/tests/requests";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { watch } from "@asbuilt/tests/watch";
import Database from "libsql";
import type { Experiment } from "../experiment.ts";

const key = "an-administrators-key-of-the-experiments";

/** The deadline of a request, in milliseconds. It is short, so that many requests reach it. */
const deadlineMs = 300;
/** The deadline where commands wait for each other, in milliseconds. */
const groupedDeadlineMs = 1500;

/** The concurrent rounds. Most of the time they wait. */
const lanes = 8;

/** Failures between the service and its database. The database must agree with every response. */
export const faults: Experiment = {
  promise:
    "After any failure between the service and its database, an acknowledged write is stored " +
    "once and a refused one is not. A write repeated with its Idempotency-Key takes effect once.",
  rounds: { short: 60, long: 2000 },
  run: async ({ seed, rounds, ...order }) => {
    const { folder, remove } = scratchFolder();
    const { serve, close } = await openFaultyDatabase(join(folder, "faults.db"));
    try {
      const seen = nothingSeen();
      // Each command runs independently, as on D1.
      const each = await serve((database) => optimisticExecutor(database, deadlineMs));
      let next = 0;
      const lane = async () => {
        // Commands run one after the other or combined, as in one of several processes at a server.
        const grouped = await serve((database) =>
          groupedExecutor(database, { readsMax: 8, writeMsMin: 0, patienceMs: groupedDeadlineMs }),
        );
        while (next < rounds) {
          const round = next++;
          const faulty = (seed + round) % 2 === 0 ? each : grouped;
          await namedRound(faulty, seed + round, seen);
          if (round % 100 === 99) order.say(`  ${round + 1} rounds, ${seen.mishaps} mishaps`);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      const broken = await each.plant.sql(unconserved);
      if (broken.length > 0) throw new Error(`Quantities are lost: ${JSON.stringify(broken)}`);
      return { ...seen };
    } finally {
      close();
      remove();
    }
  },
};

async function namedRound(faulty: FaultyPlant, seed: number, seen: Seen): Promise<void> {
  try {
    await faultRound(faulty, seed, seen);
  } catch (cause) {
    throw new Error(
      `With seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}

/** Opens a database file. Services in this process reach it as a remote database. */
async function openFaultyDatabase(path: string) {
  const file = await readyDatabase({ database: { url: `file:${path}` } }, "base", () => {});
  file.close();
  const reader = new Database(path);
  const writer = new Database(path);
  writer.exec("pragma foreign_keys = on");
  const database = batchesOf(writer);

  const serve = async (executorOf: (watched: BatchDatabase) => Executor): Promise<FaultyPlant> => {
    const watched = watch(database);
    const app = createApp({
      executor: executorOf(watched.database),
      now: Date.now,
      log: () => {},
      adminKey: key,
      asset: () => Promise.resolve(undefined),
    });
    const requests = requestsBy(async (method, route, body, options) => {
      const request = requestOf(`http://faulty${route}`, method, body, { key, ...options });
      return answerOf(await app.fetch(request));
    });
    const plant = {
      ...requests,
      ...factories(requests),
      // The binding returns each row as an object, but its types do not say so.
      sql: async (text: string, ...params: unknown[]) =>
        reader.prepare(text).all(...params) as Row[],
    };
    return { plant, way: wayOf(watched), ground: await layGround(plant), darkShare: 2 };
  };

  return {
    serve,
    close: () => {
      reader.close();
      writer.close();
    },
  };
}

type Row = Record<string, unknown>;

type Statement = Parameters<BatchDatabase["write"]>[0][number];

/** Makes a database file execute batches, each in its own transaction. */
function batchesOf(file: InstanceType<typeof Database>): BatchDatabase {
  const run = ({ sql, params }: Statement): unknown[][] => {
    const statement = file.prepare(sql);
    if (statement.reader) return statement.raw().all(params) as unknown[][];
    statement.run(params);
    return [];
  };
  return {
    read: async (statements) => statements.map(run),
    write: async (statements) => {
      file.exec("begin immediate");
      try {
        const results = statements.map(run);
        file.exec("commit");
        return results;
      } catch (error) {
        file.exec("rollback");
        throw error;
      }
    },
  };
}
