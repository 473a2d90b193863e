import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { adminKey, type Served, servicesIn, stop, temporaryFolder, until } from "./processes.ts";
import { allOf, get, silentReaders } from "./sockets.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const key = adminKey;
const serve = servicesIn(temporary.path);

/** Opens connections from an address of this machine, and returns those that get a response. */
async function connectionsFrom(localAddress: string, { address }: Served, count: number) {
  const { hostname, port } = new URL(address);
  const opened = Array.from({ length: count }, async () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on("error", () => {}).write(get("/readyz"));
    const isAnswered = once(socket, "data").then(([data]) => String(data).includes(" 200 "));
    const isClosed = once(socket, "close").then(() => false);
    return (await Promise.race([isAnswered, isClosed]).catch(() => false)) ? [socket] : [];
  });
  return (await Promise.all(opened)).flat();
}

const closeAll = (sockets: readonly Socket[]) => {
  for (const socket of sockets) socket.destroy();
};

// Only Linux has all addresses of its network 127.0.0.0/8.
describe.skipIf(process.platform !== "linux")("the connections of one address", () => {
  test("are limited: more are closed and logged, and nobody else is concerned", async () => {
    const service = await serve("one-address", { ASBUILT_CONNECTIONS_PER_ADDRESS: "20" });
    const open = await connectionsFrom("127.0.0.1", service, 300);
    expect(open).toHaveLength(20);
    const others = await connectionsFrom("127.0.0.2", service, 20);
    expect(others).toHaveLength(20);
    expect(await connectionsFrom("127.0.0.1", service, 1)).toEqual([]);
    open.pop()!.destroy();
    const more: Socket[] = [];
    await until(async () => {
      more.push(...(await connectionsFrom("127.0.0.1", service, 1)));
      return more.length > 0;
    }, service);
    // The next line has the number of those that the lines before it left out.
    await until(async () => {
      await connectionsFrom("127.0.0.1", service, 1);
      return service.printed.stderr.includes('"count"');
    }, service);
    closeAll([...open, ...others, ...more]);
    const { stderr } = await stop(service);
    const lines = stderr.split("\n").filter((line) => line.includes("connection_dropped"));
    const [first, second] = lines.map((line) => JSON.parse(line) as object);
    expect(first).toMatchObject({
      level: "info",
      address: "127.0.0.1",
      reason: "Its address has too many connections.",
    });
    expect(first).not.toHaveProperty("count");
    expect(second).toMatchObject({ count: expect.any(Number) });
  });

  test("are not limited if a trusted proxy opens them for all its clients", async () => {
    const service = await serve("proxied", {
      ASBUILT_CONNECTIONS_PER_ADDRESS: "20",
      ASBUILT_TRUST_PROXY: "127.0.0.1",
    });
    const open = await connectionsFrom("127.0.0.1", service, 50);
    expect(open).toHaveLength(50);
    const others = await connectionsFrom("127.0.0.2", service, 50);
    expect(others).toHaveLength(20);
    closeAll([...open, ...others]);
    await stop(service);
  });

  test("are 256 unless another number is set", async () => {
    const service = await serve("by-default");
    const open = await connectionsFrom("127.0.0.1", service, 300);
    expect(open).toHaveLength(256);
    closeAll(open);
    await stop(service);
  });
});

/** The length of a large body. About 16 of them are the share of one sender. */
const length = 1_000_000;
const stalledMax = 17;
const count = 66;

const headOf = (by: string, from: string) =>
  "POST /api/Location/List HTTP/1.1\r\nHost: plant\r\nContent-Type: application/json\r\n" +
  `Authorization: Bearer ${by}\r\nX-Forwarded-For: ${from}\r\nContent-Length: ${length}\r\n` +
  "Connection: close\r\n\r\n";

/** Sends bodies whose last byte is missing. Returns when the excess is refused. */
async function stall(service: Served, by: string, fromOf: (body: number) => string) {
  const sent = Array.from({ length: count }, async (_, body) => {
    const request = headOf(by, fromOf(body)) + " ".repeat(length - 1);
    const [socket] = await silentReaders(service.address, request, 1);
    return socket!.on("error", () => {}).resume();
  });
  const sockets = await Promise.all(sent);
  const refused = () => sockets.filter(({ bytesRead }) => bytesRead > 0).length;
  await until(() => refused() >= count - stalledMax, service);
  return sockets;
}

async function statusOf(service: Served, by: string, from: string): Promise<number> {
  const request = `${headOf(by, from)}{}${" ".repeat(length - 2)}`;
  const [socket] = await silentReaders(service.address, request, 1);
  return Number(/HTTP\/1.1 (\d+)/.exec(await allOf(socket!))?.[1]);
}

test("66 stalled bodies of one key, or of one address, take no memory from other bodies", async () => {
  const service = await serve("stalled", { ASBUILT_TRUST_PROXY: "127.0.0.1" });
  const requests = requestsTo({ ...service, key });
  const newKey = async (name: string) => {
    const sent = { name, user: "Administrator", role: "viewer" };
    return (await requests.done("post", "/api/ApiKey/Create", sent)).key as string;
  };
  const [one, other] = [await newKey("one"), await newKey("other")];
  const ofKey = await stall(service, one, (body) => `192.0.2.${body}`);
  expect(await statusOf(service, one, "198.51.100.1")).toBe(503);
  expect(await statusOf(service, other, "198.51.100.1")).toBe(200);
  closeAll(ofKey);
  await until(async () => (await statusOf(service, one, "198.51.100.1")) === 200, service);

  const ofAddress = await stall(service, other, () => "192.0.2.1");
  expect(await statusOf(service, one, "192.0.2.1")).toBe(503);
  expect(await statusOf(service, one, "198.51.100.1")).toBe(200);
  closeAll(ofAddress);
  await stop(service);
});
