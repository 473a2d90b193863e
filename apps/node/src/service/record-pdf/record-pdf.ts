import { Worker } from "node:worker_threads";
import { Refusal } from "@asbuilt/core";
import { threads } from "../../place.ts";

/** A record to make a document of, as the thread gets it. */
export interface PdfRequest {
  readonly id: number;
  readonly text: string;
  readonly timeZone: string;
}

/** The answer of the thread. */
export interface PdfAnswer {
  readonly id: number;
  readonly bytes?: Uint8Array;
  readonly error?: unknown;
}

/** Makes documents of device history records. */
export interface PdfMaker {
  /** Refuses (`overloaded`) while too many records wait. */
  readonly make: (text: string) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** The records that wait for the thread. Each can have megabytes. */
const waitingMax = 16;

/** How long the thread waits for another record: it keeps some megabytes. */
const idleMs = 60_000;

type Waiting = Pick<PromiseWithResolvers<Uint8Array>, "resolve" | "reject">;

/** Makes documents in a thread, which is started for the first one: they delay no request. */
export function pdfThread(timeZone: string): PdfMaker {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const end = () => {
    const ended = thread?.terminate();
    thread = undefined;
    return ended;
  };
  const settle = ({ id, bytes, error }: PdfAnswer) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (bytes) one?.resolve(bytes);
    else one?.reject(error);
    if (waiting.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
  };
  const start = () => {
    const started = new Worker(threads.recordPdf);
    started.on("message", settle);
    // After a failure, the next record starts another thread.
    started.on("error", (error) => {
      if (thread === started) thread = undefined;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    });
    return started;
  };
  return {
    make: (text) => {
      if (waiting.size >= waitingMax) {
        return Promise.reject(new Refusal("overloaded", "Too many documents are being made."));
      }
      clearTimeout(idle);
      thread ??= start();
      const id = ++lastId;
      const { promise, ...one } = Promise.withResolvers<Uint8Array>();
      waiting.set(id, one);
      const request: PdfRequest = { id, text, timeZone };
      // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
      thread.postMessage(request);
      return promise;
    },
    close: async () => {
      clearTimeout(idle);
      await end();
    },
  };
}
