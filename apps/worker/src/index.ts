import { type Bindings, workerApp } from "./app.ts";
import { runTasks, sealAfterRequest } from "./tasks.ts";

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
      const work = sealAfterRequest(bindings, Date.now());
      if (work) afterwards.waitUntil(work);
    }
    return answer;
  },
  scheduled: (_event: unknown, bindings: Bindings) => runTasks(bindings),
};
