import { type Bindings, type Connect, workerApp } from "./app.ts";
import { runAfterWrite, runTasks } from "./tasks.ts";

/** What outlives the answer to a request. */
interface Afterwards {
  waitUntil(work: Promise<unknown>): void;
}

/** What the runtime calls, on the database to which a deployment connects. */
export function workerOn(connect: Connect) {
  // An isolate serves many requests and has one set of bindings: the app is made with the first.
  let app: ReturnType<typeof workerApp> | undefined;
  // What one request wrote may be seen to after another, where the first was given up meanwhile.
  let hasWritten = false;
  return {
    fetch: async (request: Request, bindings: Bindings, afterwards?: Afterwards) => {
      app ??= workerApp(bindings, connect, () => (hasWritten = true));
      const answer = await app.fetch(request);
      if (hasWritten && afterwards) {
        hasWritten = false;
        afterwards.waitUntil(runAfterWrite(bindings, connect, Date.now()));
      }
      return answer;
    },
    scheduled: (_event: unknown, bindings: Bindings) => runTasks(bindings, connect),
  };
}
