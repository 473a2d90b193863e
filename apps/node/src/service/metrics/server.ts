import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { secure } from "../../http-server/bare-refusals.ts";
import { serverLimits } from "../../http-server/server-limits.ts";
import { errorLineOf, UserError } from "../../terminal/messages.ts";
import { expositionFor } from "./exposition.ts";

/** The address of the metrics. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** The connections that can be open together: a few scrapers have one each. */
const connectionsMax = 32;

/**
 * Answers `GET /metrics` at an address of its own, and nothing else. Returns a function that ends
 * this. Throws a UserError if it can't listen.
 */
export function serveMetrics(
  { host, port }: MetricsAddress,
  readText: () => Promise<string>,
): Promise<() => void> {
  const server = createServer(serverLimits, (incoming, outgoing) => {
    answer(incoming, secure(outgoing), readText).catch((error: unknown) =>
      outgoing.destroy(error as Error),
    );
  });
  server.maxConnections = connectionsMax;
  // A service whose start fails after this must end.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const shown = isIPv6(host) ? `[${host}]` : host;
      reject(
        new UserError(`ASBUILT_METRICS: can't listen on ${shown}:${port}: ${errorLineOf(error)}`),
      );
    });
    server.listen({ host, port }, () =>
      resolve(() => {
        server.close();
        server.closeAllConnections();
      }),
    );
  });
}

async function answer(
  { method, url = "", headers }: IncomingMessage,
  outgoing: ServerResponse,
  readText: () => Promise<string>,
): Promise<void> {
  if (url.split("?", 1)[0] !== "/metrics" || (method !== "GET" && method !== "HEAD")) {
    outgoing.writeHead(404, { "Content-Type": "text/plain" }).end("Only GET /metrics is here.\n");
    return;
  }
  const form = expositionFor(headers.accept);
  const text = form.of(await readText());
  outgoing.writeHead(200, {
    "Content-Type": form.type,
    "Content-Length": Buffer.byteLength(text),
    Vary: "Accept",
  });
  outgoing.end(text);
}
