// Loads a bundled Worker and asks it once; prints how long both took, in milliseconds.
// Arguments: the bundle, and "empty" to ask for a module that does nothing instead.
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

const start = performance.now();
const bundle = (await import(pathToFileURL(process.argv[2]!).href)) as {
  default: { fetch(request: Request, bindings: object): Promise<Response> };
};
const loaded = performance.now();
const answer = await bundle.default.fetch(new Request("http://worker.test/healthz"), {
  DB: {},
  ASSETS: {},
});
if (!answer.ok) throw new Error(`The Worker answered ${answer.status}.`);
const answered = performance.now();
process.stdout.write(JSON.stringify({ loadMs: loaded - start, appMs: answered - loaded }));
