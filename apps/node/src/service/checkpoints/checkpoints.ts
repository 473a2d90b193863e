import { Worker } from "node:worker_threads";
import type { LogEntry } from "@asbuilt/http";
import { type DatabaseLocation, filePathOf, isFile } from "../../database/location.ts";
import { threads } from "../../place.ts";

/**
 * Starts a thread that checkpoints the write-ahead log of a database file. A commit that does so
 * takes several times as long, and so do the requests that share it. Returns a function that ends
 * the thread.
 */
export function startCheckpoints(
  { url }: DatabaseLocation,
  log: (entry: LogEntry) => void,
): () => Promise<void> {
  if (!isFile(url)) return () => Promise.resolve();
  const thread = new Worker(threads.checkpoints, {
    workerData: { path: filePathOf(url) },
  });
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
