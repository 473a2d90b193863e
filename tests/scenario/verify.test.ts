import { createApp } from "@asbuilt/http";
import { expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

/** Makes a service on the plant in which a long read pauses until it is continued. */
function waitingService({ sharesReads }: { readonly sharesReads: boolean }) {
  const { executor } = plant.database;
  const [begun, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let pauses = 0;
  const yieldToOthers = async () => {
    pauses++;
    begun.resolve();
    await resumed.promise;
    await executor.yieldToOthers();
  };
  const app = createApp({
    executor: { ...executor, yieldToOthers },
    now: Date.now,
    log: () => {},
    sharesReads,
    asset: () => Promise.resolve(undefined),
  });
  const verify = async (key = plant.keys.admin, signal?: AbortSignal) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: "{}", ...(signal ? { signal } : {}) };
    const answer = await app.request("/api/Audit/Verify", init);
    return { status: answer.status, retryAfter: answer.headers.get("Retry-After") };
  };
  return { verify, begun: begun.promise, resume: resumed.resolve, pauses: () => pauses };
}

const answered = { status: 200, retryAfter: null };
const refused = { status: 503, retryAfter: "1" };

test("a process that is verifying refuses another verification until it is done", async () => {
  const { verify, begun, resume } = waitingService({ sharesReads: true });
  const first = verify();
  await begun;
  expect(await verify()).toEqual(refused);
  expect(await verify("a-guess")).toMatchObject({ status: 401 });
  resume();
  expect(await first).toEqual(answered);
  expect(await verify()).toEqual(answered);
});

test("a Worker's verifications, each an invocation of its own, don't block each other", async () => {
  const { verify, begun, resume } = waitingService({ sharesReads: false });
  const first = verify();
  await begun;
  const second = verify();
  resume();
  expect(await Promise.all([first, second])).toEqual([answered, answered]);
});

test("a verification ends at its next pause once its client has left, and makes room", async () => {
  const { verify, begun, resume, pauses } = waitingService({ sharesReads: true });
  const leaving = new AbortController();
  const left = verify(plant.keys.admin, leaving.signal);
  await begun;
  leaving.abort();
  resume();
  expect(await left).toEqual(refused);
  expect(pauses()).toBe(1);
  expect(await verify()).toEqual(answered);
});
