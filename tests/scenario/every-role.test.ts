import { operations, roleNames } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

const routes = operations.map(({ operationId, method, path, roles, request }) => ({
  operationId,
  method: method.toUpperCase(),
  path: path.replace("{id}", "9999999999"),
  roles,
  others: roleNames.filter((role) => !roles.some((one) => one === role)),
  example: "body" in request ? request.body.content["application/json"].example : undefined,
}));

/** An operation that no role of a plant can have, as whoever has it gives rights. */
const isAdministrators = ({ operationId }: { readonly operationId: string }) =>
  ["apiKeyCreate", "roleUpsert", "userUpsert"].includes(operationId);

/** Makes a key of a role of the plant that has these operations. */
async function keyWith(of: readonly { readonly operationId: string }[]): Promise<string> {
  const operationIds = of.map(({ operationId }) => operationId);
  const sent = { name: plant.unique("Role"), operations: operationIds };
  const { name } = await plant.done("put", "/api/Role/Upsert", sent);
  const key = { name: plant.unique("Key"), user: "Administrator", role: name };
  return (await plant.done("post", "/api/ApiKey/Create", key)).key;
}

/** Sends a request that is itself at fault: it does nothing here, whoever is admitted. */
const faulty = ({ method, path, example }: (typeof routes)[number], key: string) =>
  example === undefined
    ? plant.request(method, `${path}?no=field`, undefined, { key })
    : plant.request(method, path, { no: "field" }, { key });

const changes = () => plant.sql("select count(*) as changes from change_log");

test.each(routes.filter(({ others }) => others.length > 0))(
  "$method $path is refused to the roles $others, and changes nothing",
  async ({ method, path, roles, others, example }) => {
    const before = await changes();
    for (const role of others) {
      const answer = await plant.request(method, path, example, { key: plant.keys[role] });
      expect(answer, role).toMatchObject({ status: 403, body: { code: "forbidden" } });
      for (const one of roles) expect(answer.body.detail).toContain(one);
    }
    expect(await changes()).toEqual(before);
  },
);

test.each(routes)("$method $path is open to the roles $roles", async (route) => {
  for (const role of route.roles) {
    expect([200, 400], role).toContain((await faulty(route, plant.keys[role])).status);
  }
});

test("a role of the plant is admitted to each operation that it has, and to no other", async () => {
  const possible = routes.filter((route) => !isAdministrators(route));
  const [one, other] = [0, 1].map((rest) => possible.filter((_, at) => at % 2 === rest));
  for (const has of [one!, other!, []]) {
    const key = await keyWith(has);
    const before = await changes();
    for (const route of routes) {
      const isAdmitted = has.includes(route) || route.operationId === "sessionGet";
      const { status, body } = isAdmitted
        ? await faulty(route, key)
        : await plant.request(route.method, route.path, route.example, { key });
      const allowed = isAdmitted ? [200, 400] : [403];
      expect(allowed, `${route.method} ${route.path}`).toContain(status);
      if (!isAdmitted) expect(body.code).toBe("forbidden");
    }
    expect(await changes()).toEqual(before);
  }
});

test.each(routes.filter(({ others, method }) => others.length === 0 && method === "POST"))(
  "$method $path is answered to a viewer",
  async ({ path, example }) => {
    const answer = await plant.post(path, example, { key: plant.keys.viewer });
    // The example can name a record that this plant does not have.
    expect([200, 404]).toContain(answer.status);
  },
);
