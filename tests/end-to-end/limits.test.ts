import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  request as requestOf,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { pipelined } from "@asbuilt/node/pipelining";
import { connectionsOf, cutUnread, connectionsMax } from "@asbuilt/node/server-limits";
import { afterAll, describe, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { factories } from "../scenario/factories.ts";
import { residentMiB } from "./resident.ts";
import { allOf, get, silentReaders } from "./sockets.ts";
import { type Served, serveAsbuilt, stop, temporaryFolder, until } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const key = "an-administrators-key-of-the-limits";

const serve = (name: string, env: Readonly<Record<string, string>>) =>
  serveAsbuilt({
    DATABASE_URL: `file:${join(temporary.path, `${name}.db`)}`,
    ASBUILT_ADMIN_KEY: key,
    ...env,
  });

const getItem = ({ address }: Served, sent: string, from = "") =>
  fetch(`${address}/api/MaterialItem/Get/1`, {
    headers: { Authorization: `Bearer ${sent}`, "X-Forwarded-For": from },
  });

/** Waits for the next minute of the clock if this one is about to end, because counts restart. */
async function inOneMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 15_000) await wait(leftMs);
}

/** Sends one request for each `X-Forwarded-For` and returns the statuses. */
async function statusesOf(service: Served, sent: string, forwarded: readonly string[]) {
  const statuses: number[] = [];
  await inOneMinute();
  for (const from of forwarded) {
    statuses.push((await getItem(service, sent, from)).status);
  }
  return statuses;
}

describe("the address in X-Forwarded-For", () => {
  test("is ignored unless a proxy is configured, so that no client can forge an address", async () => {
    const service = await serve("untrusting", { ASBUILT_FAILURES_PER_ADDRESS: "2" });
    const made = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "127.0.0.1"];
    expect(await statusesOf(service, "a-guess", made)).toEqual([401, 401, 429, 429]);
    await stop(service);
  });

  test("is taken from configured proxies, as far as they wrote it", async () => {
    const service = await serve("trusting", {
      ASBUILT_TRUST_PROXY: "127.0.0.1, 10.0.0.0/8",
      ASBUILT_FAILURES_PER_ADDRESS: "1",
    });
    const statuses = await statusesOf(service, "a-guess", [
      "192.0.2.1",
      "192.0.2.2",
      // The addresses before the one that the proxy has seen are forged by the sender.
      "192.0.2.9, 192.0.2.1",
      "192.0.2.2, 10.1.2.3",
      // A value that is not an address counts as the proxy that sent it.
      "192.0.2.3, no address, 10.1.2.3",
      "192.0.2.4, no address, 10.1.2.3",
    ]);
    expect(statuses).toEqual([401, 401, 429, 429, 401, 429]);
    await stop(service);
  });

  test("is read with a port, in brackets and in quotes", async () => {
    const service = await serve("ports", {
      ASBUILT_TRUST_PROXY: "127.0.0.1, 2001:db8:ffff::/48",
      ASBUILT_FAILURES_PER_ADDRESS: "1",
    });
    const sameAddress = [
      ["192.0.2.1", "192.0.2.1:5678", '"192.0.2.1:80"', "[::ffff:192.0.2.1]:443"],
      ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:443", '"[2001:db8::1]:443"'],
      ["192.0.2.3", "192.0.2.3:1, [2001:db8:ffff::1]:443"],
    ];
    for (const spellings of sameAddress) {
      const [first, ...others] = await statusesOf(service, "a-guess", spellings);
      expect([first, ...others], spellings[0]).toEqual([401, ...others.map(() => 429)]);
    }
    await stop(service);
  });
});

