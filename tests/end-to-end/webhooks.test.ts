import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { nodeSender } from "@asbuilt/node/sender";
import { configured } from "@asbuilt/http";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { type Served, serveAsbuilt, stop, temporaryFolder, until } from "./processes.ts";
import { startReceiver } from "./receivers.ts";
import { countOf, execute, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
const open: { close: () => void }[] = [];
afterAll(() => {
  for (const receiver of open) receiver.close();
  temporary.remove();
});

const receive = async (answer: RequestListener) => {
  const receiver = await startReceiver(answer);
  open.push(receiver);
  return receiver;
};
const with200: RequestListener = (_request, response) => response.end("ok");

const here = configured.privateTargets.read("127.0.0.0/8")!;
const message = { headers: { "X-Sent": "1" }, body: '{"a":"ä"}' };

test("a sender sends to a configured target, and holds no connection once it has the status", async () => {
  const left = Promise.withResolvers<void>();
  const endless = await receive((_request, response) => {
    response.once("close", left.resolve);
    response.statusCode = 202;
    const go = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", go);
    go();
  });
  const send = nodeSender(here, 120_000);
  const at = Date.now();
  expect(await send({ url: endless.url, ...message })).toEqual({ status: 202 });
  await left.promise;
  expect(Date.now() - at).toBeLessThan(60_000);
  expect(endless.taken).toMatchObject([{ body: message.body, headers: { "x-sent": "1" } }]);
});

test("a sender does not follow a redirect", async () => {
  const elsewhere = await receive(with200);
  const moved = await receive((_request, response) => {
    response.writeHead(307, { Location: elsewhere.url }).end();
  });
  expect(await nodeSender(here)({ url: moved.url, ...message })).toEqual({ status: 307 });
  expect(elsewhere.taken).toEqual([]);
});

test("a sender waits for a receiver that hangs no longer than its time", async () => {
  const hanging = await receive(() => {});
  const outcome = await nodeSender(here, 300)({ url: hanging.url, ...message });
  expect(outcome).toEqual({ error: "The receiver did not respond within 0.3 seconds." });
});

/** Starts a receiver that sends raw responses: one after the other, as fast or slowly as it can. */
async function startRaw(respond: (socket: Socket) => void) {
  const server = createServer((socket) => respond(socket.on("error", () => {}).resume()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}
const interim = (line: string) => `HTTP/1.1 ${line}\r\nLink: </x>; rel=preload\r\n\r\n`;

test.each(["100 Continue", "102 Processing", "103 Early Hints", "199 Endless"])(
  "a sender leaves a receiver that sends %s without end",
  async (line) => {
    const left = Promise.withResolvers<void>();
    const url = await startRaw((socket) => {
      const go = () => {
        while (socket.writable && socket.write(interim(line).repeat(100)));
      };
      socket.on("drain", go).once("close", () => left.resolve());
      go();
    });
    // The error says that it was the count that ended the call, and not the time.
    expect(await nodeSender(here, 15_000)({ url, ...message })).toEqual({
      error: "The receiver sent more than 16 interim responses.",
    });
    await left.promise;
  },
);

test("a sender waits for a receiver that sends interim responses slowly no longer than its time", async () => {
  let sent = 0;
  const url = await startRaw((socket) => {
    const slowly = setInterval(() => {
      sent++;
      socket.write(interim("102 Processing"));
    }, 100);
    socket.once("close", () => clearInterval(slowly));
  });
  const outcome = await nodeSender(here, 600)({ url, ...message });
  expect(outcome).toEqual({ error: "The receiver did not respond within 0.6 seconds." });
  // In its time it sees 6. The number of them ends a call too, which would hide a wait of twice the time.
  expect(sent).toBeLessThan(10);
});

test("a sender takes the response after 16 interim responses", async () => {
  const url = await startRaw((socket) => {
    socket.end(`${interim("103 Early Hints").repeat(16)}HTTP/1.1 204 No Content\r\n\r\n`);
  });
  expect(await nodeSender(here)({ url, ...message })).toEqual({ status: 204 });
});

test("a sender does not wait for a receiver that changes the protocol", async () => {
  const answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
  const changing = createServer((socket) => socket.end(answer)).listen(0, "127.0.0.1");
  await once(changing, "listening");
  const { port } = changing.address() as AddressInfo;
  const outcome = await nodeSender(here)({ url: `http://127.0.0.1:${port}/`, ...message });
  expect(outcome).toEqual({ error: "The receiver sent no response." });
  changing.close();
});

test("a sender reports a receiver that can't be reached", async () => {
  const closed = await startReceiver(with200);
  closed.close();
  const outcome = await nodeSender(here)({ url: closed.url, ...message });
  expect(outcome).toMatchObject({ error: expect.stringContaining("ECONNREFUSED") });
});

test.for([
  { url: "nonsense", ...message },
  { url: "http://127.0.0.1/", headers: { "X-Sent": "two\nlines" }, body: "" },
])("a sender reports that it can't send %j", async (outgoing) => {
  expect(await nodeSender(here)(outgoing)).toMatchObject({
    error: expect.stringContaining("can't be reached: Invalid"),
  });
});

test.for(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"])(
  "a sender makes no connection to %s if its network is not configured",
  async (host) => {
    const receiver = await receive(with200);
    for (const protocol of ["http", "https"]) {
      const url = `${protocol}://${host}:${receiver.port}/`;
      const outcome = await nodeSender({ networks: [] })({ url, ...message });
      expect(outcome).toMatchObject({
        error: expect.stringContaining("private network. ASBUILT_WEBHOOK_PRIVATE_TARGETS"),
      });
    }
    expect(receiver.taken).toEqual([]);
  },
);

const location = (service: Served, suid: string) =>
  requestsTo(service).done("put", "/api/Location/Upsert", { suid, name: suid });

test("the service calls webhooks as it writes, continues after a kill, and stops calling a receiver that is gone", async () => {
  const variables = {
    DATABASE_URL: `file:${join(temporary.path, "called.db")}`,
    ASBUILT_WEBHOOK_PRIVATE_TARGETS: "127.0.0.1",
  };
  let isUp = true;
  const receiver = await receive((_request, response) => {
    response.statusCode = isUp ? 200 : 500;
    response.end();
  });
  const gone = await receive((_request, response) => response.writeHead(410).end());
  const service = await serveAsbuilt(variables);
  const { key } = service;
  const types = ["asbuilt.location.*"];
  const put = (fields: object) =>
    requestsTo(service).done("put", "/api/Webhook/Upsert", { types, ...fields });
  const { id, secret } = await put({ url: receiver.url });
  const { id: goneId } = await put({ url: gone.url });
  await location(service, "BAY");
  await until(() => receiver.taken.length === 1 && gone.taken.length === 1);
  const [{ body, headers }] = receiver.taken as [{ body: string; headers: never }];
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    type: "asbuilt.location.created.v1",
    data: { after: { suid: "BAY" } },
  });
  // A service that looked only once a second would take a second for each after the first.
  let [call, ms] = [1, Infinity];
  while (ms > 500) {
    call++;
    const at = performance.now();
    await location(service, `BAY-${call}`);
    await until(() => receiver.taken.length === call);
    ms = performance.now() - at;
  }
  const sealed = () => countOf(join(temporary.path, "called.db"), "seal") > 0;
  await until(sealed, service);
  await location(service, "GATE");
  await until(() => receiver.taken.length === call + 1);
  expect(JSON.parse(String(receiver.taken.at(-1)!.headers["asbuilt-anchor"]))).toEqual({
    id: expect.any(Number),
    lastSeq: expect.any(Number),
    at: expect.stringMatching(/Z$/),
    hash: expect.stringMatching(/^[\w-]{43}$/),
    signature: expect.stringMatching(/^[\w-]{86}$/),
    publicKey: expect.stringMatching(/^[\w-]{43}$/),
  });
  receiver.taken.length = 0;
  isUp = false;
  await location(service, "DOCK");
  await until(() => receiver.taken.length === 1);
  await stop(service, "SIGKILL");
  isUp = true;
  const again = { ...(await serveAsbuilt(variables)), key };
  await location(again, "YARD");
  await until(() => receiver.taken.length >= 3);
  const names = receiver.taken.map(({ body: sent }) => JSON.parse(sent).data.after.suid);
  expect(new Set(names)).toEqual(new Set(["DOCK", "YARD"]));
  expect(gone.taken).toHaveLength(1);
  const { body: webhooks } = await requestsTo(again).post("/api/Webhook/List", {});
  expect(webhooks).toMatchObject([
    { id, isActive: true },
    { id: goneId, isActive: false, pending: 1 },
  ]);
  const { status, stderr } = await stop(again);
  expect(status).toBe(0);
  expect(stderr).not.toContain("whsec_");
});

test("a receiver that hangs does not keep the service from ending, and is called again", async () => {
  const file = join(temporary.path, "hanging.db");
  const variables = {
    DATABASE_URL: `file:${file}`,
    ASBUILT_WEBHOOK_PRIVATE_TARGETS: "127.0.0.1",
  };
  let isUp = false;
  const hanging = await receive((_request, response) => {
    if (isUp) response.end("ok");
  });
  const service = await serveAsbuilt(variables);
  const webhook = { types: ["asbuilt.location.*"], url: hanging.url };
  await requestsTo(service).done("put", "/api/Webhook/Upsert", webhook);
  await location(service, "BAY");
  await until(() => hanging.taken.length === 1);
  const { status, stderr } = await stop(service);
  expect({ status, isWarned: stderr.includes("not delivered") }).toEqual({
    status: 0,
    isWarned: false,
  });
  // The call was not waited for to its end: that would count as an attempt.
  const attempts = "select attempts, state from webhook_delivery";
  expect(rowsOf(file, attempts)).toEqual([{ attempts: 0, state: "pending" }]);
  isUp = true;
  const again = await serveAsbuilt(variables);
  await until(() => hanging.taken.length === 2);
  await stop(again);
  expect(rowsOf(file, attempts)).toEqual([]);
});

test("a failed read of the webhooks ends no deliveries", async () => {
  const file = join(temporary.path, "failing.db");
  const receiver = await receive(with200);
  const service = await serveAsbuilt({
    DATABASE_URL: `file:${file}`,
    ASBUILT_WEBHOOK_PRIVATE_TARGETS: "127.0.0.1",
  });
  const webhook = { types: ["asbuilt.location.*"], url: receiver.url };
  await requestsTo(service).done("put", "/api/Webhook/Upsert", webhook);
  execute(file, "alter table webhook rename to away");
  await until(() => service.printed.stderr.includes("Due webhooks could not be read."), service);
  execute(file, "alter table away rename to webhook");
  await location(service, "BAY");
  await until(() => receiver.taken.length === 1, service);
  expect((await stop(service)).status).toBe(0);
});
