import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { type AppOptions, requestLine, traceIdIn } from "@asbuilt/http";
import { addressOf, type TrustedProxies } from "./client-address.ts";

/** The response to a request that the app does not see. */
export interface Refusal {
  readonly status: number;
  readonly requestId?: string | undefined;
  readonly bytes?: number | undefined;
}

/** Logs requests that are refused before the app sees them, with what is known of them. */
export interface RefusalLog {
  readonly request: (incoming: IncomingMessage, refusal: Refusal) => void;
  /** Of a request that can't be read, nothing is repeated: it can be a part of another one's body. */
  readonly fault: (socket: Socket, status: number, reason: string | undefined) => void;
}

/** Returns the log of such requests. It writes nothing unless each request is logged. */
export function refusalLog(
  { log, requestLog: level }: Pick<AppOptions, "log" | "requestLog">,
  proxies: TrustedProxies | undefined,
): RefusalLog {
  if (level === undefined) return { request: () => {}, fault: () => {} };
  return {
    request: (incoming, { status, requestId, bytes = 0 }) => {
      const { method, url = "", headers } = incoming;
      const [path] = url.split("?", 1);
      const given = headers["traceparent"];
      const traceId = traceIdIn(typeof given === "string" ? given : undefined);
      const address = addressOf(incoming, proxies) || undefined;
      log(requestLine(level, { method, path, requestId, traceId, address, status, bytes }));
    },
    fault: ({ remoteAddress: address }, status, reason) =>
      log(requestLine(level, { address, status, bytes: 0, reason })),
  };
}
