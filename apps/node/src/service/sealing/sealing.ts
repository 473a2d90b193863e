import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { makeSeals, newestSeal, type NewSeal, sealBy, type SealingKey } from "@asbuilt/core";
import { isFile, notOpened, type OpenDatabase, pathOf } from "../../database/database.ts";
import { sha256 } from "../../sha256.ts";
import { keyOf, requireSealer, type SealingConfiguration, sealingSecret } from "./key.ts";

/** The sealing of a database while it is served. */
export interface Sealing {
  /** Seals what is not sealed yet. */
  readonly seal: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Maker {
  readonly make: () => Promise<readonly NewSeal[]>;
  readonly close: () => Promise<void>;
}

/**
 * The sealing of a database; undefined where there is no key for it. Throws a UserError where it was
 * sealed by another key that is not trusted.
 */
export async function sealingOf(
  configuration: SealingConfiguration,
  database: OpenDatabase,
): Promise<Sealing | undefined> {
  const { url } = configuration.database;
  const newest = await newestSeal(database.executor).catch((error) => {
    throw notOpened(url, error);
  });
  if (newest) await requireSealer(newest.publicKey, configuration);
  const secret = sealingSecret(configuration);
  if (secret === undefined) return undefined;
  const key = await keyOf(secret, configuration);
  const { make, close } = isFile(url) ? inThread(pathOf(url), secret) : here(database, key);
  return { seal: () => sealBy(database.executor, make), close };
}

/** Makes seals in this thread: the database is on a server, and is waited for. */
const here = ({ executor }: OpenDatabase, key: SealingKey): Maker => ({
  make: () => makeSeals(executor, { sha256, key, now: Date.now }),
  close: () => Promise.resolve(),
});

/** Makes seals in a thread of its own, where reading and hashing keep nobody waiting. */
function inThread(path: string, secret: string): Maker {
  let worker: Worker | undefined;
  const started = () => {
    const thread = new Worker(new URL("worker.ts", import.meta.url), {
      workerData: { path, secret },
    });
    // One that has failed is started anew the next time.
    thread.on("error", () => {
      worker = undefined;
    });
    return thread;
  };
  return {
    make: async () => {
      worker ??= started();
      // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
      worker.postMessage("make");
      const [said] = (await once(worker, "message")) as [{ seals?: NewSeal[]; error?: unknown }];
      if (said.seals) return said.seals;
      throw said.error;
    },
    // It closes the file itself: the last one that does takes the write-ahead log in.
    close: async () => {
      if (!worker) return;
      // Also after an error in it: what else stops with the service must be stopped, too.
      const ended = new Promise((resolve) => worker!.once("exit", resolve));
      // oxlint-disable-next-line require-post-message-target-origin -- as above
      worker.postMessage("close");
      await ended;
    },
  };
}
