import { isNativeError } from "node:util/types";
import { parentPort, workerData } from "node:worker_threads";
import { fileExecutor } from "@asbuilt/core/database";
import { makeSeals, sealingKeyOf } from "@asbuilt/core/sealing";
import Database from "libsql";
import { workInBackground } from "../background.ts";
import { sha256 } from "../../sha256.ts";
import { errorLineOf } from "../../terminal/messages.ts";
import type { SealingThread } from "./sealing.ts";

workInBackground();

// The only caller passes exactly this.
const { path, secret, servedSince } = workerData as SealingThread;

const database = new Database(path, { readonly: true });
// No request waits for this thread: it can read large chunks.
const reader = { ...fileExecutor(database, setImmediate), listRows: 1000 };
const key = await sealingKeyOf(secret);

const sealsOrError = async () => {
  try {
    return { seals: await makeSeals(reader, { sha256, key, now: Date.now, servedSince }) };
  } catch (error) {
    // The binding's errors only inherit from Error: posting would lose their message.
    return { error: isNativeError(error) ? error : new Error(errorLineOf(error)) };
  }
};

/** Responds to each `make` with the seals of the unsealed rows; `close` ends the thread. */
parentPort!.on("message", async (command: "make" | "close") => {
  if (command === "close") {
    database.close();
    parentPort!.close();
    return;
  }
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(await sealsOrError());
});
