import { parentPort, workerData } from "node:worker_threads";
import Database from "libsql";
import { workInBackground } from "../background.ts";

workInBackground();

// The service starts it with exactly this.
const { path } = workerData as { path: string };

const everyMs = 200;

const database = new Database(path);
const checkpoint = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");

const timer = setInterval(() => {
  try {
    checkpoint.all();
  } catch {
    // The disk may be full. It is tried again, and whoever commits is told of it.
  }
}, everyMs);

parentPort!.once("message", () => {
  clearInterval(timer);
  database.close();
});
