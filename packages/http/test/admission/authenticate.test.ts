import { webSha256 } from "@asbuilt/core";
import { expect, test } from "vitest";
import { authenticator } from "../../src/admission/authenticate.ts";
import { credentialOf } from "../../src/admission/credential.ts";
import type { RequestContext } from "../../src/environment.ts";

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

/** Returns what a request with these headers shows of its sender. */
function shown(
  headers: Readonly<Record<string, string | undefined>>,
  operationId = "locationList",
) {
  // Nothing else of a request is read.
  const c = { req: { header: (name: string) => headers[name] } } as unknown as RequestContext;
  return credentialOf(c, operationId);
}
const by = (Authorization: string | undefined) => shown({ Authorization });
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
  await expect(keys.identify(by(authorization), here)).rejects.toMatchObject({
    code: "unauthorized",
  });
  expect(counter.reads).toBe(0);
});

test("a key is read once, until it is forgotten", async () => {
  const { keys, counter } = setUp();
  const principal = { keyId: 1, userId: 2, role: "viewer" };
  expect(await keys.identify(by("Bearer ab_known"), here)).toEqual(principal);
  expect(await keys.identify(by("bearer  ab_known"), here)).toEqual(principal);
  expect(counter.reads).toBe(1);
  await keys.reject(by("Bearer ab_known"), here);
  expect(await keys.identify(by("Bearer ab_known"), here)).toEqual(principal);
  expect(counter.reads).toBe(2);
});

test("at most 10,000 keys are remembered: after that, all are read again", async () => {
  const { keys, counter } = setUp(undefined, () => true);
  for (let count = 1; count <= 10_000; count++) await keys.identify(by(`Bearer ab_${count}`), here);
  await keys.identify(by("Bearer ab_1"), here);
  expect(counter.reads).toBe(10_000);
  await keys.identify(by("Bearer ab_10001"), here);
  await keys.identify(by("Bearer ab_1"), here);
  expect(counter.reads).toBe(10_002);
});

test("an unknown key is refused, and read each time", async () => {
  const { keys, counter } = setUp();
  const send = () => keys.identify(by("Bearer ab_other"), here);
  await expect(send()).rejects.toMatchObject({ code: "unauthorized" });
  await expect(send()).rejects.toMatchObject({ code: "unauthorized" });
  expect(counter.reads).toBe(2);
});

test("the administrator's key is created once: after that it is known like any other", async () => {
  const { keys } = setUp("ab_known");
  expect(await keys.identify(by("Bearer ab_known"), here)).toMatchObject({ keyId: 1 });
});

test("the administrator's key matches only itself, wherever another one differs", async () => {
  const adminKey = "an-administrators-key-of-this-test";
  const { keys } = setUp(adminKey);
  const send = (key: string) => keys.identify(by(`Bearer ${key}`), here);
  await expect(send(adminKey)).rejects.toThrow("The administrator's key is created.");
  const others = [`x${adminKey.slice(1)}`, `${adminKey.slice(0, -1)}x`, adminKey.toUpperCase()];
  for (const other of [...others, `${adminKey}t`, adminKey.slice(0, -1), adminKey.slice(1)]) {
    await expect(send(other)).rejects.toMatchObject({ code: "unauthorized" });
  }
});

test("a session is found by its cookie, apart from a key with the same text", async () => {
  const { keys, counter } = setUp();
  const session = shown({ Cookie: "theme=dark; __Host-asbuilt=ab_known; other=1" });
  const of = await keys.identify(session, here);
  await keys.identify(by("Bearer ab_known"), here);
  expect(of).toEqual({ keyId: 1, userId: 2, role: "viewer" });
  expect(counter.reads).toBe(2);
  await keys.identify(session, here);
  expect(counter.reads).toBe(2);
  keys.forget(session);
  await keys.identify(by("Bearer ab_known"), here);
  expect(counter.reads).toBe(2);
  await keys.identify(session, here);
  expect(counter.reads).toBe(3);
});

test.for<[headers: Record<string, string>, string | undefined]>([
  [{ Cookie: "__Host-asbuilt=abs_1" }, "session abs_1"],
  [{ Cookie: "a=b;__Host-asbuilt=abs_1" }, "session abs_1"],
  [{ Cookie: "asbuilt=abs_1" }, undefined],
  [{ Cookie: "x__Host-asbuilt=abs_1" }, undefined],
  [{ Cookie: "__Host-asbuilt=" }, undefined],
  [{ Cookie: "__Host-asbuilt=abs_1", Authorization: "Bearer ab_1" }, "key ab_1"],
  [{ Cookie: "__Host-asbuilt=abs_1", Authorization: "" }, undefined],
  [{ Cookie: "__Host-asbuilt=abs_1", Authorization: "Basic ab_1" }, undefined],
])("a request with %j shows %s", ([headers, credential]) => {
  const found = shown(headers);
  expect(found && `${found.kind} ${found.secret}`).toBe(credential);
});

test("no session makes a session: only the key itself does", () => {
  const Cookie = "__Host-asbuilt=abs_1";
  expect(shown({ Cookie }, "sessionCreate")).toBeUndefined();
  const both = { Cookie, Authorization: "Bearer ab_1" };
  expect(shown(both, "sessionCreate")).toEqual({ kind: "key", secret: "ab_1" });
});
