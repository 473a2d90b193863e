import { type Client, createClient, type KnownProblemCode, ProblemError } from "@asbuilt/client";
import type { problemKinds } from "@asbuilt/contract";
import { expect, expectTypeOf, inject, onTestFinished, test, vi } from "vitest";
import { startReceiver } from "./receivers.ts";

const { address: baseUrl, key } = inject("service");
const unknownPump = {
  parentSerialNo: "NO-SUCH-PUMP",
  childSerialNo: "SEAL-LOT-1",
  builtQty: 1,
  receiveAtPointOfConsumption: false,
};

test("a refusal is thrown as a typed problem", async () => {
  const refused = createClient({ baseUrl, key }).buildBuild({ body: unknownPump });
  const error = await refused.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProblemError);
  const { problem, response } = error as ProblemError;
  expect(problem).toMatchObject({ status: 404, code: "not_found" });
  expect(response.headers.get("X-Request-Id")).toBe(problem.requestId);
});

test("each code of the contract is known, and unknown codes are tolerated", async () => {
  expectTypeOf<KnownProblemCode>().toEqualTypeOf<keyof typeof problemKinds>();
  const astray = createClient({ baseUrl: `${baseUrl}/plant`, key, onProblem: "return" });
  const { problem } = await astray.productList({ body: {} });
  expect(problem?.code).toBe("no_such_path" satisfies KnownProblemCode);
});

test("a refusal is returned instead of thrown with the option `onProblem`", async () => {
  const asbuilt = createClient({ baseUrl: `${baseUrl}/`, key, onProblem: "return" });
  // @ts-expect-error An operation takes only what its document names.
  const { problem } = await asbuilt.productList({ body: { Nmae: "Seal" } });
  expect(problem).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/Nmae" }] });
  const { data } = await asbuilt.productList({ body: { Name: "seal" } });
  expect(data?.map(({ SUID }) => SUID)).toEqual(["SEAL"]);
  const stranger = createClient({ baseUrl, key: "nobody", onProblem: "return" });
  const { problem: unauthorized } = await stranger.materialItemGet({ path: { id: 1 } });
  expect(unauthorized?.code).toBe("unauthorized");
});

test("a write with an Idempotency-Key takes effect once, and the query selects a page", async () => {
  const asbuilt = createClient({ baseUrl, key });
  const body = { productName: "Seal", visualSerialNo: "CLIENT-LOT", qty: 3 };
  const [first, second] = [
    await asbuilt.materialItemReceive({ body, idempotencyKey: "client-lot" }),
    await asbuilt.materialItemReceive({ body, idempotencyKey: "client-lot" }),
  ];
  expect(second).toEqual(first);
  const returning = createClient({ baseUrl, key, onProblem: "return" });
  const { response } = await returning.materialItemReceive({ body, idempotencyKey: "client-lot" });
  expect(response.headers.get("Idempotency-Replayed")).toBe("true");
  const page = await asbuilt.productList({ body: {}, query: { limit: 2 } });
  expect(page).toHaveLength(2);
});

test("a call ends with its signal", async () => {
  const signal = AbortSignal.abort();
  const call = createClient({ baseUrl, key }).productList({ body: {}, signal });
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
});

/** Returns a client of a service that always gives this response. */
const answeredBy = (answer: () => Response) =>
  createClient({ baseUrl, key, fetch: () => Promise.resolve(answer()) });

const json = { headers: { "Content-Type": "application/json" } };
const unknown = (status: number) => ({
  name: "ProblemError",
  problem: { status, code: "unknown" },
  response: { status },
});

