import { webSha256 } from "@asbuilt/core";
import { expect, test } from "vitest";
import { authenticator } from "../../src/admission/authenticate.ts";

/** Makes an authenticator on a database with `ab_known` or the given keys; counts its reads. */
const setUp = (adminKey?: string, isStored = (hash: unknown): boolean => hash === hashOfKnown) => {
  const counter = { reads: 0 };
  const keys = authenticator({
    executor: {
      read: ([query]) => {
        counter.reads++;
        return Promise.resolve([query!.params.some(isStored) ? [[1, 2, "viewer"]] : []]);
      },
      run: () => Promise.reject(new Error("The administrator's key is created.")),
      isFull: () => false,
      isLocal: true,
      listRows: 1000,
      yieldToOthers: () => Promise.resolve(),
    },
    now: () => 0,
    adminKey,
    log: () => {},
    security: () => {},
    sha256: webSha256,
    asset: () => Promise.resolve(undefined),
  });
  return { keys, counter };
};
const here = () => "192.0.2.1";
const hashOfKnown = "07ecc784efb92469159e466321699f25dd855931622759221accafd9b081495d";

test.for([
  undefined,
  "",
  "ab_known",
  "Basic ab_known",
  "Bearer",
  "Bearer a b",
  "A Bearer ab_known",
])("an Authorization without a bearer key is refused without a read: %j", async (authorization) => {
  const { keys, counter } = setUp();
  await expect(keys.identify(authorization, here)).rejects.toMatchObject({
    code: "unauthorized",
  });
  expect(counter.reads).toBe(0);
});

test("a key is read once, until it is forgotten", async () => {
  const { keys, counter } = setUp();
  const principal = { keyId: 1, userId: 2, role: "viewer" };
  expect(await keys.identify("Bearer ab_known", here)).toEqual(principal);
  expect(await keys.identify("bearer  ab_known", here)).toEqual(principal);
  expect(counter.reads).toBe(1);
  await keys.reject("Bearer ab_known", here);
  expect(await keys.identify("Bearer ab_known", here)).toEqual(principal);
  expect(counter.reads).toBe(2);
});

test("at most 10,000 keys are remembered: after that, all are read again", async () => {
  const { keys, counter } = setUp(undefined, () => true);
  for (let count = 1; count <= 10_000; count++) await keys.identify(`Bearer ab_${count}`, here);
  await keys.identify("Bearer ab_1", here);
  expect(counter.reads).toBe(10_000);
  await keys.identify("Bearer ab_10001", here);
  await keys.identify("Bearer ab_1", here);
  expect(counter.reads).toBe(10_002);
});

test("an unknown key is refused, and read each time", async () => {
  const { keys, counter } = setUp();
  const send = () => keys.identify("Bearer ab_other", here);
  await expect(send()).rejects.toMatchObject({ code: "unauthorized" });
  await expect(send()).rejects.toMatchObject({ code: "unauthorized" });
  expect(counter.reads).toBe(2);
});

test("the administrator's key is created once: after that it is known like any other", async () => {
  const { keys } = setUp("ab_known");
  expect(await keys.identify("Bearer ab_known", here)).toMatchObject({ keyId: 1 });
});

test("the administrator's key matches only itself, wherever another one differs", async () => {
  const adminKey = "an-administrators-key-of-this-test";
  const { keys } = setUp(adminKey);
  const send = (key: string) => keys.identify(`Bearer ${key}`, here);
  await expect(send(adminKey)).rejects.toThrow("The administrator's key is created.");
  const others = [`x${adminKey.slice(1)}`, `${adminKey.slice(0, -1)}x`, adminKey.toUpperCase()];
  for (const other of [...others, `${adminKey}t`, adminKey.slice(0, -1), adminKey.slice(1)]) {
    await expect(send(other)).rejects.toMatchObject({ code: "unauthorized" });
  }
});
