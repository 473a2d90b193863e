import type { IncomingMessage } from "node:http";
import { operations } from "@asbuilt/contract";
import { spellingsOf } from "@asbuilt/http";

/** An operation of the interface. */
export type Operation = (typeof operations)[number];

/**
 * Returns a function that finds the operation of a request; undefined for all others: of the console,
 * of monitors, of unknown paths. No other text of a request should name a metric or a span: a client
 * could make any number of them.
 */
export function operationFinder(): (incoming: IncomingMessage) => Operation | undefined {
  const found = new Map<string, Operation>();
  for (const operation of operations) {
    // A parameter is the last segment of its path.
    for (const spelling of spellingsOf(operation.path)) {
      found.set(`${operation.method.toUpperCase()} ${spelling.replace(/\{\w+\}$/, "")}`, operation);
    }
  }
  return ({ method, url }) => {
    // Node sets both for a request of a server.
    const target = url!;
    const query = target.indexOf("?");
    const path = query < 0 ? target : target.slice(0, query);
    const start = `${method === "HEAD" ? "GET" : method} `;
    return found.get(start + path) ?? found.get(start + path.slice(0, path.lastIndexOf("/") + 1));
  };
}
