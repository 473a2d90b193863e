import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from "node:zlib";
import { codingFor } from "@asbuilt/node/compression";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { messagesOf } from "../scenario/server-events.ts";
import { cpuSeconds, residentMiB } from "./resident.ts";
import { type Served, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";
import { execute, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

test.for<[accepted: string | undefined, coding: string | undefined]>([
  [undefined, undefined],
  ["", undefined],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br", "br"],
  ["gzip, deflate", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br; q=0.8 , gzip;Q=0.5", "br"],
  ["br;q=0, gzip;q=0", undefined],
  ["br;q=0, gzip;q=0.001", "gzip"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["br;q=0, *", "gzip"],
  ["gzip;q=0.5, *;q=0", "gzip"],
  ["identity", undefined],
  ["identity, gzip;q=0.9", undefined],
  ["identity;q=0.5, gzip;q=0.9", "gzip"],
  ["identity;q=0", undefined],
  ["identity;q=0, gzip", "gzip"],
  ["identity;q=0, *", "br"],
  ["deflate, zstd, compress, x-unknown", undefined],
  ["gzipped, xbr", undefined],
  [",;=,gzip;q=", "gzip"],
])("a client that accepts %s gets %s", ([accepted, coding]) => {
  expect(codingFor(accepted)?.name).toBe(coding);
});

/** A plant whose lists are read to their end. A list of its items has 5 MB. */
const file = join(temporary.path, "plant.db");
/** A plant whose lists are left. A list of its items has 50 MB, and compressed still 20 MB. */
const largeFile = join(temporary.path, "large.db");
const origin = "https://console.example";
const all = "/api/MaterialItem/List";
let service: Served;
let uncompressed: Served;
let large: Served;

beforeAll(async () => {
  const variables = { DATABASE_URL: `file:${file}` };
  const { key, ...first } = await serveAsbuilt({ ...variables, ASBUILT_SEED: "demo" });
  await stop(first);
  copyFileSync(file, largeFile);
  copyFileSync(`${file}.seal-key`, `${largeFile}.seal-key`);
  addItems(file, 2000);
  addItems(largeFile, 20_000);
  const compressing = { ...variables, ASBUILT_CORS_ORIGINS: origin };
  service = { ...(await serveAsbuilt(compressing)), key };
  uncompressed = { ...(await serveAsbuilt({ ...variables, ASBUILT_COMPRESSION: "0" })), key };
  large = { ...(await serveAsbuilt({ DATABASE_URL: `file:${largeFile}` })), key };
});
afterAll(() => Promise.all([service, uncompressed, large].map((served) => stop(served))));

/** Copies the newest item of a plant this number of times. */
function addItems(path: string, count: number): void {
  const names = rowsOf(path, "select name from pragma_table_info('material_item')");
  const values = names.map(({ name }) => valueOf[String(name)] ?? `item.${String(name)}`);
  execute(
    path,
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into material_item select ${values.join(", ")} from n
    join material_item as item on item.id = (select max(id) from material_item)`,
  );
}

/** The values of a copied item. Its batch can hardly be compressed. */
const valueOf: Readonly<Record<string, string>> = {
  id: "item.id + i",
  visual_serial_no: "'COPY-' || i",
  serial_key: "'copy-' || i",
  unique_id: "null",
  unique_id_key: "null",
  batch_no: "hex(randomblob(1000))",
};

interface Sent {
  readonly method?: string;
  readonly key?: string;
  readonly accepted?: string;
  readonly body?: object;
}

// One connection for all requests: a wrong length of one response would spoil the next.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

/** Sends a request, and returns the response before its body is read, as it comes. */
async function begun(
  { address, key: ownKey }: Served,
  path: string,
  { method = "POST", accepted, key = ownKey, body = {} }: Sent = {},
  by?: Agent,
): Promise<IncomingMessage> {
  const sent = request(`${address}${path}`, {
    method,
    ...(by && { agent: by }),
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Origin: origin,
      ...(accepted !== undefined && { "Accept-Encoding": accepted }),
    },
  });
  sent.end(method === "GET" || method === "HEAD" ? undefined : JSON.stringify(body));
  // The first argument of the event is the response.
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

/** Sends a request, and returns its status, headers and the bytes of its body. */
async function answered(served: Served, path: string, sent: Sent = {}) {
  const response = await begun(served, path, sent, agent);
  const { statusCode: status, headers } = response;
  return { status, headers, bytes: await buffer(response) };
}

/** Returns the CPU seconds that a process uses in a time. */
async function workIn(pid: number | undefined, ms: number): Promise<number> {
  const before = cpuSeconds(pid);
  await wait(ms);
  return cpuSeconds(pid) - before;
}

const decoded = {
  br: (bytes: Uint8Array) => brotliDecompressSync(bytes),
  gzip: (bytes: Uint8Array) => gunzipSync(bytes),
};
const codings = ["br", "gzip"] as const;

describe.for(codings)("with %s", (coding) => {
  test.for<[path: string, method: string, isStream: boolean]>([
    [`${all}?limit=1000`, "POST", false],
    [`${all}?limit=1000&fields=id,visualSerialNo`, "POST", false],
    [`${all}?limit=4`, "POST", false],
    [`${all}?fields=actualQty,batchNo`, "POST", true],
    [all, "POST", true],
    ["/openapi.json", "GET", false],
    ["/docs/standalone.js", "GET", false],
  ])("%s arrives as it is without a coding, and shorter", async ([path, method, isStream]) => {
    const plain = await answered(uncompressed, path, { method, accepted: coding });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toBeUndefined();
    const { headers, bytes } = await answered(service, path, { method, accepted: coding });
    expect(headers["content-encoding"]).toBe(coding);
    expect(headers.vary).toMatch(/^Accept-Encoding\b/);
    expect(headers["content-type"]).toBe(plain.headers["content-type"]);
    expect(headers["content-length"]).toBe(isStream ? undefined : String(bytes.length));
    expect(bytes.length).toBeLessThan(0.7 * plain.bytes.length);
    expect(decoded[coding](bytes).equals(plain.bytes)).toBe(true);
    // A cache must not give the compressed form to a client that does not accept it.
    const asItIs = await answered(service, path, { method });
    expect(asItIs.headers.vary).toMatch(/^Accept-Encoding\b/);
    expect(asItIs.headers["content-encoding"]).toBeUndefined();
    expect(asItIs.bytes.equals(plain.bytes)).toBe(true);
  });

  test("the first records of a long list can be read before its last ones are read", async () => {
    const response = await begun(large, all, { accepted: coding });
    const coder = coding === "br" ? createBrotliDecompress() : createGunzip();
    const [first] = (await once(response.pipe(coder), "data")) as [Buffer];
    expect(String(first)).toMatch(/^\[\{"id":1,/);
    expect(response.complete).toBe(false);
    response.destroy();
  });

  test("a list that fails in the middle closes the connection, and the rest never comes", async () => {
    const requests = requestsTo(large);
    const sent = { name: requests.unique("reader"), user: "Administrator", role: "viewer" };
    const { id, key } = await requests.done("post", "/api/ApiKey/Create", sent);
    const response = await begun(large, all, { accepted: coding, key });
    await once(response, "readable");
    await requests.done("put", "/api/ApiKey/Revoke", { id });
    await expect(buffer(response)).rejects.toThrow("aborted");
    expect(response.complete).toBe(false);
  });

  test("lists whose clients read nothing take little memory, and end when these leave", async ({
    expect: expectHere,
  }) => {
    // A process of its own: other tests use the other one at the same time.
    const own = { ...(await serveAsbuilt({ DATABASE_URL: `file:${largeFile}` })), key: large.key };
    await buffer(await begun(own, all, { accepted: coding }));
    const before = residentMiB(own.child.pid);
    // A key has eight long lists in progress. Others wait until these have ended.
    for (let round = 0; round < 2; round++) {
      const unread = await Promise.all(
        Array.from({ length: 8 }, () => begun(own, all, { accepted: coding })),
      );
      // Once it is idle, it has read all that it reads for them.
      // The common one polls for the test that began last, which can have ended.
      await expectHere.poll(() => workIn(own.child.pid, 1000)).toBeLessThan(0.3);
      // Eight whole lists are 400 MB. Node collects most of the growth later.
      expect(residentMiB(own.child.pid) - before).toBeLessThan(300);
      for (const response of unread) response.destroy();
    }
    await stop(own);
  });
});

test("of a small response, of a refusal and of a response to HEAD nothing is compressed", async () => {
  const accepted = "br, gzip, identity;q=0";
  for (const [path, method] of [
    ["/api/MaterialItem/Get/1", "GET"],
    [`${all}?limit=1`, "POST"],
    [`${all}?fields=${"unknown,".repeat(100)}`, "POST"],
    ["/api/MaterialItem/Get/1", "HEAD"],
    ["/healthz", "GET"],
  ] as const) {
    const { headers, bytes } = await answered(service, path, { method, accepted });
    expect(headers["content-encoding"], path).toBeUndefined();
    expect(headers.vary ?? "", path).not.toContain("Accept-Encoding");
    if (method !== "HEAD") expect(headers["content-length"], path).toBe(String(bytes.length));
  }
  const [head, got] = [
    await answered(service, "/openapi.json", { method: "HEAD", accepted: "br" }),
    await answered(service, "/openapi.json", { method: "GET", accepted: "br" }),
  ];
  expect(head.bytes).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(got.headers["content-length"]);
  expect(head.headers["content-encoding"]).toBe("br");
});

test("a response varies by the origin too, where pages of other origins may read it", async () => {
  const { headers } = await answered(service, `${all}?limit=9`, { accepted: "gzip" });
  expect(headers.vary).toBe("Accept-Encoding, Origin");
  expect(headers["access-control-allow-origin"]).toBe(origin);
});

test("no response that shows a new secret is compressed, however long it is", async () => {
  const operations = ["materialItemList", "buildBuild", "buildRemove", "productList", "bomList"];
  const addresses = Array.from({ length: 100 }, (_, index) => `192.0.2.${index}/32`);
  const key = { name: "long", user: "Administrator", role: "viewer", operations, addresses };
  const webhook = {
    url: `https://receiver.example/${"long/".repeat(300)}`,
    types: ["asbuilt.material.*"],
  };
  for (const [path, method, body, secret] of [
    ["/api/ApiKey/Create", "POST", key, "key"],
    ["/api/Webhook/Upsert", "PUT", webhook, "secret"],
  ] as const) {
    const { status, headers, bytes } = await answered(service, path, {
      method,
      body,
      accepted: "br, gzip",
    });
    expect(JSON.parse(String(bytes)), path).toMatchObject({ [secret]: expect.any(String) });
    expect(status, path).toBe(200);
    expect(bytes.length, path).toBeGreaterThan(1400);
    expect(headers["content-encoding"], path).toBeUndefined();
  }
  // The same records without their secrets are.
  for (const path of ["/api/ApiKey/List", "/api/Webhook/List"]) {
    const { headers } = await answered(service, path, { accepted: "br" });
    expect(headers["content-encoding"], path).toBe("br");
  }
});

test("a stream of events is not compressed, and each event comes when it happens", async () => {
  const headers = { Authorization: `Bearer ${service.key}`, "Accept-Encoding": "br, gzip" };
  const response = await fetch(`${service.address}/api/Event/Stream?types=asbuilt.location.*`, {
    headers,
  });
  expect(response.headers.get("Content-Encoding")).toBe(null);
  const messages = messagesOf(response);
  for (const name of ["FIRST", "SECOND"]) {
    await requestsTo(service).done("put", "/api/Location/Upsert", { suid: name, name });
    expect(await messages.take(1)).toHaveLength(1);
  }
  await messages.leave();
});
