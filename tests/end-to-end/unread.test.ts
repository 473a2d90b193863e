import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { cutUnread } from "@asbuilt/node/server-limits";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { factories } from "../scenario/factories.ts";
import { adminKey, servicesIn, stop, temporaryFolder, until } from "./processes.ts";
import { residentMiB } from "./resident.ts";
import { allOf, get, local, silentReaders } from "./sockets.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const key = adminKey;
const serve = servicesIn(temporary.path);

test("responses that a client does not read take no memory", async () => {
  const service = await serve("unread");
  const request = "GET /docs/standalone.js HTTP/1.1\r\nHost: plant\r\n\r\n";
  const [one] = await silentReaders(service.address, request, 1);
  await wait(500);
  const before = residentMiB(service.child.pid);
  const sockets = await silentReaders(service.address, request.repeat(10), 50);
  await wait(2000);
  // The script alone has 4 MB.
  expect(residentMiB(service.child.pid) - before).toBeLessThan(100);
  for (const socket of [one!, ...sockets]) socket.destroy();
  await stop(service);
});

test("a client that pipelines requests and reads nothing is cut off, and takes no memory", async () => {
  const service = await serve("pipelined");
  const before = residentMiB(service.child.pid);
  // The first request for the script: it is still being read when the others come.
  const request = "GET /docs/standalone.js HTTP/1.1\r\nHost: plant\r\n\r\n";
  const [one, ...others] = await silentReaders(service.address, request.repeat(1000), 3);
  await Promise.all([one!, ...others].map((socket) => once(socket.resume(), "close")));
  expect(residentMiB(service.child.pid) - before).toBeLessThan(100);
  expect((await requestsTo({ ...service, key }).get("/api/MaterialItem/Get/1")).status).toBe(200);
  await stop(service);
});

test("a stop waits for an answer that is being read, and for those after it", async () => {
  const service = await serve("stopped-while-read");
  const { product } = factories(requestsTo({ ...service, key }));
  const Properties = Array.from({ length: 50 }, (_, index) => ({
    Name: `P${index}`,
    Value: "x".repeat(500),
  }));
  for (let index = 0; index < 10; index++) {
    await Promise.all(Array.from({ length: 60 }, () => product({ Properties })));
  }
  const list =
    "POST /api/Product/List?limit=1000 HTTP/1.1\r\nHost: plant\r\nContent-Type: application/json\r\n" +
    `Authorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`;
  const [socket] = await silentReaders(service.address, list + get("/readyz"), 1);
  await until(() => socket!.bytesRead > 0, service);
  service.child.kill("SIGTERM");
  await wait(1500);
  const all = await allOf(socket!);
  const length = Number(/Content-Length: (\d+)/i.exec(all)?.[1]);
  expect(length).toBeGreaterThan(15_000_000);
  const behind = all.slice(all.indexOf("\r\n\r\n") + 4 + length);
  expect(behind).toMatch(/^HTTP\/1.1 200 /);
  expect(behind).toMatch(/^Connection: close\r$/m);
  expect((await service.ended).status).toBe(0);
});

test("a client that reads nothing is cut off even if it sends, and one that reads slowly is not", async () => {
  const answer = Buffer.alloc(64 * 1024 * 1024);
  const { address, close } = await local(
    cutUnread(
      createServer((_incoming, outgoing) => void outgoing.end(answer)),
      2000,
    ),
  );
  const [sending, slow] = await silentReaders(address, get("/"), 2);
  sending!.write("GET / HTTP/1.1\r\nHost: ");
  const sendOn = setInterval(() => sending!.write("p"), 50);
  let taken = 0;
  let before = 0;
  slow!.on("data", ({ length }: Buffer) => {
    taken += length;
    if (taken - before < 4 * 1024 * 1024) return;
    before = taken;
    slow!.pause();
    setTimeout(() => slow!.resume(), 100);
  });
  slow!.resume();
  // A paused socket notices its end only by failing to send.
  await once(sending!, "error");
  clearInterval(sendOn);
  while (!slow!.closed && taken < answer.length) await wait(50);
  expect(taken).toBeGreaterThan(answer.length);
  close();
});

test("a client that reads nothing of an answer is cut off, and one that waits for an answer is not", async () => {
  const answer = Buffer.alloc(64 * 1024 * 1024);
  const server = cutUnread(
    createServer(async ({ url }, outgoing) => {
      if (url === "/slow") await wait(900);
      outgoing.end(url === "/slow" ? "done" : answer);
    }),
    300,
  );
  server.keepAliveTimeout = 2000;
  const { address, close } = await local(server);
  const closed = once(server, "connection").then(([socket]) => once(socket, "close"));
  const [silent] = await silentReaders(address, "GET / HTTP/1.1\r\nHost: plant\r\n\r\n", 1);
  await closed;
  silent!.destroy();
  expect(await (await fetch(`${address}/slow`)).text()).toBe("done");
  close();
});

test("a client that leaves while it sends is no defect of the service", async () => {
  const service = await serve("left");
  const head =
    "POST /api/Location/List HTTP/1.1\r\nHost: plant\r\nContent-Type: application/json\r\n" +
    `Authorization: Bearer ${key}\r\n`;
  for (const framing of [
    "Content-Length: 100\r\n\r\n{",
    "Transfer-Encoding: chunked\r\n\r\n5\r\n{",
  ]) {
    const [socket] = await silentReaders(service.address, head + framing, 1);
    await wait(200);
    socket!.destroy();
  }
  expect((await requestsTo({ ...service, key }).get("/api/MaterialItem/Get/1")).status).toBe(200);
  const { stderr } = await stop(service);
  expect(stderr).not.toContain("A request failed.");
});

test("a verification ends when the client that asked for it leaves", async () => {
  const service = await serve("unheard");
  const told = "The client that requested the verification has left.";
  const question =
    "POST /api/Audit/Verify HTTP/1.1\r\nHost: plant\r\nContent-Type: application/json\r\n" +
    `Authorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`;
  // It can leave before the request is read, or after the response is sent.
  for (let waits = 0; !service.printed.stderr.includes(told); waits = (waits + 1) % 50) {
    const [socket] = await silentReaders(service.address, question, 1);
    await wait(waits);
    socket!.destroy();
    await wait(200);
  }
  const { stderr } = await stop(service);
  expect(stderr).not.toContain("A request failed.");
});
