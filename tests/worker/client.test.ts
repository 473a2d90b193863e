import { createClient } from "@asbuilt/client";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => void vi.useRealTimers());

// A stream of the runtime's own, as the body of what it has fetched is.
declare class IdentityTransformStream extends TransformStream<Uint8Array, Uint8Array> {}

/** The events of a service that says nothing. */
async function silent(signal?: AbortSignal) {
  const { readable } = new IdentityTransformStream();
  const headers = { "Content-Type": "text/event-stream" };
  const fetch = () => Promise.resolve(new Response(readable, { headers }));
  const stream = await createClient({ baseUrl: "http://asbuilt", key: "", fetch }).eventStream({
    signal,
  });
  return stream[Symbol.asyncIterator]();
}

test("a stream ends with its signal, whose reason is thrown", async () => {
  const leaving = new AbortController();
  const next = (await silent(leaving.signal)).next();
  leaving.abort(new Error("Enough."));
  await expect(next).rejects.toThrow("Enough.");
});

test("a stream that has said nothing for a minute ends", async () => {
  vi.useFakeTimers();
  const next = (await silent()).next();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await next).toEqual({ done: true, value: undefined });
});
