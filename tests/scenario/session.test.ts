import { operations, type Role, roleNames, version } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { openPlant } from "#plant";

const timeZone = "Europe/Berlin";
const plant = await openPlant({ timeZone });

const path = "/api/Session/Get";
const operationsOf = (role: Role) =>
  operations
    .filter((operation) => operation.roles.some((one) => one === role))
    .map(({ operationId }) => operationId);

test.for(roleNames)("a key of the role %s gets its user and its operations", async (role) => {
  const { status, body } = await plant.post(path, {}, { key: plant.keys[role] });
  expect(status).toBe(200);
  expect(body).toEqual({
    user: expect.any(String),
    userID: expect.any(Number),
    role,
    keyID: expect.any(Number),
    keyName: expect.any(String),
    expiresAt: null,
    keyExpiresAt: null,
    operations: operationsOf(role),
    externalSystems: null,
    roles: null,
    sessionID: null,
    station: null,
    idleMinutes: null,
    timeZone,
    version,
  });
  const [listed] = await plant.done("post", "/api/ApiKey/List", { id: body.keyID });
  const { id: keyID, name: keyName, user, userID } = listed;
  expect(body).toMatchObject({ keyID, keyName, user, userID });
});

test("a bound key gets what is left of its role, and needs no permission to ask", async () => {
  const { key } = await plant.done("post", "/api/ApiKey/Create", {
    name: plant.unique("Key"),
    user: "operator",
    role: "operator",
    expiresAt: "2999-01-01T00:00:00Z",
    externalSystems: ["ERP"],
    operations: ["locationList", "locationUpsert"],
  });
  const { status, body } = await plant.post(path, {}, { key });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    role: "operator",
    expiresAt: "2999-01-01T00:00:00.000Z",
    keyExpiresAt: "2999-01-01T00:00:00.000Z",
    externalSystems: ["ERP"],
    // An operator changes no locations.
    operations: ["locationList", "sessionGet", "sessionCreate", "sessionDelete"],
  });
});

test("a key that is revoked, and no key, get nothing", async () => {
  const sent = { name: plant.unique("Key"), user: "operator", role: "viewer" };
  const { id, key } = await plant.done("post", "/api/ApiKey/Create", sent);
  await plant.done("put", "/api/ApiKey/Revoke", { id });
  expect((await plant.post(path, {}, { key })).status).toBe(401);
  expect((await plant.post(path, {}, { key: "" })).status).toBe(401);
});

test("a request has no fields", async () => {
  const { status, body } = await plant.post(path, { user: "operator" });
  expect(status).toBe(400);
  expect(body.code).toBe("validation_failed");
});
