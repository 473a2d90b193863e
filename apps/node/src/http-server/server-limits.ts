import type { Server, ServerOptions } from "node:http";
import type { Server as Listener, Socket } from "node:net";
import { networkOf } from "@asbuilt/http";

/** The limits for clients that send slowly, or that open connections and send nothing. */
export const serverLimits: ServerOptions = {
  headersTimeout: 10_000,
  // The whole of a request; a body is at most 1 MiB.
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than proxies keep a connection: they must not send on one that is closing.
  keepAliveTimeout: 65_000,
  // Node would refuse a request without a Host before the earlier ones have their responses.
  requireHostHeader: false,
};

/** Returns the open connections of a server. */
export function connectionsOf(server: Listener): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return open;
}

/** How long a client can read nothing of a response, which stays in memory until it is read. */
export const unreadMs = 60_000;

/** Cuts off clients that read nothing of a response for that time, even if they send. */
export function cutUnread(server: Server, ms: number): Server {
  const progress = new WeakMap<Socket, { bytes: number; at: number }>();
  const connections = connectionsOf(server);
  const checks = setInterval(() => {
    const now = performance.now();
    for (const socket of connections) {
      const { sent, unsent } = progressOf(socket);
      const last = progress.get(socket);
      // If nothing waits to be read, the client waits for the service.
      if (unsent === 0 || sent !== last?.bytes) progress.set(socket, { bytes: sent, at: now });
      else if (now - last.at >= ms) socket.destroy();
    }
  }, ms / 4).unref();
  server.once("close", () => clearInterval(checks));
  return server;
}

/** Returns the bytes that the system has accepted, and those that still wait for the client. */
function progressOf(socket: Socket) {
  // A socket counts a write only when all of it is accepted, which can be megabytes.
  const { _handle } = socket as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  const unsent = _handle?.writeQueueSize ?? 0;
  return { sent: (_handle?.bytesWritten ?? 0) - unsent, unsent };
}

/**
 * A connection above this number is closed immediately. A request can be refused only after it is
 * read. Even if the process does nothing but refuse, the requests of all these connections wait,
 * a quarter of a second on a slow core.
 */
export const connectionsMax = 4096;

/** The connections that can wait to be accepted while the process is busy. */
export const backlogMax = 4096;

/** The limit of the connections of one address. */
export interface AddressLimit {
  /** The most that are open together; undefined is no limit. */
  readonly connectionsMax: number | undefined;
  /** Whether an address may open any number, such as a proxy that connects for all its clients. */
  readonly isExempt: (address: string) => boolean;
  /** Called for each connection that is closed, because its address or all have too many. */
  readonly onClosed: (tooManyOf: "address" | "all", address: string) => void;
}

/**
 * Closes further connections of an address that has many open, before they send anything. The /64
 * network of an IPv6 address counts as one.
 */
export function limitAddresses(
  server: Server,
  { connectionsMax: max, isExempt, onClosed }: AddressLimit,
): Server {
  server.on("drop", (dropped) => onClosed("all", dropped?.remoteAddress ?? ""));
  if (max === undefined) return server;
  const open = new Map<string, number>();
  return server.on("connection", (socket: Socket) => {
    // A client that has already left has no address.
    const address = socket.remoteAddress ?? "";
    if (address === "" || isExempt(address)) return;
    const network = networkOf(address);
    const before = open.get(network) ?? 0;
    if (before >= max) {
      socket.destroy();
      return onClosed("address", network);
    }
    open.set(network, before + 1);
    socket.once("close", () => {
      const left = open.get(network)! - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
