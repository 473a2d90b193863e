import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as Listener, type Socket } from "node:net";
import { type AppOptions, createApp, overloadGuard } from "@asbuilt/http";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import type { Configuration } from "../configuration.ts";
import { requestsInTurn } from "./requests-in-turn.ts";
import {
  backlog,
  connectionsOf,
  cutUnread,
  mostConnections,
  serverLimits,
  unreadMs,
} from "./server-limits.ts";
import { reasonOf, UserError } from "../terminal/user-error.ts";

/** How long requests in flight may take to be answered once the service is told to stop. */
const graceMs = 10_000;

/** How long connections that are kept stay open then: each may have a request on its way. */
const farewellMs = 500;

type Where = Pick<Configuration, "port" | "host">;

/** Makes the app and listens for its requests; throws a UserError where it can't. */
export function listen(options: AppOptions, where: Where) {
  const { port, host } = where;
  const { fetch } = createApp(options);
  const guard = overloadGuard(options);
  return new Promise<{ close: () => Promise<void>; address: string }>((resolve, reject) => {
    const server = createAdaptorServer({
      fetch,
      hostname: host,
      // The adapter calls it with the one listener that it makes of `fetch`.
      createServer: ((_none: object, listener: RequestListener) =>
        cutUnread(
          askedAll(
            createServer(serverLimits, guarded(listener, { guard, stopping: options.stopping })),
          ),
          unreadMs,
        )) as typeof createServer,
    });
    const connections = connectionsOf(server);
    server.maxConnections = mostConnections;
    server.once("error", (error) => reject(new UserError(whyDeaf(error, where))));
    server.listen({ port, host, backlog }, () => {
      // It listens on an address of the network, so it has a port.
      const info = server.address() as AddressInfo;
      const shown = info.family === "IPv6" ? `[${info.address}]` : info.address;
      resolve({
        close: () => closed(server, connections),
        address: `http://${shown}:${info.port}`,
      });
    });
  });
}

/** Has a server ask its listener also about what Node would answer at once, not in its turn. */
function askedAll(server: Server): Server {
  return server.on("checkExpectation", (incoming, outgoing) => {
    outgoing.statusCode = 417;
    server.emit("request", incoming, outgoing);
  });
}

interface Guarding {
  readonly guard: ReturnType<typeof overloadGuard>;
  readonly stopping: AbortSignal | undefined;
}

/** Answers what the guard refuses, and leaves the rest to the listener. */
function guarded(listener: RequestListener, { guard, stopping }: Guarding): RequestListener {
  return requestsInTurn((incoming, outgoing, isLast) => {
    if (isAmbiguous(incoming)) outgoing.statusCode = 400;
    // Nothing else has set one but an expectation that nobody meets.
    if (outgoing.statusCode !== 200) {
      outgoing.shouldKeepAlive = false;
      return void outgoing.end();
    }
    // Whoever keeps the connection learns that it must not send another request on it.
    if (stopping?.aborted && isLast) outgoing.shouldKeepAlive = false;
    const refused = guard(incoming);
    if (!refused) return listener(incoming, outgoing);
    const { status, headers, body } = refused;
    outgoing.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
    outgoing.end(body);
  });
}

/** What stands in no name or address of a host (RFC 3986, 3.2.2), and in no port. */
const noHost = /[^\w.~!$&'()*+,;=%:[\]-]/;

/** Whether a proxy might read the head in another way: see RFC 9112, 3.2 and 6.1. */
function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return true;
  // Codings came with HTTP/1.1: what is older does not see where the body ends.
  if (coding !== undefined && httpVersion === "1.0") return true;
  if (noHost.test(headers.host ?? "")) return true;
  const isHost = (text: string, index: number) =>
    index % 2 === 0 && text.length === 4 && text.toLowerCase() === "host";
  // Of several, Node keeps the first.
  const hosts = rawHeaders.filter(isHost).length;
  return hosts > 1 || (hosts === 0 && httpVersion === "1.1");
}

function whyDeaf(error: Error, { port, host }: Where): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `PORT: ${port} is in use on ${host}. Set another, or 0 for any free one.`;
  }
  if (code === "EACCES") return `PORT: ${port} may not be listened on by this user.`;
  return `HOST: ${host} can't be listened on: ${reasonOf(error)}`;
}

/** Resolves once every request in flight is answered, or the time for that is up. */
function closed(server: ServerType, connections: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const grace = setTimeout(() => {
      if ("closeAllConnections" in server) server.closeAllConnections();
    }, graceMs);
    let sweep: NodeJS.Timeout | undefined;
    const farewell = setTimeout(() => {
      // A connection that is kept after its answer counts as open until it is closed, too.
      sweep = setInterval(() => {
        // To Node one is idle also while an answer that is given to it whole is being read.
        const areRead = [...connections].every(({ writableLength }) => writableLength === 0);
        if (areRead && "closeIdleConnections" in server) server.closeIdleConnections();
      }, 100);
    }, farewellMs);
    // That of an HTTP server would at once cut off those that are kept.
    Listener.prototype.close.call(server, () => {
      clearTimeout(farewell);
      clearInterval(sweep);
      clearTimeout(grace);
      resolve();
    });
  });
}
