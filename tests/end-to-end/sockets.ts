import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** Returns a request as it is sent. */
export const get = (path: string, headers = "") =>
  `GET ${path} HTTP/1.1\r\nHost: plant\r\n${headers}\r\n`;

/** Opens connections that send a request and read no response. */
export async function silentReaders(
  address: string,
  request: string,
  count: number,
): Promise<Socket[]> {
  const { hostname, port } = new URL(address);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.pause().write(request);
  return sockets;
}

/** Reads a connection until it is closed. */
export async function allOf(socket: Socket): Promise<string> {
  let all = "";
  socket.setEncoding("latin1").on("data", (part: string) => (all += part));
  await once(socket.resume(), "close");
  return all;
}

/** Starts a server in this process. */
export async function local(server: Server) {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}`, close };
}
