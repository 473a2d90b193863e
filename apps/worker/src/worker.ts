import type { Executor } from "@asbuilt/core/database";
import { newKeyUse, strictTransport } from "@asbuilt/http";
import { type Bindings, type Connect, workerApp } from "./app.ts";
import { runAfterResponse, runScheduled, sealingState } from "./tasks.ts";

/** The runtime's context of a request: its work continues after the response. */
interface RequestContext {
  waitUntil(work: Promise<unknown>): void;
}

/** How often the last use of keys is written. */
const keyUseEveryMs = 60_000;

/** Creates the handlers that the runtime calls, on the database of the deployment. */
export function workerOn(connectTo: Connect) {
  const connections = new WeakMap<Bindings, Executor>();
  const connect: Connect = (bindings) => {
    const known = connections.get(bindings) ?? connectTo(bindings);
    connections.set(bindings, known);
    return known;
  };
  // An isolate serves many requests with the same bindings: the first request creates the app.
  let app: ReturnType<typeof workerApp> | undefined;
  // If a request that wrote is aborted, the tasks for its write run after another request.
  let hasWritten = false;
  const keyUse = newKeyUse(Date.now);
  let useWrittenAt = 0;
  return {
    fetch: async (request: Request, bindings: Bindings, context?: RequestContext) => {
      app ??= workerApp(bindings, connect, {
        onWrite: () => (hasWritten = true),
        onKeyUse: keyUse.note,
        sealing: () => sealingState(bindings),
      });
      const response = await app.fetch(request);
      if (request.url.startsWith("https:")) response.headers.set(...strictTransport);
      const now = Date.now();
      const isUseDue = now - useWrittenAt >= keyUseEveryMs;
      if ((hasWritten || isUseDue) && context) {
        const due = { hasWritten, keyUse: isUseDue ? keyUse : undefined };
        hasWritten = false;
        if (isUseDue) useWrittenAt = now;
        context.waitUntil(runAfterResponse(bindings, connect, due, now));
      }
      return response;
    },
    scheduled: (_event: unknown, bindings: Bindings) => runScheduled(bindings, connect),
  };
}
