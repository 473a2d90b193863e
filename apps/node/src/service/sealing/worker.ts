import { isNativeError } from "node:util/types";
import { parentPort, workerData } from "node:worker_threads";
import { fileExecutor } from "@asbuilt/core/database";
import { makeSeals, sealingKeyOf } from "@asbuilt/core/sealing";
import Database from "libsql";
import { workInBackground } from "../background.ts";
import { sha256 } from "../../sha256.ts";
import { reasonOf } from "../../terminal/user-error.ts";

workInBackground();

// The service starts it with exactly this.
const { path, secret } = workerData as { path: string; secret: string };

const database = new Database(path, { readonly: true });
// Nobody waits in this thread: it may read as much at once as it likes.
const reader = { ...fileExecutor(database, setImmediate), listRows: 1000 };
const key = await sealingKeyOf(secret);

const made = async () => {
  try {
    return { seals: await makeSeals(reader, { sha256, key, now: Date.now }) };
  } catch (error) {
    // The binding's own errors only inherit from Error: the copy that is posted would have no message.
    return { error: isNativeError(error) ? error : new Error(reasonOf(error)) };
  }
};

/** Answers each `make` with the seals of what is not sealed yet, until it is told to close. */
parentPort!.on("message", async (asked: "make" | "close") => {
  if (asked === "close") {
    database.close();
    parentPort!.close();
    return;
  }
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(await made());
});
