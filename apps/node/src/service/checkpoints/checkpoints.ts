import { Worker } from "node:worker_threads";
import type { LogEntry } from "@asbuilt/http";
import { type DatabaseLocation, filePathOf, isFile } from "../../database/location.ts";
import { threads } from "../../place.ts";

/** A checkpoint that found something to copy, or was kept from copying it. */
export interface Checkpoint {
  readonly seconds: number;
  /** The pages of the log that are not in the file yet: a long read can need the file as it is. */
  readonly pagesLeft: number;
}

/** The data of the thread. */
export interface CheckpointThread {
  readonly path: string;
  /** Whether it posts its checkpoints. */
  readonly isObserved: boolean;
}

/**
 * Starts a thread that checkpoints the write-ahead log of a database file. A commit that does so
 * takes several times as long, and so do the requests that share it. Returns a function that ends
 * the thread.
 */
export function startCheckpoints(
  { url }: DatabaseLocation,
  log: (entry: LogEntry) => void,
  onCheckpoint?: (checkpoint: Checkpoint) => void,
): () => Promise<void> {
  if (!isFile(url)) return () => Promise.resolve();
  const workerData: CheckpointThread = {
    path: filePathOf(url),
    isObserved: onCheckpoint !== undefined,
  };
  const thread = new Worker(threads.checkpoints, { workerData });
  // It posts nothing else.
  thread.on("message", (checkpoint: Checkpoint) => onCheckpoint?.(checkpoint));
  // Without the thread, commits checkpoint the log when it is long.
  thread.on("error", (error) => {
    log({ level: "warn", message: "The thread that checkpoints the database has failed.", error });
  });
  const ended = new Promise((resolve) => {
    thread.once("exit", resolve);
  });
  return async () => {
    // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
    thread.postMessage("close");
    await ended;
  };
}