test.for([
  ["without a body", 200, () => new Response(null, json)],
  ["with an empty body", 200, () => new Response("", json)],
  ["of length 0", 200, () => new Response(null, { headers: { "Content-Length": "0" } })],
  ["that is cut off", 200, () => new Response('{"id":1', json)],
  ["of no content", 204, () => new Response(null, { status: 204 })],
  ["of another status", 202, () => new Response("{}", { ...json, status: 202 })],
  ["that is a page", 200, () => new Response("{}", { headers: { "Content-Type": "text/html" } })],
  ["of no type", 200, () => new Response(new TextEncoder().encode("{}"))],
] as const)("an answer %s is not taken for the service's", async ([, status, answer]) => {
  const asbuilt = answeredBy(answer);
  await expect(asbuilt.buildBuild({ body: unknownPump })).rejects.toMatchObject(unknown(status));
  await expect(asbuilt.eventStream({})).rejects.toMatchObject(unknown(status));
  const pages = asbuilt.productList.pages({ body: {} });
  await expect(pages.next()).rejects.toMatchObject(unknown(status));
});

test.for([
  { code: 504, message: "upstream timeout" },
  { code: "UPSTREAM", message: "upstream timeout" },
  { detail: "upstream timeout" },
  { code: "UPSTREAM", detail: "upstream timeout" },
  null,
])("a gateway's own JSON is not taken for a problem of the service", async (answer) => {
  const asbuilt = answeredBy(() => Response.json(answer, { status: 504 }));
  await expect(asbuilt.buildBuild({ body: unknownPump })).rejects.toMatchObject(unknown(504));
});

test("a problem has the status that it came with", async () => {
  const told = { status: 200, code: "overloaded", detail: "Try again.", requestId: "1" };
  const asbuilt = answeredBy(() => Response.json(told, { status: 503 }));
  const problem = { status: 503, code: "overloaded" };
  await expect(asbuilt.productList({ body: {} })).rejects.toMatchObject({ problem });
});

test("a redirect is not followed, because another server answers there", async () => {
  const elsewhere = await startReceiver(({ url }, response) => {
    if (url === "/login") response.writeHead(200, json.headers).end("[]");
    else response.writeHead(302, { Location: "/login" }).end();
  });
  const { origin } = new URL(elsewhere.url);
  const asbuilt = createClient({ baseUrl: origin, key });
  await expect(asbuilt.buildBuild({ body: unknownPump })).rejects.toMatchObject(unknown(302));
  await expect(asbuilt.productList({ body: {} })).rejects.toMatchObject(unknown(302));
  expect(elsewhere.taken).toHaveLength(2);
  elsewhere.close();
});

test("a list is read page after page, and so is a document", async () => {
  const asbuilt = createClient({ baseUrl, key });
  const whole = await asbuilt.currencyList({ body: {} });
  const pages: (typeof whole)[] = [];
  for await (const page of asbuilt.currencyList.pages({ body: {}, query: { limit: 50 } })) {
    pages.push(page);
  }
  expect(pages.length).toBe(Math.ceil(whole.length / 50));
  expect(pages.flat()).toEqual(whole);

  const visualSerialNo = "PAGED-LOT";
  const { id: materialitemid } = await asbuilt.materialItemReceive({
    body: { productName: "Seal", visualSerialNo, qty: 3 },
  });
  await asbuilt.materialItemItemAdjust({
    body: { materialitemid, adjustqty: -1, reasonSUID: "COUNT" },
  });
  const call = { body: { visualSerialNo }, query: { limit: 1 } };
  const events: unknown[] = [];
  for await (const { epcisBody } of asbuilt.epcisQuery.pages(call)) {
    expect(epcisBody.eventList.length).toBeLessThan(2);
    events.push(...epcisBody.eventList);
  }
  expect(events).toHaveLength(2);
  expectTypeOf(asbuilt.buildBuild).not.toHaveProperty("pages");
});

