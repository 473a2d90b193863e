import { jsonBodyOf, operations, type Role, roleNames } from "@asbuilt/contract";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { RequestOptions } from "../plants/requests.ts";
import { signIn } from "./signed-in.ts";

const plant = await openPlant();

const routes = operations.map((route) => ({
  operationId: route.operationId,
  method: route.method.toUpperCase(),
  path: route.path.replace("{id}", "9999999999"),
  roles: route.roles,
  others: roleNames.filter((role) => !route.roles.some((one) => one === role)),
  example: jsonBodyOf(route)?.example,
}));

/** An operation that no role of a plant can have, as whoever has it gives rights. */
const isAdministrators = ({ operationId }: { readonly operationId: string }) =>
  ["apiKeyCreate", "roleUpsert", "userResetPin", "userUpsert"].includes(operationId);

/** Makes a key of a role of the plant that has these operations. */
async function keyWith(of: readonly { readonly operationId: string }[]): Promise<string> {
  const operationIds = of.map(({ operationId }) => operationId);
  const sent = { name: plant.unique("Role"), operations: operationIds };
  const { name } = await plant.done("put", "/api/Role/Upsert", sent);
  const key = { name: plant.unique("Key"), user: "Administrator", role: name };
  return (await plant.done("post", "/api/ApiKey/Create", key)).key;
}

/** The ways in which a key is used: itself, or by a session of it. */
const ways: Readonly<Record<string, (key: string) => Promise<RequestOptions>>> = {
  key: (key) => Promise.resolve({ key }),
  session: async (key) => (await signIn(plant, key)).by,
};

/** Who may do these is everyone with a valid key, whatever its role. */
const isForAll = ({ operationId }: { readonly operationId: string }) =>
  ["sessionCreate", "sessionDelete", "sessionGet"].includes(operationId);

/** Sends a request that is itself at fault: it does nothing here, whoever is admitted. */
const faulty = ({ method, path, example }: (typeof routes)[number], by: RequestOptions) =>
  example === undefined
    ? plant.request(method, `${path}?no=field`, undefined, by)
    : plant.request(method, path, { no: "field" }, by);

/** How a faulty request of who is admitted ends: no attachment has the id of the path. */
const admittedTo = ({ operationId }: { readonly operationId: string }) =>
  operationId === "attachmentContent" ? [404] : [200, 400];

const changes = () => plant.sql("select count(*) as changes from change_log");

describe.each(Object.entries(ways))("by %s", (way, senderOf) => {
  /** The routes that can be used in this way: a session is made with the key itself. */
  const usable = routes.filter(
    ({ operationId }) => way === "key" || operationId !== "sessionCreate",
  );
  const senders = new Map<Role, Promise<RequestOptions>>();
  const senderWith = (role: Role) => {
    const known = senders.get(role) ?? senderOf(plant.keys[role]);
    senders.set(role, known);
    return known;
  };

  test.each(usable.filter(({ others }) => others.length > 0))(
    "$method $path is refused to the roles $others, and changes nothing",
    async ({ method, path, roles, others, example }) => {
      const by = await Promise.all(others.map(senderWith));
      const before = await changes();
      for (const [at, role] of others.entries()) {
        const answer = await plant.request(method, path, example, by[at]);
        expect(answer, role).toMatchObject({ status: 403, body: { code: "forbidden" } });
        for (const one of roles) expect(answer.body.detail).toContain(one);
      }
      expect(await changes()).toEqual(before);
    },
  );

  test.each(usable)("$method $path is open to the roles $roles", async (route) => {
    for (const role of route.roles) {
      const { status } = await faulty(route, await senderWith(role));
      expect(admittedTo(route), role).toContain(status);
    }
  });

  test("a role of the plant is admitted to each operation that it has, and to no other", async () => {
    const possible = usable.filter((route) => !isAdministrators(route));
    const [one, other] = [0, 1].map((rest) => possible.filter((_, at) => at % 2 === rest));
    for (const has of [one!, other!, []]) {
      const by = await senderOf(await keyWith(has));
      const before = await changes();
      for (const route of usable) {
        const isAdmitted = has.includes(route) || isForAll(route);
        const { status, body } = isAdmitted
          ? await faulty(route, by)
          : await plant.request(route.method, route.path, route.example, by);
        const allowed = isAdmitted ? admittedTo(route) : [403];
        expect(allowed, `${route.method} ${route.path}`).toContain(status);
        if (!isAdmitted) expect(body.code).toBe("forbidden");
      }
      expect(await changes()).toEqual(before);
    }
  });

  test.each(usable.filter(({ others, method }) => others.length === 0 && method === "POST"))(
    "$method $path is answered to a viewer",
    async ({ operationId, path, example }) => {
      const answer = await plant.post(path, example, await senderWith("viewer"));
      // Nobody has the badge of the example.
      if (operationId === "sessionActAs") expect(answer.body.code).toBe("pin_refused");
      // The example can name a record that this plant does not have.
      else expect([200, 404]).toContain(answer.status);
    },
  );
});
