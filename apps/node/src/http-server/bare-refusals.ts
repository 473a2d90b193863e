import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { responseHeaders } from "@asbuilt/http";
import type { RefusalLog } from "./refusal-log.ts";

/** The statuses of Node's own refusals; any other fault in a head or a body is a 400. */
const statusOfFault: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const headerLines = Object.entries(responseHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");

/** Adds the security headers to a response that the app does not make. */
export function secure(outgoing: ServerResponse): ServerResponse {
  for (const [name, value] of Object.entries(responseHeaders)) outgoing.setHeader(name, value);
  return outgoing;
}

/**
 * Answers requests that Node can't read as Node does, with the security headers besides. A
 * connection whose response has begun is only closed.
 */
export function withSecureFaults(server: Server, { fault }: RefusalLog): Server {
  return server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Node's own refusal checks this field, which has no public name.
    const { _httpMessage: current } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (socket.writable && !current?.headersSent) {
      const status = statusOfFault[error.code ?? ""] ?? 400;
      const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
      socket.write(`${line}${headerLines}Content-Length: 0\r\nConnection: close\r\n\r\n`);
      // A request that has begun is logged by the app.
      if (!current) fault(socket as Socket, status, error.code);
    }
    socket.destroy(error);
  });
}

/** A host that the adapter takes as it is. It refuses some others with a bare 400. */
const plainHost = /^[\w.-]+(?::\d+)?$/;

/** Returns whether the adapter can refuse a request without asking the app. */
export const isHostOdd = ({ headers }: IncomingMessage): boolean =>
  !plainHost.test(headers.host ?? "");

/** Reports a request that the adapter refuses without asking the app, which would give it an id. */
export function reportUnseen(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { request }: RefusalLog,
): ServerResponse {
  return outgoing.once("finish", () => {
    const { statusCode: status } = outgoing;
    if (status === 400 && !outgoing.hasHeader("X-Request-Id")) request(incoming, { status });
  });
}
