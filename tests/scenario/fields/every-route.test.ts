import { jsonBodyOf, operations } from "@asbuilt/contract";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { type SignedIn, signIn, withCookie } from "../signed-in.ts";

const plant = await openPlant();

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH"];

const routes = operations.map((route) => ({
  operationId: route.operationId,
  method: route.method.toUpperCase(),
  path: route.path.replace("{id}", "1"),
  body: jsonBodyOf(route)?.example,
}));
const paths = [...new Set(routes.map(({ path }) => path))];

const sessionCreate = "/api/Session/Create";

/** Returns a key of the highest role that was used and then revoked. */
async function revokedKey(): Promise<string> {
  const sent = { name: "Revoked", user: "Administrator", role: "admin" };
  const { id, key } = await plant.done("post", "/api/ApiKey/Create", sent);
  expect((await plant.post("/api/Location/List", {}, { key })).status).toBe(200);
  await plant.done("put", "/api/ApiKey/Revoke", { id });
  return key;
}
const revoked = await revokedKey();

/**
 * Returns sessions of the highest role that are of no use any more, by what has become of them. The
 * clock stays where the last one was made.
 */
async function endedSessions(): Promise<Readonly<Record<string, SignedIn>>> {
  const owner = await plant.done("put", "/api/User/Upsert", { name: "Leaver" });
  const keyOf = async (userID: number) => {
    const sent = { name: "Left", userID, role: "admin" };
    return plant.done("post", "/api/ApiKey/Create", sent);
  };
  const start = Date.now();
  const madeAfter = (minutes: number, key = plant.keys.admin) => {
    plant.now = start + minutes * 60_000;
    return signIn(plant, key);
  };
  const other = await keyOf((await plant.post("/api/Session/Get", {})).body.userID);
  const ended = {
    old: await madeAfter(0),
    idle: await madeAfter(11.5 * 60),
    deleted: await madeAfter(12 * 60),
    "of a revoked key": await madeAfter(12 * 60, other.key),
    "of a retired user": await madeAfter(12 * 60, (await keyOf(owner.id)).key),
  };
  await plant.done("delete", "/api/Session/Delete", { id: ended.deleted.id });
  await plant.done("put", "/api/ApiKey/Revoke", { id: other.id });
  await plant.done("put", "/api/User/Upsert", { id: owner.id, isActive: false });
  return ended;
}
const ended = await endedSessions();
const { cookie } = await signIn(plant, plant.keys.admin);

test.for([
  "POST /api/BomSlot/List",
  "PUT /api/BomSlot/Upsert",
  "DELETE /api/BomSlot/Delete",
  "POST /api/BomSlot/ListCandidates",
  "PUT /api/BomSlot/UpsertCandidates",
  "DELETE /api/BomSlot/DeleteCandidate",
  "POST /api/BomSlot/ListProperties",
  "PUT /api/BomSlot/UpsertProperties",
  "DELETE /api/BomSlot/ClearProperty",
  "POST /api/MaterialItem/GetByFilter",
  "GET /api/MaterialItem/Get/1",
  "PUT /api/MaterialItem/Update/1",
  "POST /api/MaterialItem/Receive",
  "POST /api/MaterialItem/ItemAdjust",
  "POST /api/Product/List",
  "PUT /api/Product/Upsert",
  "DELETE /api/Product/Delete",
  "PUT /api/Product/Copy",
  "POST /api/WorkCentreGroup/List",
  "PUT /api/WorkCentreGroup/Upsert",
  "DELETE /api/WorkCentreGroup/Delete",
  "PUT /api/Build/Build",
  "PUT /api/Build/Remove",
])("the interface has %s, as the spec says", (operation) => {
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toContain(operation);
});

describe.each(routes)("$method $path", ({ method, path, body }) => {
  test("is refused without a key", async () => {
    const answer = await plant.request(method, path, body, { key: null });
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  test("is refused with an unknown key", async () => {
    const answer = await plant.request(method, path, body, { key: "x".repeat(43) });
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  });

  test("is refused with a revoked key", async () => {
    const answer = await plant.request(method, path, body, { key: revoked });
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  });

  test("is refused with a session that has ended, in whichever way", async () => {
    for (const [state, { by }] of Object.entries(ended)) {
      const answer = await plant.request(method, path, body, by);
      expect(answer, state).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    }
  });

  test("is refused with a cookie from anywhere but a page of the service", async () => {
    for (const site of [null, "none", "same-site", "cross-site"]) {
      const answer = await plant.request(method, path, body, withCookie(cookie, site));
      // No cookie makes a session: for this route it is as if there were none.
      const [status, code] = path === sessionCreate ? [401, "unauthorized"] : [403, "cross_site"];
      expect(answer, String(site)).toMatchObject({ status, body: { code } });
    }
  });
});

test.each(paths)("%s lists the methods that it accepts", async (path) => {
  const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
  for (const method of methods.filter((other) => !allowed.includes(other))) {
    const answer = await plant.request(method, path);
    expect(answer, method).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
    const told = answer.headers.get("Allow")?.split(", ");
    expect(new Set(told)).toEqual(new Set<string>(allowed));
  }
});

test.each(["/api", "/api/Nothing", "/api/product/list", "/api/Product/List/"])(
  "there is nothing at %s",
  async (path) => {
    for (const method of methods) {
      const answer = await plant.request(method, path);
      expect(answer, method).toMatchObject({ status: 404, body: { code: "no_such_path" } });
    }
  },
);

test("the address of the service leads to the console, and accepts nothing else", async () => {
  for (const method of methods.filter((other) => other !== "GET")) {
    const answer = await plant.request(method, "/");
    expect(answer, method).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
  }
  const { status, headers } = await plant.get("/");
  expect([status, headers.get("Location")]).toEqual([302, "/console/"]);
});

test("a problem that does not exist has no page", async () => {
  expect(await plant.get("/problems/no")).toMatchObject({ status: 404 });
});

test("ClearProperty is found as the spec prints it, with a space", async () => {
  for (const path of ["/api/Bom Slot/ClearProperty", "/api/Bom%20Slot/ClearProperty"]) {
    const answer = await plant.delete(path, { BomSlotId: 9, property: "None" });
    expect(answer, path).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await plant.post(path, {})).headers.get("Allow")).toBe("DELETE");
  }
});

test.each(["/healthz", "/readyz", "/openapi.json", "/docs", "/problems/not_found"])(
  "%s needs no key",
  async (path) => expect((await plant.get(path, { key: null })).status).toBe(200),
);

test("a response carries the request's id: the client's, if that is plain text", async () => {
  const id = async (given: string | null) => {
    const answer = await plant.post(
      "/api/Product/List",
      {},
      { headers: { "X-Request-Id": given } },
    );
    return answer.headers.get("X-Request-Id");
  };
  expect(await id("order-17.line_3")).toBe("order-17.line_3");
  const own = /^asbuilt-[\da-f-]{36}$/;
  expect(await id("a b")).toMatch(own);
  const made = await id(null);
  expect(made).toMatch(own);
  // A client's id is in the log next to those of the service.
  const uuid = "0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c11";
  expect(await id(uuid)).toBe(uuid);
  for (const like of [made, "ASBUILT-1", "start", "command-line", "command-line.root.1"]) {
    const given = await id(like);
    expect([given, given === like]).toEqual([expect.stringMatching(own), false]);
  }
  const refused = await plant.get("/nowhere", { headers: { "X-Request-Id": "here" } });
  expect([refused.headers.get("X-Request-Id"), refused.body.requestId]).toEqual(["here", "here"]);
});
