import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { pipelined } from "@asbuilt/node/pipelining";
import { afterAll, describe, expect, inject, test } from "vitest";
import { adminKey, servicesIn, stop, temporaryFolder, until } from "./processes.ts";
import { allOf, get, local, silentReaders } from "./sockets.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

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
    const { address, key } = inject("service");
    const stream = get("/api/Event/Stream", `Authorization: Bearer ${key}\r\n`);
    const [socket] = await silentReaders(address, stream + refused.repeat(18), 1);
    expect(await allOf(socket!)).not.toContain(`HTTP/1.1 ${status}`);
    const [other] = await silentReaders(address, get("/readyz") + refused + get("/"), 1);
    const answers = await allOf(other!);
    expect(answers.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(["200", status]);
    expect(answers).toMatch(/\r\nConnection: close\r\n[^]*\r\n\r\n$/);
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
    const service = await servicesIn(temporary.path)("stopped");
    const stream = get("/api/Event/Stream", `Authorization: Bearer ${adminKey}\r\n`);
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
