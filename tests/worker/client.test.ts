import { createClient } from "@asbuilt/client";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => void vi.useRealTimers());

// A stream of this runtime, like the body of a fetched response.
declare class IdentityTransformStream extends TransformStream<Uint8Array, Uint8Array> {}

/** Opens the event stream of a service that sends nothing. */
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

test("a stream that is silent for a minute ends", async () => {
  vi.useFakeTimers();
  const next = (await silent()).next();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await next).toEqual({ done: true, value: undefined });
});
