import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import {
  type AppOptions,
  createApp,
  overloadGuard,
  refuseTarget,
  strictTransport,
} from "@asbuilt/http";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import type { Configuration } from "../configuration.ts";
import { errorLineOf, UserError } from "../terminal/messages.ts";
import { isHostOdd, reportUnseen, secure, withSecureFaults } from "./bare-refusals.ts";
import { cameByHttps, isTrusted, type TrustedProxies } from "./client-address.ts";
import { type Listener, pipelined } from "./pipelining.ts";
import { refusalLog, type RefusalLog } from "./refusal-log.ts";
import { observed, type RequestObserver } from "./request-observer.ts";
import {
  type AddressLimit,
  backlogMax,
  connectionsMax,
  connectionsOf,
  cutUnread,
  limitAddresses,
  serverLimits,
  unreadMs,
} from "./server-limits.ts";

/** How long requests in progress have after the service begins to stop. */
const stopGraceMs = 10_000;

/** How long idle connections stay open then: a request can be on its way. */
const farewellMs = 500;

type Where = Pick<Configuration, "port" | "host" | "trustedProxies" | "connectionsPerAddress">;

/** Creates the app and listens for its requests. Throws a UserError if it can't listen. */
export function listen(options: AppOptions, where: Where, observer?: RequestObserver) {
  const { port, host, trustedProxies: proxies } = where;
  const { fetch } = createApp({ ...options, loadsHandlers: true });
  const guard = overloadGuard(options);
  const refusals = refusalLog(options, proxies);
  return new Promise<{ close: () => Promise<void>; address: string; host: string }>(
    (resolve, reject) => {
      const server = createAdaptorServer({
        fetch,
        hostname: host,
        // The adapter calls it with the one listener that it creates from `fetch`.
        createServer: ((_none: object, listener: RequestListener) =>
          limitAddresses(
            cutUnread(
              withExpectations(
                withSecureFaults(
                  createServer(
                    serverLimits,
                    guarded(listener, { ...options, guard, proxies, observer, refusals }),
                  ),
                  refusals,
                ),
              ),
              unreadMs,
            ),
            addressLimitOf(options, where),
          )) as typeof createServer,
      });
      const connections = connectionsOf(server);
      server.maxConnections = connectionsMax;
      server.once("error", (error) => reject(new UserError(whyNotListening(error, where))));
      server.listen({ port, host, backlog: backlogMax }, () => {
        // A TCP server's address is an object; a pipe's would be text.
        const info = server.address() as AddressInfo;
        const shown = info.family === "IPv6" ? `[${info.address}]` : info.address;
        resolve({
          close: () => closeServer(server, connections),
          address: `http://${shown}:${info.port}`,
          host: info.address,
        });
      });
    },
  );
}

/** The reasons of closed connections. */
const closedReasons = {
  address: "Its address has too many connections.",
  all: "The service has too many connections.",
};

/** Returns the limit of the connections of an address. The security log has the closed ones. */
const addressLimitOf = (
  { security }: AppOptions,
  { connectionsPerAddress, trustedProxies: proxies }: Where,
): AddressLimit => ({
  connectionsMax: connectionsPerAddress,
  isExempt: (address) => proxies !== undefined && isTrusted(proxies, address),
  onClosed: (tooManyOf, address) =>
    security?.({ kind: "connection_dropped", address, reason: closedReasons[tooManyOf] }),
});

/** Passes requests with an unknown `Expect` to the listener: Node would respond out of order. */
function withExpectations(server: Server): Server {
  return server.on("checkExpectation", (incoming, outgoing) => {
    outgoing.statusCode = 417;
    server.emit("request", incoming, outgoing);
  });
}

interface Guarding extends Pick<AppOptions, "stopping" | "onRefusal"> {
  readonly guard: ReturnType<typeof overloadGuard>;
  readonly proxies: TrustedProxies | undefined;
  readonly observer: RequestObserver | undefined;
  readonly refusals: RefusalLog;
}

/** Sends the refusals of the guard, and passes other requests to the listener. */
function guarded(
  listener: RequestListener,
  { guard, proxies, observer, refusals, stopping, onRefusal }: Guarding,
): RequestListener {
  const answer: Listener = (incoming, outgoing, isLast) => {
    if (isAmbiguous(incoming)) outgoing.statusCode = 400;
    // Only the line above and an unknown expectation set another status.
    if (outgoing.statusCode !== 200) {
      outgoing.shouldKeepAlive = false;
      refusals.request(incoming, { status: outgoing.statusCode });
      return void secure(outgoing).end();
    }
    if (proxies && cameByHttps(incoming, proxies)) outgoing.setHeader(...strictTransport);
    // `Connection: close` stops the client from sending more requests on it.
    if (stopping?.aborted && isLast) outgoing.shouldKeepAlive = false;
    const badTarget = refuseTarget(incoming);
    const refused = badTarget ?? guard(incoming);
    if (!refused && !isHostOdd(incoming)) return listener(incoming, outgoing);
    if (!refused) return listener(incoming, reportUnseen(incoming, secure(outgoing), refusals));
    const { code, status, headers, body } = refused;
    if (badTarget) {
      const requestId = headers["X-Request-Id"];
      refusals.request(incoming, { status, requestId, bytes: Buffer.byteLength(body) });
    }
    onRefusal?.(code, { incoming });
    outgoing.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
    outgoing.end(body);
  };
  return pipelined(observed(answer, observer));
}

/** A character that can't occur in a host (RFC 3986, 3.2.2) or a port. */
const notInHost = /[^\w.~!$&'()*+,;=%:[\]-]/;

/** Returns whether a proxy could read the head differently: see RFC 9112, 3.2 and 6.1. */
function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return true;
  // An HTTP/1.0 proxy does not know codings, and would see another end of the body.
  if (coding !== undefined && httpVersion === "1.0") return true;
  if (notInHost.test(headers.host ?? "")) return true;
  const isHost = (text: string, index: number) =>
    index % 2 === 0 && text.length === 4 && text.toLowerCase() === "host";
  // `headers` has only the first of several.
  const hosts = rawHeaders.filter(isHost).length;
  return hosts > 1 || (hosts === 0 && httpVersion === "1.1");
}

function whyNotListening(error: Error, { port, host }: Where): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `PORT: ${port} is in use on ${host}. Set another, or 0 for any free one.`;
  }
  if (code === "EACCES") return `PORT: this user is not permitted to listen on ${port}.`;
  return `HOST: can't listen on ${host}: ${errorLineOf(error)}`;
}

/** Closes a server. Resolves when every request in progress has its response, or time is up. */
function closeServer(server: ServerType, connections: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const grace = setTimeout(() => {
      if ("closeAllConnections" in server) server.closeAllConnections();
    }, stopGraceMs);
    let sweep: NodeJS.Timeout | undefined;
    const farewell = setTimeout(() => {
      // A kept connection counts as open until it is closed.
      sweep = setInterval(() => {
        // Node regards one as idle even while its client still reads a response.
        const areRead = [...connections].every(({ writableLength }) => writableLength === 0);
        if (areRead && "closeIdleConnections" in server) server.closeIdleConnections();
      }, 100);
    }, farewellMs);
    // An HTTP server's own `close` would cut off kept connections immediately.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(farewell);
      clearInterval(sweep);
      clearTimeout(grace);
      resolve();
    });
  });
}
