import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { factories } from "../scenario/factories.ts";
import { messagesOf } from "../scenario/server-events.ts";
import { eventsOf } from "../scenario/traced.ts";
import { printed, runExample, traced } from "./example.ts";
import { freePort, root, type Served, start, stop, temporaryFolder, until } from "./processes.ts";
import { startReceiver } from "./receivers.ts";
import { serveFirstWorker } from "./workers.ts";

// With characters that a file of variables could treat as syntax.
const key = `an-administrators-key-'of'-$HOME-#and=\`more\``;

const temporary = temporaryFolder();
let worker: Served;
let dataOnceReady: unknown;

beforeAll(async () => {
  const port = await freePort();
  const onceReady = dataAtFirstReady(`http://127.0.0.1:${port}`);
  worker = await serveFirstWorker(temporary.path, {
    PORT: String(port),
    ASBUILT_ADMIN_KEY: key,
    ASBUILT_WEBHOOK_PRIVATE_TARGETS: "127.0.0.1",
    ASBUILT_EVENT_SOURCE: "urn:example:plant-1",
    ASBUILT_EPCIS_BASE: "https://id.plant.example/",
    ASBUILT_TIME_ZONE: "Asia/Tokyo",
  });
  dataOnceReady = await onceReady;
});

/** Waits until a Worker says that it is ready, and returns its base data at that time. */
async function dataAtFirstReady(address: string): Promise<unknown> {
  for (;;) {
    const ready = await fetch(`${address}/readyz`).catch(() => undefined);
    if (ready?.ok) return baseDataOf(address);
    await wait(20);
  }
}

const baseDataOf = (address: string) =>
  Promise.all(
    ["BuildSlotType", "Currency", "MaterialReason", "ReceiptProfile", "UnitOfMeasure"].map(
      (resource) => requestsTo({ address, key }).done("post", `/api/${resource}/List`, {}),
    ),
  );
afterAll(async () => {
  const { status, stdout, stderr } = await stop(worker);
  temporary.remove();
  if (status !== 0) throw new Error(`The Worker ended with ${status}.`);
  if ((stdout + stderr).includes(key)) throw new Error("The Worker has printed its key.");
});

/** Reads the arguments of all processes of this machine, as any of its users can. */
const allArguments = () =>
  readdirSync("/proc").flatMap((id) => {
    try {
      return /^\d+$/.test(id) ? readFileSync(`/proc/${id}/cmdline`, "utf8") : [];
    } catch {
      return [];
    }
  });

test("the Worker is ready only once its base data is there", async () => {
  expect(dataOnceReady).toEqual(await baseDataOf(worker.address));
});

test("the examples receive, build, remove and trace on the Worker", async () => {
  expect(await runExample("receive-build-remove.ts", worker.address, key)).toBe(printed);
  expect(await runExample("trace.ts", worker.address, key)).toBe(traced);
});

test("a stream of the Worker sends what happens", async () => {
  const messages = messagesOf(
    await fetch(`${worker.address}/api/Event/Stream?types=asbuilt.location.*`, {
      headers: { Authorization: `Bearer ${key}` },
    }),
  );
  await messages.next();
  const location = { suid: "FOLLOWED", name: "Followed" };
  await requestsTo({ address: worker.address, key }).done("put", "/api/Location/Upsert", location);
  const [told] = await messages.take(1);
  expect(told!.data).toMatchObject({
    source: "urn:example:plant-1",
    data: { after: location },
  });
  await messages.leave();
});

test("identifiers of EPCIS begin with the configured base", async () => {
  const requests = requestsTo({ address: worker.address, key });
  const plant = { ...requests, ...factories(requests) };
  const { Name: productName } = await plant.product();
  await plant.receive({ productName, qty: 1, visualSerialNo: "EPCIS-1" });
  const [event] = await eventsOf(plant, { visualSerialNo: "EPCIS-1" });
  expect(event.epcList).toEqual(["https://id.plant.example/item/EPCIS-1"]);
});

