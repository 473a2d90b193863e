import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Starts an address that leads to one server, and later to another. */
export async function listenFor(address: string) {
  let { port: target } = new URL(address);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(Number(target), "127.0.0.1");
    for (const one of [socket, other]) {
      open.add(one);
      one.on("error", () => {}).on("close", () => [socket, other].forEach((end) => end.destroy()));
    }
    socket.pipe(other).pipe(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // A TCP server's address is an object; a pipe's would be text.
  const { port } = server.address() as AddressInfo;
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    address: `http://127.0.0.1:${port}`,
    lead: (to: string) => {
      ({ port: target } = new URL(to));
      cut();
    },
    close: () => {
      server.close();
      cut();
    },
  };
}
