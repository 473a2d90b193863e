import { once } from "node:events";
import { cpSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { bookmarkHeader } from "@asbuilt/contract";
import { isReplica, libsqlServer } from "@asbuilt/core/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readsOf } from "../plants/late-reads.ts";
import { type Answer, type Requests, requestsTo } from "../plants/requests.ts";
import { startSqld } from "../plants/sqld-server.ts";
import { listenFor } from "./front.ts";
import {
  adminKey,
  asbuilt,
  freePort,
  serveAsbuilt,
  stop,
  temporaryFolder,
  until,
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

const { signal } = new AbortController();

const newFolder = () => join(temporary.path, crypto.randomUUID());

/** Starts a primary with the demo plant and a replica, both behind addresses that last. */
async function startServers() {
  const folder = newFolder();
  cpSync(seededFolder, folder, { recursive: true });
  const startPrimary = async () => {
    const log = `127.0.0.1:${await freePort()}`;
    const server = await startSqld(folder, ["--grpc-listen-addr", log]);
    return { ...server, log: `http://${log}` };
  };
  let primary = await startPrimary();
  const front = await listenFor(primary.address);
  const log = await listenFor(primary.log);
  const replica = await startSqld(newFolder(), ["--primary-grpc-url", log.address]);
  const near = await listenFor(replica.address);
  const readsByItself = () => isReplica(libsqlServer({ url: replica.address })).catch(() => false);
  await until(readsByItself);
  return {
    env: { DATABASE_URL: front.address, ASBUILT_READ_URL: near.address },
    readsByItself,
    /** Waits until the replica has what the primary has now. */
    followed: async () => {
      const read = (address: string, index?: string) =>
        libsqlServer({ url: address }).batch(
          [{ sql: "select 1", args: [] }],
          "read",
          signal,
          index,
        );
      const { replicationIndex } = await read(primary.address);
      await read(replica.address, replicationIndex);
    },
    newest: async () => {
      const [row] = await primary.sql("select max(seq) as seq from change_log");
      return Number(row!["seq"]);
    },
    /** Lets the replica follow no more, or again. */
    cutLog: () => log.lead("http://127.0.0.1:1"),
    mendLog: () => log.lead(primary.log),
    killPrimary: () => primary.stop(),
    restartPrimary: async () => {
      primary = await startPrimary();
      log.lead(primary.log);
      front.lead(primary.address);
    },
    stop: async () => {
      for (const each of [front, near, log]) each.close();
      await Promise.all([replica.stop(), primary.stop()]);
    },
  };
}

type Environment = Readonly<Record<string, string>>;

/** Starts processes of the service on the same servers, and runs work with the ways to call them. */
async function withServices(
  envs: readonly Environment[],
  work: (...services: Requests[]) => Promise<void>,
): Promise<void> {
  const services = await Promise.all(
    envs.map((env) => serveAsbuilt({ ASBUILT_ADMIN_KEY: adminKey, ...env })),
  );
  try {
    await work(...services.map(({ address }) => requestsTo({ address, key: adminKey })));
  } finally {
    await Promise.all(services.map((service) => stop(service)));
  }
}

const bookmarkIn = ({ headers }: Answer) => headers.get(bookmarkHeader)!;
/** The options of a request that has read this before. */
const having = (answer: Answer) => ({ headers: { [bookmarkHeader]: bookmarkIn(answer) } });

const receive = async (by: Requests) =>
  by.post("/api/MaterialItem/Receive", {
    productName: "Seal",
    visualSerialNo: by.unique("SN"),
    qty: 1,
    location: "STORE",
  });
const isMissing = (found: Answer, { body }: Answer) =>
  !JSON.stringify(found.body).includes(body.visualSerialNo);
const find = (by: Requests, { body }: Answer, options: object = {}) =>
  by.post("/api/MaterialItem/List", { visualSerialNo: body.visualSerialNo }, options);
/** Lets a process know the newest state of the primary. */
const askPrimary = (by: Requests) => by.post("/api/ApiKey/List", {});
test("1,000 reads of another process with a bookmark miss no write, and a killed primary changes nothing", async () => {
  const servers = await startServers();
  try {
    await withServices([servers.env, servers.env], async (one, other) => {
      const missedIn = async (rounds: number) => {
        let missed = 0;
        for (let round = 0; round < rounds; round++) {
          const received = await receive(one);
          expect(received.status).toBe(200);
          for (const read of readsOf(received.body, (await servers.newest()) - 1)) {
            const found = await read(other, having(received));
            expect(found.status).toBe(200);
            expect(bookmarkIn(found) >= bookmarkIn(received)).toBe(true);
            if (isMissing(found, received)) missed++;
          }
        }
        return missed;
      };
      expect(await missedIn(100)).toBe(0);
      await servers.killPrimary();
      await servers.restartPrimary();
      // It numbers its log from 1 again, and the replica is of the old one for a while.
      expect(await missedIn(20)).toBe(0);
      await until(servers.readsByItself);
      expect(await missedIn(20)).toBe(0);
      // The replica has followed the new log.
      const newest = await receive(one);
      await servers.followed();
      await servers.killPrimary();
      expect(isMissing(await find(other, newest, having(newest)), newest)).toBe(false);
    });
  } finally {
    await servers.stop();
  }
});

test("at a replica that is cut off, a bookmark and the own process miss nothing; another one does", async () => {
  const servers = await startServers();
  try {
    await withServices([servers.env, servers.env], async (one, other) => {
      let received = await receive(one);
      // Work of its own in the background lets the other process know more, now and then.
      await until(async () => {
        servers.mendLog();
        await servers.followed();
        servers.cutLog();
        received = await receive(one);
        return isMissing(await find(other, received), received);
      });
      expect(isMissing(await find(other, received, having(received)), received)).toBe(false);
      expect(isMissing(await find(one, received), received)).toBe(false);
    });
  } finally {
    await servers.stop();
  }
});

test("while the primary is killed, reads continue and writes are refused, until it is back", async () => {
  const servers = await startServers();
  try {
    await withServices([servers.env, servers.env], async (one, other) => {
      const received = await receive(one);
      await servers.followed();
      await servers.killPrimary();
      const refused = receive(one);
      for (const by of [one, other]) {
        const found = await find(by, received, having(received));
        expect([found.status, isMissing(found, received)]).toEqual([200, false]);
        const ready = await by.get("/readyz");
        expect([ready.status, ready.body.status]).toEqual([200, "read-only"]);
      }
      expect((await refused).status).toBe(503);
      await servers.restartPrimary();
      await until(async () => (await receive(one)).status === 200);
      await until(async () => (await one.get("/readyz")).body.status === "ready");
    });
  } finally {
    await servers.stop();
  }
});

test("a server of another database is refused as a replica", async () => {
  const [servers, foreign] = [await startServers(), await startSqld(newFolder())];
  try {
    await stop(await serveAsbuilt({ DATABASE_URL: foreign.address }));
    const wrong = { ...servers.env, ASBUILT_READ_URL: foreign.address, PORT: "0" };
    const problem = "it has another database than DATABASE_URL. Name its replicas";
    expect(await asbuilt(["serve"], wrong)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `ASBUILT_READ_URL: ${foreign.address}/ can't be used: ${problem}\n`,
      ),
    });
  } finally {
    await Promise.all([servers.stop(), foreign.stop()]);
  }
});

