import { operations, roleNames } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

const routes = operations.map(({ method, path, roles, request }) => ({
  method: method.toUpperCase(),
  path: path.replace("{id}", "9999999999"),
  roles,
  others: roleNames.filter((role) => !roles.some((one) => one === role)),
  example: "body" in request ? request.body.content["application/json"].example : undefined,
}));

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

test.each(routes)(
  "$method $path is open to the roles $roles",
  async ({ method, path, roles, example }) => {
    for (const role of roles) {
      // A fault of the request itself: what a role is admitted to must do nothing here.
      const [asked, body] =
        example === undefined ? [`${path}?no=field`, undefined] : [path, { no: "field" }];
      const answer = await plant.request(method, asked, body, { key: plant.keys[role] });
      expect([200, 400], role).toContain(answer.status);
    }
  },
);

test.each(routes.filter(({ others, method }) => others.length === 0 && method === "POST"))(
  "$method $path is answered to a viewer",
  async ({ path, example }) => {
    const answer = await plant.post(path, example, { key: plant.keys.viewer });
    // The example can name a record that this plant does not have.
    expect([200, 404]).toContain(answer.status);
  },
);
