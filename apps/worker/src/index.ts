import { type Bindings, workerApp } from "./app.ts";
import { runTasks } from "./tasks.ts";

// An isolate serves many requests and has one set of bindings: the app is made with the first.
let app: ReturnType<typeof workerApp> | undefined;

export default {
  fetch: (request: Request, bindings: Bindings) => (app ??= workerApp(bindings)).fetch(request),
  scheduled: (_event: unknown, bindings: Bindings) => runTasks(bindings),
};