/** Starts an address before a server that counts the requests to it, and their statements. */
async function countBefore(address: string) {
  const counts = { requests: 0, statements: 0 };
  const server = createServer(async (request, answer) => {
    const sent = (await json(request)) as { requests: { batch?: { steps: unknown[] } }[] };
    counts.requests++;
    for (const { batch } of sent.requests) counts.statements += batch?.steps.length ?? 0;
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(sent);
    const passed = await fetch(address + request.url, { method: "POST", headers, body });
    answer.writeHead(passed.status, headers).end(await passed.text());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // A TCP server's address is an object; a pipe's would be text.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    /** Returns the least that some work has sent: now and then the service has its own to do. */
    leastOf: async (work: () => Promise<unknown>) => {
      let least = { requests: Infinity, statements: Infinity };
      for (let time = 0; time < 5; time++) {
        Object.assign(counts, { requests: 0, statements: 0 });
        await work();
        if (counts.statements < least.statements) least = { ...counts };
      }
      return least;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("a read costs one round trip, and one statement more only where replicas are read", async () => {
  const servers = await startServers();
  const { DATABASE_URL, ASBUILT_READ_URL } = servers.env;
  const [primary, replica] = [await countBefore(DATABASE_URL), await countBefore(ASBUILT_READ_URL)];
  const envs = [
    { DATABASE_URL: primary.address },
    { DATABASE_URL, ASBUILT_READ_URL: replica.address },
  ];
  try {
    await withServices(envs, async (alone, near) => {
      for (const options of [{}, having(await find(near, await receive(near)))]) {
        await askPrimary(near);
        const read = (by: Requests) => by.get("/api/MaterialItem/Get/1", options);
        const atPrimary = await primary.leastOf(() => read(alone));
        const atReplica = await replica.leastOf(() => read(near));
        expect([atPrimary.requests, atReplica.requests]).toEqual([1, 1]);
        expect(atReplica.statements - atPrimary.statements).toBe(1);
      }
    });
  } finally {
    for (const each of [primary, replica]) each.close();
    await servers.stop();
  }
});
