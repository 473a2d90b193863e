import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { faultOf, libsqlServer, remoteDatabase } from "@asbuilt/core/database";
import { expect, test } from "vitest";

/** Returns the fault that the executor sees when a libSQL server, or a proxy, answers like this. */
async function faultAfter(answer: RequestListener) {
  const server = createServer(answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const database = remoteDatabase(libsqlServer({ url: `http://127.0.0.1:${port}` }));
  try {
    const statements = [{ sql: "select 1", params: [], row: (raw: unknown) => raw }];
    await database.write(statements, performance.now() + 500);
    return undefined;
  } catch (error) {
    return faultOf(error);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.for<[what: string, answer: RequestListener]>([
  ["no answer at all", () => {}],
  ["a connection that is reset", ({ socket }) => socket.resetAndDestroy()],
  [
    "an answer that is cut off",
    ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"baton":null,'),
  ],
  [
    "an answer of no known length that is cut off",
    ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"baton":"'),
  ],
  ["a proxy's page", (_request, answer) => answer.end("<html><body>Later</body></html>")],
  [
    "a proxy's problem",
    (_request, answer) => answer.writeHead(502).end('{"message":"No upstream"}'),
  ],
  ...[400, 404, 408, 413, 499].map((status): [string, RequestListener] => [
    `a proxy's page with the status ${status}`,
    (_request, answer) => answer.writeHead(status, { "Content-Type": "text/html" }).end("<html>"),
  ]),
])("a write may have committed after %s", async ([, answer]) => {
  const fault = await faultAfter((request, outgoing) => {
    request.resume().on("end", () => answer(request, outgoing));
  });
  expect(fault).toBe("unknown");
});
