import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { freePort } from "../end-to-end/processes.ts";

/** The page of the other build has it. */
export const newBuildMark = 'meta[name="build"][content="new"]';

/** How the other build differs from the one that the service has. */
const changes = new Map<string, (text: string) => string>([
  [
    "/console/index.html",
    (page) => page.replace("</head>", '<meta name="build" content="new" />$&'),
  ],
  [
    "/console/service-worker.js",
    (script) => script.replace(/(index\.html[^{}]*?revision[^{}]*?)[0-9a-f]{64}/, "$1new"),
  ],
]);

/** Stands before a service. From `release` on, it serves another build of the console. */
export async function serveBuilds(address: string) {
  let isReleased = false;
  let fault: unknown;
  const server = createServer((asked, answer) => {
    const change = isReleased ? changes.get(asked.url ?? "") : undefined;
    if (!change) return pass(address, asked, answer);
    answerChanged(address, { asked, answer, change }).catch((error: unknown) => {
      answer.destroy();
      // The page can ask until its test has ended, and the service with it.
      if (server.listening) fault ??= error;
    });
  });
  const port = await freePort();
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    /** The address of the service with its other build. */
    address: `http://127.0.0.1:${port}`,
    release: () => {
      isReleased = true;
    },
    /** Throws if a changed file could not be served. */
    close: () => {
      server.close();
      server.closeAllConnections();
      if (fault !== undefined) throw fault;
    },
  };
}

// A connection for each request: the service can close one that is kept just as it is used again.
const agent = new Agent();

function pass(address: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = asked;
  const passed = request(`${address}${asked.url}`, { method, headers, agent }, (response) => {
    answer.writeHead(response.statusCode!, response.headers);
    response.pipe(answer);
  });
  // The one that leaves first ends both.
  passed.on("error", () => answer.destroy());
  answer.on("close", () => passed.destroy());
  asked.pipe(passed);
}

interface Changed {
  readonly asked: IncomingMessage;
  readonly answer: ServerResponse;
  readonly change: (text: string) => string;
}

async function answerChanged(address: string, { asked, answer, change }: Changed): Promise<void> {
  const sent = request(`${address}${asked.url}`, { agent }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const original = await text(response);
  const changed = change(original);
  if (changed === original) throw new Error(`${asked.url} has not changed.`);
  const { "content-length": _, ...headers } = response.headers;
  answer.writeHead(response.statusCode!, headers).end(changed);
}
