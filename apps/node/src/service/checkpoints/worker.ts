import { parentPort, workerData } from "node:worker_threads";
import Database from "libsql";
import { workInBackground } from "../background.ts";
import type { Checkpoint, CheckpointThread } from "./checkpoints.ts";

workInBackground();

// The only caller passes exactly this.
const { path, isObserved } = workerData as CheckpointThread;

const checkpointEveryMs = 200;

const database = new Database(path);
const checkpoint = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");

/** Pages in the log, and those of them that are in the file too. */
interface Outcome {
  readonly log: number;
  readonly checkpointed: number;
}

let before: Outcome = { log: 0, checkpointed: 0 };

/** Posts a checkpoint, unless nothing has changed since the one before. */
function post(outcome: Outcome, seconds: number): void {
  const { log, checkpointed } = outcome;
  if (log === before.log && checkpointed === before.checkpointed) return;
  before = outcome;
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage({ seconds, pagesLeft: log - checkpointed } satisfies Checkpoint);
}

const timer = setInterval(() => {
  const startedAt = performance.now();
  try {
    // The pragma returns one row of these columns.
    const [outcome] = checkpoint.all() as [Outcome];
    if (isObserved) post(outcome, (performance.now() - startedAt) / 1000);
  } catch {
    // The disk can be full. The next pass tries again, and commits report the error.
  }
}, checkpointEveryMs);

parentPort!.once("message", () => {
  clearInterval(timer);
  database.close();
});
