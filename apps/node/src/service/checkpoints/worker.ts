import { parentPort, workerData } from "node:worker_threads";
import Database from "libsql";
import { workInBackground } from "../background.ts";

workInBackground();

// The only caller passes exactly this.
const { path } = workerData as { path: string };

const checkpointEveryMs = 200;

const database = new Database(path);
const checkpoint = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");

const timer = setInterval(() => {
  try {
    checkpoint.all();
  } catch {
    // The disk can be full. The next pass tries again, and commits report the error.
  }
}, checkpointEveryMs);

parentPort!.once("message", () => {
  clearInterval(timer);
  database.close();
});