test("a key and an address are limited to the configured numbers of requests", async () => {
  const service = await serve("limited", {
    ASBUILT_REQUESTS_PER_KEY: "2",
    ASBUILT_REQUESTS_PER_ADDRESS: "1000",
  });
  await inOneMinute();
  const answers = [
    await getItem(service, key),
    await getItem(service, key),
    await getItem(service, key),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  const policies = answers.map(({ headers }) => headers.get("RateLimit-Policy"));
  const both = '"address";q=1000;w=60, "key";q=2;w=60';
  expect(policies).toEqual([both, both, '"key";q=2;w=60']);
  await stop(service);
});

test("responses that a client does not read take no memory", async () => {
  const service = await serve("unread", {});
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
  const service = await serve("pipelined", {});
  const before = residentMiB(service.child.pid);
  // The first request for the script: it is still being read when the others come.
  const request = "GET /docs/standalone.js HTTP/1.1\r\nHost: plant\r\n\r\n";
  const [one, ...others] = await silentReaders(service.address, request.repeat(1000), 3);
  await Promise.all([one!, ...others].map((socket) => once(socket.resume(), "close")));
  expect(residentMiB(service.child.pid) - before).toBeLessThan(100);
  expect((await getItem(service, key)).status).toBe(200);
  await stop(service);
});

/** Starts a server in this process. */
async function local(server: Server) {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}`, close };
}

describe("on a connection with pipelined requests", () => {
  test("each request begins once the responses before it are read, and they come in order", async () => {
    const begun: string[] = [];
    const server = createServer(
      pipelined(async (incoming, outgoing) => {
        begun.push(incoming.url!);
        outgoing.end(
          `${incoming.url} got ${await text(incoming).catch(() => "")};${" ".repeat(8_000_000)}`,
        );
      }),
    );
    const { address, close } = await local(server);
    const length = 20_000;
    const body = "x".repeat(length);
    const posted = `POST /2 HTTP/1.1\r\nHost: plant\r\nContent-Length: ${length}\r\n\r\n${body}`;
    const requests = `${get("/1")}${posted}${get("/3", "Connection: close\r\n")}`;
    const [socket] = await silentReaders(address, requests, 1);
    await until(() => begun.length > 0);
    await wait(500);
    expect(begun).toEqual(["/1"]);
    const answers = (await allOf(socket!)).match(/\/\d got x*/g);
    expect(answers).toEqual(["/1 got ", `/2 got ${body}`, "/3 got "]);
    close();
  });

  test.each([
    ["17 wait", get("/").repeat(18)],
    ["one waits behind 32 KiB of heads", get(`/${"a".repeat(12_000)}`).repeat(5)],
    [
      "one waits behind a body of 32 KiB",
      `${get("/")}POST / HTTP/1.1\r\nHost: plant\r\nContent-Length: 32768\r\n\r\n` +
        `${"x".repeat(32768)}${get("/")}`,
    ],
    [
      "one waits behind a body without a length",
      `${get("/")}POST / HTTP/1.1\r\nHost: plant\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `0\r\n\r\n${get("/")}`,
    ],
  ])("the connection is cut off where %s", async (_what, requests) => {
    const begun: string[] = [];
    const server = createServer(pipelined(({ url }) => void begun.push(url!)));
    const { address, close } = await local(server);
    const [socket] = await silentReaders(address, requests, 1);
    await allOf(socket!);
    expect(begun).toHaveLength(1);
    close();
  });

  test.each([
    ["417", get("/", "Expect: x\r\n")],
    ["400", "GET / HTTP/1.1\r\n\r\n"],
  ])("requests that are answered with a bare %s wait like others", async (status, refused) => {
    const service = await serve(`bare-${status}`, {});
    const stream = get("/api/Event/Stream", `Authorization: Bearer ${key}\r\n`);
    const [socket] = await silentReaders(service.address, stream + refused.repeat(18), 1);
    expect(await allOf(socket!)).not.toContain(`HTTP/1.1 ${status}`);
    const [other] = await silentReaders(service.address, get("/readyz") + refused + get("/"), 1);
    const answers = await allOf(other!);
    expect(answers.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(["200", status]);
    expect(answers).toMatch(/\r\nConnection: close\r\n[^]*\r\n\r\n$/);
    await stop(service);
  });

  test("a large body that waits is read after the requests before it, and cut off if that is too late", async () => {
    const limits = { headersTimeout: 4000, requestTimeout: 4000, connectionsCheckingInterval: 50 };
    const server = createServer(
      limits,
      pipelined(async (incoming, outgoing) => {
        if (incoming.url !== "/posted") await wait(Number(incoming.url!.slice(1)));
        outgoing.end(`got ${(await text(incoming).catch(() => "")).length};`);
      }),
    );
    const { address, close } = await local(server);
    const answers = async (waitMs: number, length: number) => {
      const head = `POST /posted HTTP/1.1\r\nHost: plant\r\nConnection: close\r\n`;
      const posted = `${head}Content-Length: ${length}\r\n\r\n${"x".repeat(length)}`;
      const [socket] = await silentReaders(address, get(`/${waitMs}`) + posted, 1);
      return (await allOf(socket!)).match(/got \d+/g);
    };
    expect(await answers(8000, 1000)).toEqual(["got 0", "got 1000"]);
    expect(await answers(100, 1_000_000)).toEqual(["got 0", "got 1000000"]);
    await expect(answers(8000, 1_000_000)).rejects.toThrow(/ECONNRESET|EPIPE/);
    close();
  });

  test("requests that have arrived are answered before the service stops", async () => {
    const service = await serve("stopped", {});
    const stream = get("/api/Event/Stream", `Authorization: Bearer ${key}\r\n`);
    const requests = `${stream}${get("/readyz")}${get("/none")}`;
    const [socket] = await silentReaders(service.address, requests, 1);
    const arrived = once(socket!, "data");
    const answers = allOf(socket!);
    await arrived;
    await stop(service);
    expect((await answers).match(/HTTP\/1.1 \d+/g)).toEqual([
      "HTTP/1.1 200",
      "HTTP/1.1 200",
      "HTTP/1.1 404",
    ]);
  });
});

