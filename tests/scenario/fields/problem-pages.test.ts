import { problemKinds } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

test.for(Object.keys(problemKinds))(
  "the page of %s explains it, to people and to programs",
  async (code) => {
    const { status, body } = await plant.get(`/problems/${code}`, { key: null });
    expect([status, body.code]).toEqual([200, code]);
    expect(body.explanation).not.toBe("");
  },
);

test.for(["nothing", "toString", "__proto__"])("there is no page for %s", async (code) => {
  const { status, body } = await plant.get(`/problems/${code}`, { key: null });
  expect([status, body.code]).toEqual([404, "no_such_path"]);
});

test.for(["0x1", "1e0", "1.0", "%201", "%31", "-1", "0", "x"])(
  "%s is not an id in a path",
  async (id) => {
    const { status, body } = await plant.get(`/api/MaterialItem/Get/${id}`);
    expect([status, body.code]).toEqual([400, "validation_failed"]);
  },
);
