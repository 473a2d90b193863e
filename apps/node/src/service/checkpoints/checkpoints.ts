import { Worker } from "node:worker_threads";
import type { LogEntry } from "@asbuilt/http";
import { type DatabaseLocation, isFile, pathOf } from "../../database/database.ts";

/**
 * Takes the write-ahead log of a database file into it, in a thread of its own: a commit that does
 * so takes several times as long as others, and so do the requests that share it. Answers how to
 * end that.
 */
export function startCheckpoints(
  { url }: DatabaseLocation,
  log: (entry: LogEntry) => void,
): () => Promise<void> {
  if (!isFile(url)) return () => Promise.resolve();
  const thread = new Worker(new URL("worker.ts", import.meta.url), {
    workerData: { path: pathOf(url) },
  });
  // Without it commits do so once the log is long.
  thread.on("error", (error) => {
    log({ level: "warn", message: "No thread takes in the write-ahead log.", error });
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