test("with `onProblem` pages are results, and a refusal is the last one", async () => {
  const call = { body: {}, query: { limit: 100 } };
  const returning = createClient({ baseUrl, key, onProblem: "return" });
  const links: boolean[] = [];
  for await (const { data, response } of returning.currencyList.pages(call)) {
    expect(data?.[0]).toMatchObject({ isActive: true });
    links.push(response.headers.has("Link"));
  }
  expect(links).toEqual([true, false]);
  const refused = createClient({ baseUrl, key: "nobody", onProblem: "return" });
  const codes: unknown[] = [];
  for await (const { problem } of refused.currencyList.pages(call)) codes.push(problem?.code);
  expect(codes).toEqual(["unauthorized"]);
  const throwing = createClient({ baseUrl, key: "nobody" }).currencyList.pages(call);
  await expect(throwing[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(ProblemError);
});

test("a record that was read is accepted back unchanged, nulls included", async () => {
  const asbuilt = createClient({ baseUrl, key });
  const lot = { productName: "Seal", visualSerialNo: "ROUND-TRIP-LOT", qty: 3 };
  await asbuilt.materialItemReceive({ body: { ...lot, expiryDate: null } });
  const [item] = await asbuilt.materialItemList({ body: { visualSerialNo: lot.visualSerialNo } });
  expect(item).toMatchObject({ startDT: null, endDT: null, expiryDate: null });
  const path = { id: item!.id };
  expect(await asbuilt.materialItemUpdate({ path, body: item! })).toEqual(item);
  const changed = { ...item!, location: null, expiryDate: "2030-01-31" };
  expect(await asbuilt.materialItemUpdate({ path, body: changed })).toMatchObject({
    revNo: item!.revNo + 1,
    location: null,
    locationID: null,
  });
});

const newLocation = (asbuilt: Client, suid: string) =>
  asbuilt.locationUpsert({ body: { suid, name: suid, isActive: true } });
const locations = { types: "asbuilt.location.*" };
const streamed = { headers: { "Content-Type": "text/event-stream" } };

test("events are followed from the last one read until the loop ends", async () => {
  const asbuilt = createClient({ baseUrl, key });
  const now = await asbuilt.eventStream({ query: locations });
  await newLocation(asbuilt, "STREAM-1");
  for await (const { type, data } of now) {
    expect(type).toBe("asbuilt.location.created.v1");
    if (data.after?.["suid"] === "STREAM-1") break;
  }
  const { lastEventId } = now;
  await newLocation(asbuilt, "STREAM-2");
  // More streams than a key may have open: those that were left no longer count.
  for (let times = 0; times < 60; times++) {
    const later = await asbuilt.eventStream({ query: locations, lastEventId });
    expect(later.lastEventId).toBe(lastEventId);
    for await (const { id, data } of later) {
      expect(data.after).toMatchObject({ suid: "STREAM-2" });
      expect(later.lastEventId).toBe(id);
      break;
    }
  }
});

test("a stream ends with its signal, and a refused stream is a problem", async () => {
  const asbuilt = createClient({ baseUrl, key });
  const leaving = new AbortController();
  const { signal } = leaving;
  const none = await asbuilt.eventStream({ query: { types: "asbuilt.webhook.*" }, signal });
  const next = none[Symbol.asyncIterator]().next();
  // The position is sent even if there is no event.
  await vi.waitFor(() => expect(none.lastEventId).toMatch(/^\d+$/));
  leaving.abort();
  await expect(next).rejects.toThrow("aborted");

  const stranger = createClient({ baseUrl, key: "nobody" });
  await expect(stranger.eventStream({})).rejects.toMatchObject({ problem: { status: 401 } });
  const returning = createClient({ baseUrl, key, onProblem: "return" });
  const { problem } = await returning.eventStream({ lastEventId: "999999999" });
  expect(problem?.code).toBe("validation_failed");
  // @ts-expect-error Only a stream continues after an event.
  await asbuilt.productList({ body: {}, lastEventId: "1" });
});

test("server-sent events are read however they are written and cut", async () => {
  const written = [
    "\uFEFFid: 1\n\n",
    ': a comment\r\nid: 2\r\nevent: told\r\ndata: {\r\ndata:"id": "ä\u2028"}\r\n\r\n',
    'retry: 5\ndata: {"id":"of no id"}\nunknown\n\n',
    "id: 3\rdata: {}\r\r",
    "id: 4\n: an id alone\n\n",
    'id: 5\ndata: {"id":"not ended"}\n',
  ];
  const bytes = new TextEncoder().encode(written.join(""));
  for (const size of [1, 2, 7, bytes.length]) {
    const body = new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < bytes.length; at += size) {
          controller.enqueue(bytes.subarray(at, at + size));
        }
        controller.close();
      },
    });
    const stream = await answeredBy(() => new Response(body, streamed)).eventStream({});
    const told: unknown[] = [];
    for await (const event of stream) told.push([stream.lastEventId, event]);
    expect(told).toEqual([
      ["2", { id: "ä\u2028" }],
      ["2", { id: "of no id" }],
      ["3", {}],
    ]);
    expect(stream.lastEventId).toBe("4");
  }
});