/** Expects the security headers of a response as it was sent, each once. */
function expectSecure(answer: string): void {
  const lines = answer.slice(0, answer.indexOf("\r\n\r\n")).toLowerCase().split("\r\n");
  for (const header of [
    "cache-control: no-store",
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    "referrer-policy: no-referrer",
    "x-content-type-options: nosniff",
  ]) {
    expect(
      lines.filter((line) => line === header),
      answer,
    ).toEqual([header]);
  }
}

test("a request that the app does not see is refused with the security headers", async () => {
  const service = await serve("unseen", {});
  const chunkedTo = (body: string) => get("/", "Transfer-Encoding: chunked\r\n") + body;
  for (const [request, status] of [
    ["nonsense\r\n\r\n", 400],
    ["GET / HTTP/1.1\r\nHost: plant\r\nBad Name: x\r\n\r\n", 400],
    [get("/", "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"), 400],
    [get("/", `X-Long: ${"x".repeat(20_000)}\r\n`), 431],
    [chunkedTo(`1;${"x".repeat(20_000)}\r\n`), 413],
    [get("/", "Expect: x\r\n"), 417],
    ["GET / HTTP/1.1\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nHost: a:b\r\nConnection: close\r\n\r\n`, 400],
    [`GET /healthz HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n`, 200],
    [get("/healthz", "Connection: close\r\n"), 200],
  ] as const) {
    const [socket] = await silentReaders(service.address, request, 1);
    const answer = await allOf(socket!);
    expect(answer, request.slice(0, 60)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.match(/HTTP\/1\.1 /g), request.slice(0, 60)).toHaveLength(1);
    expectSecure(answer);
  }
  // After a response that has begun, nothing is sent that a client could take for a part of it.
  const stream = get("/api/Event/Stream", `Authorization: Bearer ${key}\r\n`);
  const [socket] = await silentReaders(service.address, stream, 1);
  await once(socket!.resume(), "data");
  let more = "";
  socket!.on("data", (data) => (more += String(data)));
  socket!.write("nonsense\r\n\r\n");
  await once(socket!, "close");
  expect(more).not.toContain("400");
  await stop(service);
});

test("only a request that came by https, as a trusted proxy says, gets Strict-Transport-Security", async () => {
  const trusting = await serve("https", { ASBUILT_TRUST_PROXY: "127.0.0.1" });
  const untrusting = await serve("no-https", { ASBUILT_TRUST_PROXY: "10.0.0.1" });
  const sentTo = async ({ address }: Served, path: string, proto?: string) => {
    const headers = proto === undefined ? {} : { "X-Forwarded-Proto": proto };
    return (await fetch(`${address}${path}`, { headers })).headers.get("Strict-Transport-Security");
  };
  for (const path of ["/healthz", "/docs", "/nothing", "/api/MaterialItem/Get/1"]) {
    expect(await sentTo(trusting, path, "https"), path).toBe("max-age=31536000");
    expect(await sentTo(trusting, path, "HTTPS"), path).toBe("max-age=31536000");
    for (const proto of [undefined, "http", "https, http", "https,https"]) {
      expect(await sentTo(trusting, path, proto), path).toBe(null);
    }
    expect(await sentTo(untrusting, path, "https"), path).toBe(null);
  }
  await Promise.all([stop(trusting), stop(untrusting)]);
});

test("a client that sends a head or a body too slowly gets a 408 and is cut off", async () => {
  const service = await serve("dribbled", {});
  /** Returns the status, and the time until the connection was closed. */
  const cut = async (sent: string, everyMs: number) => {
    const from = performance.now();
    const [socket] = await silentReaders(service.address, sent, 1);
    const dribbling = setInterval(() => socket!.write("x"), everyMs);
    const all = await allOf(socket!);
    clearInterval(dribbling);
    expectSecure(all);
    return { status: /HTTP\/1.1 (\d+)/.exec(all)?.[1], ms: performance.now() - from };
  };
  const posted =
    "POST /api/Product/List HTTP/1.1\r\nHost: plant\r\nContent-Type: application/json\r\n" +
    `Authorization: Bearer ${key}\r\nContent-Length: 1000\r\n\r\n`;
  const [head, body] = await Promise.all([
    cut("GET / HTTP/1.1\r\nX-Long: ", 300),
    cut(posted, 300),
  ]);
  expect([head.status, body.status]).toEqual(["408", "408"]);
  expect(head.ms).toBeGreaterThan(9000);
  expect(head.ms).toBeLessThan(29_000);
  expect(body.ms).toBeGreaterThan(29_000);
  expect(body.ms).toBeLessThan(60_000);
  expect((await getItem(service, key)).status).toBe(200);
  await stop(service);
});

test("connections above the limit are closed immediately, and the others are answered", async () => {
  const service = await serve("crowded", { ASBUILT_CONNECTIONS_PER_ADDRESS: "0" });
  const { hostname, port } = new URL(service.address);
  const sockets = await silentReaders(service.address, "", connectionsMax);
  const [kept] = sockets;
  const one = connect(Number(port), hostname);
  await once(one.on("error", () => {}).resume(), "close");
  kept!.write(get("/readyz"));
  expect(String(await once(kept!.resume(), "data"))).toMatch(/^HTTP\/1.1 200 /);
  for (const socket of sockets) socket.on("error", () => {}).destroy();
  const { stderr } = await stop(service);
  const logged = stderr.split("\n").find((line) => line.includes("connection_dropped"));
  expect(JSON.parse(logged!)).toMatchObject({
    address: "127.0.0.1",
    reason: "The service has too many connections.",
  });
});

test("a connection that is closed is no longer counted", async () => {
  const server = createServer();
  const connections = connectionsOf(server);
  const { address, close } = await local(server);
  const [one, other] = await silentReaders(address, "", 2);
  while (connections.size < 2) await wait(10);
  const closed = once([...connections][0]!, "close");
  one!.destroy();
  await closed;
  expect(connections.size).toBe(1);
  other!.destroy();
  close();
});

test("a connection is kept longer than by a proxy, so that a proxy never sends a request too late", async () => {
  const service = await serve("keeping", {});
  const { headers } = await fetch(`${service.address}/healthz`);
  expect(headers.get("Keep-Alive")).toBe("timeout=65");
  await stop(service);
});

test("a stop waits for an answer that is being read, and for those after it", async () => {
  const service = await serve("stopped-while-read", {});
  const { product } = factories(requestsTo({ ...service, key }));
  const Properties = Array.from({ length: 50 }, (_, index) => ({
    Name: `P${index}`,
    Value: "x".repeat(500),
  }));
  for (let index = 0; index < 600; index++) await product({ Properties });
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

test("a request that a proxy might read differently is refused, and its connection closed", async () => {
  const service = await serve("ambiguous", {});
  /** Returns the statuses of a request and of the next one on its connection. */
  const answered = async (request: string) => {
    const requests = request + get("/readyz", "Connection: close\r\n");
    const [socket] = await silentReaders(service.address, requests, 1);
    return (await allOf(socket!)).match(/(?<=HTTP\/1.1 )\d+/g);
  };
  const chunked = (coding: string) => `Transfer-Encoding: ${coding}\r\n\r\n0\r\n`;
  for (const [headers, status] of [
    ["", 200],
    [chunked("Chunked"), 200],
    [chunked("gzip, chunked"), 400],
    [chunked("chunked, chunked"), 400],
    ["Host: plant\r\n", 400],
    ["hOST: other\r\n", 400],
  ] as const) {
    expect(await answered(get("/readyz", headers)), headers).toEqual(
      status === 200 ? ["200", "200"] : ["400"],
    );
  }
  const old = "GET /readyz HTTP/1.0\r\nConnection: keep-alive\r\n";
  expect(await answered(`${old}\r\n`)).toEqual(["200", "200"]);
  expect(await answered(`${old}${chunked("chunked")}\r\n`)).toEqual(["400"]);
  const to = (host: string) => answered(`GET /readyz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  for (const host of ["", "plant_1.example:8080", "[::1]:8080", "PLANT"]) {
    expect(await to(host), host).toEqual(["200", "200"]);
  }
  for (const host of ["a/b c", "a/b", "user@plant", "plant?", "plant#", "pl\\ant"]) {
    expect(await to(host), host).toEqual(["400"]);
  }
  // Not addresses, but valid in a head, and no response is built from them.
  for (const host of ["999.999.999.999", "1.2.3.4.5"]) {
    const list =
      `POST /api/Location/List?limit=1 HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n` +
      `Content-Type: application/json\r\nAuthorization: Bearer ${key}\r\n\r\n{}`;
    expect(await answered(list), host).toEqual(["200", "200"]);
  }
  // A host that makes no URL is refused, and the connection stays.
  expect(await to("a:b")).toEqual(["400", "200"]);
  expect(await answered("OPTIONS * HTTP/1.1\r\nHost: plant\r\n\r\n")).toEqual(["400", "200"]);
  await stop(service);
});

test("a request target that would be read as another path is refused with a problem", async () => {
  const service = await serve("targets", {});
  const answerTo = async (target: string) => {
    const request =
      `POST ${target} HTTP/1.1\r\nHost: plant\r\nContent-Length: 2\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nAuthorization: Bearer ${key}\r\n\r\n{}`;
    const [socket] = await silentReaders(service.address, request, 1);
    return allOf(socket!);
  };
  for (const target of [
    "/api/./Product/List",
    "/public/../api/Product/List",
    "/public/%2e%2E/api/Product/List",
    "/public/.%2e/api/Product/List",
    "/api/Product/List/.",
    "/api/Product/List/..",
    "/api\\Product/List",
    "/api/Product/List#/../public",
    "/api/Product/List?limit=1#",
    "http://plant/api/Product/List",
    "https://other/api/Product/List",
    "HTTP://plant/api/Product/List",
    "*",
  ]) {
    const answer = await answerTo(target);
    expect(answer, target).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer, target).toContain('"code":"validation_failed"');
    expect(answer, target).toContain("X-Content-Type-Options: nosniff");
  }
  for (const target of ["//api/Product/List", "/api/%50roduct/List"]) {
    expect(await answerTo(target), target).toMatch(/^HTTP\/1\.1 404 /);
  }
  for (const target of ["/api/Product/List", "/api/Product/List?limit=1"]) {
    expect(await answerTo(target), target).toMatch(/^HTTP\/1\.1 200 /);
  }
  await stop(service);
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
  const service = await serve("left", {});
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
  expect((await getItem(service, key)).status).toBe(200);
  const { stderr } = await stop(service);
  expect(stderr).not.toContain("A request failed.");
});

test("a verification ends when the client that asked for it leaves", async () => {
  const service = await serve("unheard", {});
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

test("a body without a length that is too large gets a 413, and the next request is answered", async () => {
  const service = await serve("chunked", {});
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const send = async (body: string) => {
    const chunked = { ...headers, "Transfer-Encoding": "chunked" };
    const url = `${service.address}/api/Product/List`;
    const asked = requestOf(url, { method: "POST", agent, headers: chunked });
    asked.end(body);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    return answer.statusCode;
  };
  for (let round = 0; round < 5; round++) {
    expect([await send("x".repeat(4_000_000)), await send("{}")]).toEqual([413, 200]);
  }
  agent.destroy();
  await stop(service);
});