test("a date is a day in the configured zone, and a shelf life ends with one", async () => {
  const requests = requestsTo({ address: worker.address, key });
  const plant = { ...requests, ...factories(requests) };
  const { Name: productName } = await plant.product({ ShelfLifeDays: 1 });
  const dated = await plant.receive({ productName, qty: 1, expiryDate: "2099-11-26" });
  expect(dated.expiryDate).toBe("2099-11-26T14:59:59.999Z");
  const lasting = await plant.receive({ productName, qty: 1, occurredAt: "2026-01-31" });
  expect(lasting.expiryDate).toBe("2026-02-01T14:59:59.999Z");
});

test("the Worker's bundle has the parser of GS1 codes", async () => {
  const code = "]d20109521234543213\u001d17270200";
  const requests = requestsTo({ address: worker.address, key });
  const scan = await requests.done("post", "/api/Scan/Resolve", { code });
  expect(scan.elements).toMatchObject([
    { ai: "01", value: "09521234543213" },
    { ai: "17", date: "2027-02-28" },
  ]);
});

test("the Worker calls a webhook after a write, and again by its cron, and follows no redirect", async () => {
  const requests = requestsTo({ address: worker.address, key });
  const statuses = [307, 500];
  const receiver = await startReceiver((_request, response) => {
    response.writeHead(statuses.shift() ?? 200, { Location: worker.address }).end();
  });
  try {
    const { id, secret } = await requests.done("put", "/api/Webhook/Upsert", {
      url: receiver.url,
      types: ["asbuilt.location.*"],
    });
    const { body: trial } = await requests.put("/api/Webhook/Test", { id });
    expect(trial).toMatchObject({ isDelivered: false, status: 307 });
    await requests.done("put", "/api/Location/Upsert", { suid: "CALLED", name: "Called" });
    await until(() => receiver.taken.length > 1);
    const { body, headers } = receiver.taken[1]!;
    // Node's types allow headers that are sent twice. These are not.
    expect(new Webhook(secret).verify(body, headers as never)).toMatchObject({
      source: "urn:example:plant-1",
      data: { after: { suid: "CALLED" } },
    });
    await until(() => receiver.taken.length > 2);
    expect(receiver.taken[2]!.body).toBe(body);
  } finally {
    receiver.close();
  }
});

test("the Worker's key is in no process's arguments", () => {
  const all = allArguments();
  expect(all.join()).toContain("wrangler");
  expect(all.join()).not.toContain(key);
});

test("a command beside the Worker leaves the files alone that it serves", async () => {
  const changedAt = () =>
    ["public", "dist"].flatMap((name) => {
      const folder = join(root, "apps/worker", name);
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
      return files.map((file) => [file, statSync(join(folder, file)).ctimeMs]);
    });
  const before = changedAt();
  const wrangler = join(root, "apps/worker/wrangler.ts");
  const { status } = await start(process.execPath, [wrangler, "--version"], {}).ended;
  expect(status).toBe(0);
  expect(before).toContainEqual(["openapi.json", expect.any(Number)]);
  expect(before).toContainEqual(["d1/index.js", expect.any(Number)]);
  expect(changedAt()).toEqual(before);
});

test("the Worker limits keys, addresses and guesses as wrangler.jsonc binds it", async () => {
  const ask = (sent: string) =>
    fetch(`${worker.address}/api/MaterialItem/Get/1`, {
      headers: { Authorization: `Bearer ${sent}` },
    });
  const policyOf = ({ headers }: Response) => headers.get("RateLimit-Policy");
  expect(policyOf(await ask(key))).toBe('"address";q=60000;w=60, "key";q=60000;w=60');
  let guesses = 1;
  let answer = await ask("a-guess");
  // The minute can end while they are sent, and then the counts restart.
  for (; answer.status === 401 && guesses <= 40; guesses++) answer = await ask("a-guess");
  expect([answer.status, policyOf(answer)]).toEqual([429, '"failures";q=20;w=60']);
  expect(answer.headers.get("Retry-After")).toBe("60");
  expect(guesses).toBeGreaterThan(20);
  expect((await ask(key)).status).not.toBe(429);
});