test("a stream ends with its signal even if the request has dropped it", async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = vi.fn<() => void>();
  const asbuilt = answeredBy(() => new Response(new ReadableStream({ cancel: left }), streamed));
  const [early, late] = [
    await asbuilt.eventStream({ signal }),
    await asbuilt.eventStream({ signal }),
  ];
  const next = early[Symbol.asyncIterator]().next();
  leaving.abort();
  await expect(next).rejects.toBe(signal.reason);
  await expect(late[Symbol.asyncIterator]().next()).rejects.toBe(signal.reason);
  expect(left).toHaveBeenCalledTimes(2);
});

test("a stream stays open until its loop begins, although Node cancels unread bodies", async () => {
  const body = new ReadableStream();
  await answeredBy(() => new Response(body, streamed)).eventStream({});
  expect(body.locked).toBe(true);
});

/** Fake timers affect the whole process, so nothing else runs at the same time. */
const alone = { concurrent: false };

test("a stream that has said nothing for a minute ends", alone, async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const left = vi.fn<() => void>();
  const asbuilt = answeredBy(() => new Response(new ReadableStream({ cancel: left }), streamed));
  const stream = await asbuilt.eventStream({});
  const next = stream[Symbol.asyncIterator]().next();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(left).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await next).toEqual({ done: true, value: undefined });
  expect(left).toHaveBeenCalled();
});

test("a stream without a loop ends after a minute, too", alone, async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const left = vi.fn<() => void>();
  const asbuilt = answeredBy(() => new Response(new ReadableStream({ cancel: left }), streamed));
  const stream = await asbuilt.eventStream({ lastEventId: "5" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(left).toHaveBeenCalled();
  expect(await stream[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  expect(stream.lastEventId).toBe("5");
});

test(
  "a loop can take any time for an event, and waits for nothing once it is left",
  alone,
  async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const tell = (id: number) => writer.write(new TextEncoder().encode(`id: ${id}\ndata: {}\n\n`));
    const stream = await answeredBy(() => new Response(readable, streamed)).eventStream({});
    const loop = stream[Symbol.asyncIterator]();
    void tell(1);
    expect(await loop.next()).toMatchObject({ done: false });
    await vi.advanceTimersByTimeAsync(300_000);
    void tell(2);
    expect(await loop.next()).toMatchObject({ done: false });
    writer.closed.catch(() => undefined);
    await loop.return?.(undefined);
    expect(vi.getTimerCount()).toBe(0);
  },
);

test("after the signal, no event is delivered, even one that has arrived", async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const written = [1, 2, 3].map((id) => `id: ${id}\ndata: {}\n\n`).join("");
  const stream = await answeredBy(() => new Response(written, streamed)).eventStream({ signal });
  const loop = stream[Symbol.asyncIterator]();
  await loop.next();
  leaving.abort();
  await expect(loop.next()).rejects.toBe(signal.reason);
  expect(stream.lastEventId).toBe("1");
});
