import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request as requestOf } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { connectionsMax, connectionsOf } from "@asbuilt/node/server-limits";
import { afterAll, describe, expect, inject, test } from "vitest";
import { adminKey, type Served, servicesIn, stop, temporaryFolder } from "./processes.ts";
import { get, local, silentReaders } from "./sockets.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const key = adminKey;
const serve = servicesIn(temporary.path);

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
  const { headers } = await fetch(`${inject("service").address}/healthz`);
  expect(headers.get("Keep-Alive")).toBe("timeout=65");
});

test("a body without a length that is too large gets a 413, and the next request is answered", async () => {
  const service = inject("service");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" };
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
});
