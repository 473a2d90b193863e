// Loads a bundled Worker and asks it once; prints how long that answer took, in milliseconds: the
// app is made for it. Argument: the bundle.
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

const bundle = (await import(pathToFileURL(process.argv[2]!).href)) as {
  default: { fetch(request: Request, bindings: object): Promise<Response> };
};
// A Worker's runtime has these already; Node loads them when they are first touched.
const request = new Request("http://worker.test/healthz");
await new Response("").text();

const start = performance.now();
const answer = await bundle.default.fetch(request, { DB: {}, ASSETS: {} });
const answered = performance.now();
if (!answer.ok) throw new Error(`The Worker answered ${answer.status}.`);
process.stdout.write(String(answered - start));
