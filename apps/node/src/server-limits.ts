import type { Server, ServerOptions } from "node:http";

/** What one who sends slowly, or opens connections and sends nothing, may take of the server. */
export const serverLimits: ServerOptions = {
  headersTimeout: 10_000,
  // The whole of a request; a body is at most 1 MiB.
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than proxies keep a connection: they must not send on one that is being closed.
  keepAliveTimeout: 65_000,
};

/** How long a client may take nothing of an answer: what it does not read is held for it. */
export const unreadMs = 60_000;

/** Cuts off whoever takes nothing of its answer for so long, and whoever asks nothing more. */
export function cutUnread(server: Server, ms: number): Server {
  server.timeout = ms;
  server.on("timeout", (socket) => {
    // Where nothing waits to be taken, it is the service that is not done.
    const isUnread = socket.writableLength > 0;
    const isKept = socket.timeout !== ms;
    if (isUnread || isKept) socket.destroy();
  });
  return server;
}

/** Beyond these a connection is closed as soon as it is opened. */
export const mostConnections = 10_000;

/** How many connections may wait to be accepted while the process is busy. */
export const backlog = 4096;
