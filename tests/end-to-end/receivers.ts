import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that a receiver was sent. */
export interface Taken {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Starts a receiver on this machine, by default on a free port. The caller chooses the response. */
export async function startReceiver(answer: RequestListener, at = 0) {
  const taken: Taken[] = [];
  const server = createServer(async (request, response) => {
    taken.push({ headers: request.headers, body: await text(request) });
    answer(request, response);
  });
  server.listen(at, "127.0.0.1");
  await once(server, "listening");
  // It listens on a network address, so it has a port.
  const { port } = server.address() as AddressInfo;
  return {
    taken,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
