import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { makeSeals, newestSeal, type NewSeal, sealBy, type SealingKey } from "@asbuilt/core";
import { type Executor, plainSql } from "@asbuilt/core/database";
import type { OpenDatabase } from "../../database/database.ts";
import { filePathOf, isFile, openError } from "../../database/location.ts";
import { threads } from "../../place.ts";
import { sha256 } from "../../sha256.ts";
import { anchorStoreOf } from "./kept-anchor.ts";
import {
  removeKeyParts,
  requireSealer,
  type SealingConfiguration,
  sealingKeyFrom,
  sealingSecret,
} from "./key.ts";

/** The sealing of a database while it is served. */
export interface Sealing {
  /**
   * Seals the unsealed rows of the change log. Rejects with an AnchorMismatch if the seals do not
   * follow the kept anchor.
   */
  readonly seal: () => Promise<void>;
  /** The public keys, if another one made the newest seal. */
  readonly replaced: { readonly from: string; readonly to: string } | undefined;
  readonly close: () => Promise<void>;
}

/** The data of the thread that makes seals. */
export interface SealingThread {
  readonly path: string;
  readonly secret: string;
  readonly servedSince: number | undefined;
}

interface SealMaker {
  readonly make: () => Promise<readonly NewSeal[]>;
  readonly close: () => Promise<void>;
}

/**
 * Throws a UserError if a service could not continue the seals of a database of any schema: its key
 * can't be read, or another one that is not trusted sealed it last.
 */
export async function requireLastSealer(
  configuration: SealingConfiguration,
  executor: Pick<Executor, "read">,
): Promise<void> {
  const [tables] = await executor.read([plainSql(sealTable)]);
  const newest = tables!.length > 0 ? await newestSeal(executor) : undefined;
  if (newest) await requireSealer(newest.publicKey, configuration);
}

const sealTable = "select 1 from sqlite_schema where type = 'table' and name = 'seal'";

/**
 * Returns the sealing of a database; undefined if there is no key for it. A service says since when
 * it seals each new row. Throws a UserError if the database was sealed by another key that is not
 * trusted.
 */
export async function sealingOf(
  configuration: SealingConfiguration,
  database: OpenDatabase,
  servedSince?: number,
): Promise<Sealing | undefined> {
  const { url } = configuration.database;
  const newest = await newestSeal(database.executor).catch((error) => {
    throw openError(url, error);
  });
  if (newest) await requireSealer(newest.publicKey, configuration);
  const store = await anchorStoreOf(configuration, database.executor);
  const secret = sealingSecret(configuration);
  if (secret === undefined) return undefined;
  removeKeyParts(configuration);
  const key = await sealingKeyFrom(secret, configuration);
  const { make, close } = isFile(url)
    ? threadMaker({ path: filePathOf(url), secret, servedSince })
    : localMaker(database, key, servedSince);
  const isOther = newest !== undefined && newest.publicKey !== key.publicKey;
  return {
    seal: () => sealBy(database.executor, make, store),
    replaced: isOther ? { from: newest.publicKey, to: key.publicKey } : undefined,
    close,
  };
}

/** Makes seals in this thread, which only waits for the server of the database. */
const localMaker = (
  { executor }: OpenDatabase,
  key: SealingKey,
  servedSince: number | undefined,
): SealMaker => ({
  make: () => makeSeals(executor, { sha256, key, now: Date.now, servedSince }),
  close: () => Promise.resolve(),
});

/** Makes seals in a separate thread, where reading and hashing delay no request. */
function threadMaker(workerData: SealingThread): SealMaker {
  let worker: Worker | undefined;
  const startThread = () => {
    const thread = new Worker(threads.sealing, { workerData });
    // After a failure, the next call starts another thread.
    thread.on("error", () => {
      worker = undefined;
    });
    return thread;
  };
  return {
    make: async () => {
      worker ??= startThread();
      // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
      worker.postMessage("make");
      // The thread posts nothing else.
      const [result] = (await once(worker, "message")) as [{ seals?: NewSeal[]; error?: unknown }];
      if (result.seals) return result.seals;
      throw result.error;
    },
    // The thread closes the file itself: the last one to close it checkpoints the log.
    close: async () => {
      if (!worker) return;
      // Resolves also after an error of the thread: the rest of the service must still stop.
      const ended = new Promise((resolve) => worker!.once("exit", resolve));
      // oxlint-disable-next-line require-post-message-target-origin -- as above
      worker.postMessage("close");
      await ended;
    },
  };
}
