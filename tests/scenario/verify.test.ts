import { createApp } from "@asbuilt/http";
import { expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

/** A service on the plant's database in which a long read waits for its turn until it is let go on. */
function waitingService({ sharesReads }: { readonly sharesReads: boolean }) {
  const { executor } = plant.database;
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let turns = 0;
  const yieldToOthers = async () => {
    turns++;
    begun.resolve();
    await goesOn.promise;
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
    const { status, headers: told } = await app.request("/api/Audit/Verify", init);
    return { status, retryAfter: told.get("Retry-After") };
  };
  return { verify, begun: begun.promise, goOn: goesOn.resolve, turns: () => turns };
}

const answered = { status: 200, retryAfter: null };
const refused = { status: 503, retryAfter: "1" };

test("who asks a process for a verification while it is at one is refused, and not after it", async () => {
  const { verify, begun, goOn } = waitingService({ sharesReads: true });
  const first = verify();
  await begun;
  expect(await verify()).toEqual(refused);
  expect(await verify("a-guess")).toMatchObject({ status: 401 });
  goOn();
  expect(await first).toEqual(answered);
  expect(await verify()).toEqual(answered);
});

test("a Worker's verifications, each an invocation of its own, don't keep each other off", async () => {
  const { verify, begun, goOn } = waitingService({ sharesReads: false });
  const first = verify();
  await begun;
  const second = verify();
  goOn();
  expect(await Promise.all([first, second])).toEqual([answered, answered]);
});

test("a verification ends at its next turn once whoever asked has left, and makes room", async () => {
  const { verify, begun, goOn, turns } = waitingService({ sharesReads: true });
  const leaving = new AbortController();
  const left = verify(plant.keys.admin, leaving.signal);
  await begun;
  leaving.abort();
  goOn();
  expect(await left).toEqual(refused);
  expect(turns()).toBe(1);
  expect(await verify()).toEqual(answered);
});
