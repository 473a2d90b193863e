import type { Server, ServerOptions } from "node:http";
import type { Server as Listener, Socket } from "node:net";

/** What one who sends slowly, or opens connections and sends nothing, may take of the server. */
export const serverLimits: ServerOptions = {
  headersTimeout: 10_000,
  // The whole of a request; a body is at most 1 MiB.
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than proxies keep a connection: they must not send on one that is being closed.
  keepAliveTimeout: 65_000,
  // Node would refuse a request without a Host at once, and hold the answer until its turn.
  requireHostHeader: false,
};

/** The connections that a server has open. */
export function connectionsOf(server: Listener): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return open;
}

/** How long a client may take nothing of an answer: what it does not read is held for it. */
export const unreadMs = 60_000;

/** Cuts off whoever takes nothing of its answer for so long, whatever it sends meanwhile. */
export function cutUnread(server: Server, ms: number): Server {
  const taken = new WeakMap<Socket, { bytes: number; at: number }>();
  const connections = connectionsOf(server);
  const looking = setInterval(() => {
    const now = performance.now();
    for (const socket of connections) {
      const { sent, unsent } = progressOf(socket);
      const last = taken.get(socket);
      // Where nothing waits to be taken, it is the service that is not done.
      if (unsent === 0 || sent !== last?.bytes) taken.set(socket, { bytes: sent, at: now });
      else if (now - last.at >= ms) socket.destroy();
    }
  }, ms / 4).unref();
  server.once("close", () => clearInterval(looking));
  return server;
}

/** What the system has taken of an answer, and what it has not: that, the client must read first. */
function progressOf(socket: Socket) {
  // A socket itself counts a write once all of it is taken, which may be megabytes.
  const { _handle } = socket as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  const unsent = _handle?.writeQueueSize ?? 0;
  return { sent: (_handle?.bytesWritten ?? 0) - unsent, unsent };
}

/**
 * Beyond these a connection is closed as soon as it is opened. A request that has come on one and is
 * not read yet can't be refused: where even to refuse takes all the time, so many wait, a quarter of
 * a second on a slow core.
 */
export const mostConnections = 4096;

/** How many connections may wait to be accepted while the process is busy. */
export const backlog = 4096;
