import { strictTransport } from "@asbuilt/http";
import { type Bindings, type Connect, workerApp } from "./app.ts";
import { runAfterWrite, runScheduled } from "./tasks.ts";

/** The runtime's context of a request: its work continues after the response. */
interface RequestContext {
  waitUntil(work: Promise<unknown>): void;
}

/** Creates the handlers that the runtime calls, on the database of the deployment. */
export function workerOn(connect: Connect) {
  // An isolate serves many requests with the same bindings: the first request creates the app.
  let app: ReturnType<typeof workerApp> | undefined;
  // If a request that wrote is aborted, the tasks for its write run after another request.
  let hasWritten = false;
  return {
    fetch: async (request: Request, bindings: Bindings, context?: RequestContext) => {
      app ??= workerApp(bindings, connect, () => (hasWritten = true));
      const response = await app.fetch(request);
      if (request.url.startsWith("https:")) response.headers.set(...strictTransport);
      if (hasWritten && context) {
        hasWritten = false;
        context.waitUntil(runAfterWrite(bindings, connect, Date.now()));
      }
      return response;
    },
    scheduled: (_event: unknown, bindings: Bindings) => runScheduled(bindings, connect),
  };
}
