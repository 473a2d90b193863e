import { once } from "node:events";
import { cpSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { startSqld } from "../plants/sqld-server.ts";
import {
  adminKey,
  asbuilt,
  type Served,
  serveAsbuilt,
  stop,
  temporaryFolder,
} from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

/** The data of a server with the demo plant: to seed it from nothing takes seconds. */
const seededFolder = join(temporary.path, "seeded");
beforeAll(async () => {
  const server = await startSqld(seededFolder);
  await stop(await serveAsbuilt({ DATABASE_URL: server.address, ASBUILT_SEED: "demo" }));
  await server.stop();
});

/** Starts a libSQL server of its own with the demo plant. */
function startSeeded() {
  const folder = join(temporary.path, crypto.randomUUID());
  cpSync(seededFolder, folder, { recursive: true });
  return startSqld(folder);
}

/** Starts a service with the key of all tests. */
const serve = async (env: Readonly<Record<string, string>>): Promise<Served> => {
  const served = await serveAsbuilt({ ASBUILT_ADMIN_KEY: adminKey, ...env });
  return { ...served, key: adminKey };
};

/** Starts a service on its own libSQL server, over this protocol. */
async function setUp(protocol: string) {
  const server = await startSeeded();
  const env = { DATABASE_URL: server.address.replace("http", protocol) };
  return { server, env, service: await serve(env) };
}

async function codeOf({ address, key }: Served, path: string, body?: object) {
  const answer = await fetch(new URL(path, address), {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { code } = (await answer.json()) as { code?: string };
  return code ?? answer.status;
}

const receive = (service: Served) =>
  codeOf(service, "/api/MaterialItem/Receive", {
    productName: "Seal",
    visualSerialNo: crypto.randomUUID(),
    qty: 1,
    location: "STORE",
  });

const adjust = (service: Served, materialitemid: number) =>
  codeOf(service, "/api/MaterialItem/ItemAdjust", {
    materialitemid,
    adjustqty: 1,
    reasonSUID: "COUNT",
  });

test.for(["http", "ws"])(
  "while a server is silent over %s, all requests are refused by their deadline, and a stop ends",
  async (protocol) => {
    const { server, env, service } = await setUp(protocol);
    try {
      server.freeze();
      const from = Date.now();
      const writes = Array.from({ length: 60 }, () => receive(service));
      const reads = ["/api/MaterialItem/Get/1", "/readyz"].map((path) => codeOf(service, path));
      const commands = [["key", "list"], ["verify"], ["migrate"]].map((args) => asbuilt(args, env));
      expect(new Set(await Promise.all(writes))).toEqual(new Set(["overloaded"]));
      expect(await Promise.all(reads)).toEqual(["overloaded", 503]);
      expect(Date.now() - from).toBeLessThan(30_000);
      for (const { status, stderr } of await Promise.all(commands)) {
        expect(stderr).toMatch(/^.*: the server did not respond in time \(timed out\)\n$/);
        expect(status).toBe(1);
      }
      expect(Date.now() - from).toBeLessThan(60_000);
      server.thaw();
      expect(await receive(service)).toBe(200);
      server.freeze();
      expect((await stop(service)).status).toBe(0);
    } finally {
      await Promise.all([stop(service, "SIGKILL"), server.stop()]);
    }
  },
);

/** Starts a proxy of a libSQL server that counts the writes, and those under way together. */
async function standBefore(address: string) {
  let [underWay, underWayMax, written, lagMs] = [0, 0, 0, 0];
  let isLost = false;
  const server = createServer(async (request, answer) => {
    const body = await text(request);
    const isWrite = body.includes("BEGIN IMMEDIATE");
    if (isWrite) {
      written++;
      underWayMax = Math.max(underWayMax, ++underWay);
    }
    await wait(lagMs);
    const headers = { "Content-Type": "application/json" };
    const sent = { method: request.method!, headers, ...(body ? { body } : {}) };
    const passed = await fetch(address + request.url, sent);
    const answered = await passed.text();
    if (isWrite) underWay--;
    if (isWrite && isLost) {
      isLost = false;
      const page = JSON.stringify({ code: 502, message: "Bad Gateway" });
      answer.writeHead(502, headers).end(page);
      return;
    }
    answer.writeHead(passed.status, headers).end(answered);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    underWayMax: () => underWayMax,
    written: () => written,
    /** Delays every response from now on, as for a distant server. */
    moveAway: () => (lagMs = 20),
    /** Loses the response to the next write, after the server has committed it. */
    loseAnswer: () => (isLost = true),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("a distant server is sent one write at a time for 64 callers, and serves all", async () => {
  const server = await startSeeded();
  const before = await standBefore(server.address);
  const service = await serve({ DATABASE_URL: before.address });
  try {
    const seeded = before.written();
    before.moveAway();
    const received = Array.from({ length: 64 }, () => receive(service));
    expect(new Set(await Promise.all(received))).toEqual(new Set([200]));
    // Those of one kind share a batch.
    expect(before.written() - seeded).toBeLessThan(10);
    const requests = requestsTo(service);
    const lot = { visualSerialNo: "SEAL-LOT-1" };
    const [{ id }] = await requests.done("post", "/api/MaterialItem/List", lot);
    const adjusted = Array.from({ length: 64 }, () => inTurn(() => adjust(service, id)));
    expect(new Set(await Promise.all(adjusted))).toEqual(new Set([200]));
    // No write was sent after another one had overtaken it.
    expect(before.written() - seeded).toBeLessThan(10 + 64 + 10);
    expect(before.underWayMax()).toBe(1);
  } finally {
    await stop(service);
    before.close();
    await server.stop();
  }
});

/** Repeats a write that was refused because its turn came too late: a slow machine reaches that. */
async function inTurn(send: () => Promise<string | number>): Promise<string | number> {
  for (;;) {
    const code = await send();
    if (code !== "overloaded") return code;
  }
}

const itemCount = "select count(*) as count from material_item";

test("writes behind a gateway's error, of one caller or of a batch, are answered as they were committed", async () => {
  const server = await startSeeded();
  const before = await standBefore(server.address);
  const service = await serve({ DATABASE_URL: before.address });
  try {
    const [seeded] = await server.sql(itemCount);
    for (const callers of [1, 8, 8]) {
      before.loseAnswer();
      const received = Array.from({ length: callers }, () => receive(service));
      expect(new Set(await Promise.all(received))).toEqual(new Set([200]));
    }
    const [there] = await server.sql(itemCount);
    expect(Number(there!["count"]) - Number(seeded!["count"])).toBe(17);
  } finally {
    await stop(service);
    before.close();
    await server.stop();
  }
});

test("a service ends when a newer asbuilt has migrated its database on a server", async () => {
  const { server, service } = await setUp("http");
  try {
    await server.sql("insert into __drizzle_migrations (hash, created_at) values ('newer', 9e12)");
    expect(await service.ended).toMatchObject({
      stderr: expect.stringContaining("A newer asbuilt has migrated the database"),
      status: 1,
    });
  } finally {
    await server.stop();
  }
});

test("a server with an altered schema is reported by verify, and refused in one line", async () => {
  const { server, env, service } = await setUp("http");
  try {
    await stop(service);
    await server.sql("drop trigger seal_delete");
    await server.sql(`create trigger evil after insert on change_log
      begin update material_item set version = 'forged' where id = new.entity_id; end`);
    const damaged = "it is damaged: its trigger seal_delete is not as asbuilt makes it";
    const { status, stdout } = await asbuilt(["verify"], env);
    expect(stdout.split("\n")).toEqual(
      expect.arrayContaining([
        `schema: ${damaged}`,
        "schema: it was tampered with: its trigger evil is not one that asbuilt makes",
      ]),
    );
    expect(status).toBe(1);
    expect(await asbuilt(["serve"], { ...env, PORT: "0" })).toEqual({
      status: 1,
      stdout: "",
      stderr: `DATABASE_URL: ${server.address}/ can't be opened: ${damaged}\n`,
    });
  } finally {
    await Promise.all([stop(service, "SIGKILL"), server.stop()]);
  }
});
