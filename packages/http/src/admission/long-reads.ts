import type { Executor } from "@asbuilt/core";
import { newSemaphore, type Permit, type Semaphore } from "@asbuilt/core/database";
import { RequestRefusal } from "../response/problem.ts";

/** A read of more parts is long. A page of 1,000 records of a file has 15. */
const shortPartsMax = 32;

/** The long reads of one key that run together: each holds rows that its client has not read. */
const runningMax = 8;

/** The further ones that wait, and how long. */
const waitingMax = 64;
const waitMsMax = 10_000;

/** A request that reads. It is long if it is streamed, or once it has read many parts. */
export interface Reading {
  /** The database as this request reads it. */
  readonly executor: Executor;
  /**
   * Makes it a long read. Waits while too many long reads of its key run, and refuses (`overloaded`)
   * if too many wait, or if it waits too long.
   */
  readonly enter: () => Promise<void>;
  /** Lets it continue after its handler, as a stream. Returns the function that ends it. */
  readonly stream: () => () => void;
  /** Ends it with its handler, unless it is a stream. */
  readonly end: () => void;
}

/**
 * Returns the reading of a key. Where each request is an invocation of its own, none can wait for
 * another one: then nothing is limited.
 */
export function longReads(executor: Executor, isShared: boolean): (keyId: number) => Reading {
  if (!isShared) {
    const unlimited: Reading = {
      executor,
      enter: () => Promise.resolve(),
      stream: () => () => {},
      end: () => {},
    };
    return () => unlimited;
  }
  const semaphores = new Map<number, Semaphore>();
  const semaphoreOf = (keyId: number): Semaphore => {
    const known = semaphores.get(keyId);
    if (known) return known;
    const semaphore = newSemaphore(runningMax, waitingMax);
    semaphores.set(keyId, semaphore);
    return semaphore;
  };
  return (keyId) => {
    let permit: Promise<Permit> | undefined;
    let isStream = false;
    let parts = 0;
    const enter = async () => {
      await (permit ??= permitOf(semaphoreOf(keyId)));
    };
    const leave = () => {
      void permit?.then(
        (held) => held.release(),
        () => {},
      );
    };
    return {
      executor: {
        ...executor,
        yieldToOthers: async () => {
          if (++parts >= shortPartsMax) await enter();
          await executor.yieldToOthers(keyId);
        },
      },
      enter,
      stream: () => {
        isStream = true;
        return leave;
      },
      end: () => {
        if (!isStream) leave();
      },
    };
  };
}

async function permitOf(semaphore: Semaphore): Promise<Permit> {
  const permit = await semaphore.acquire(performance.now() + waitMsMax);
  if (permit) return permit;
  throw new RequestRefusal("overloaded", "This key has too many long reads in progress.");
}
