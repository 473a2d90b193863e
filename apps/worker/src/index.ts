import { type Bindings, workerApp } from "./app.ts";
import { runAfterWrite, runTasks } from "./tasks.ts";

// An isolate serves many requests and has one set of bindings: the app is made with the first.
let app: ReturnType<typeof workerApp> | undefined;

/** What outlives the answer to a request. */
interface Afterwards {
  waitUntil(work: Promise<unknown>): void;
}

export default {
  fetch: async (request: Request, bindings: Bindings, afterwards?: Afterwards) => {
    const answer = await (app ??= workerApp(bindings)).fetch(request);
    if (request.method !== "GET" && answer.ok && afterwards) {
      afterwards.waitUntil(runAfterWrite(bindings, Date.now()));
    }
    return answer;
  },
  scheduled: (_event: unknown, bindings: Bindings) => runTasks(bindings),
};
