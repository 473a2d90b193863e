import { once } from "node:events";
import { afterAll, expect, inject, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { type Served, servicesIn, stop, temporaryFolder } from "./processes.ts";
import { allOf, get, silentReaders } from "./sockets.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const serve = servicesIn(temporary.path);
const service = inject("service");
const { key } = service;

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
  // No path that is answered before its body is read.
  const chunkedTo = (body: string) => get("/none", "Transfer-Encoding: chunked\r\n") + body;
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
  expect((await requestsTo(service).get("/api/MaterialItem/Get/1")).status).toBe(200);
});

test("a request that a proxy might read differently is refused, and its connection closed", async () => {
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
});

test("a request target that would be read as another path is refused with a problem", async () => {
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
});
