import { eventTypes } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { actionNames } from "../src/contract/actions.ts";

const actions = new Set(eventTypes().map((type) => type.split(".")[2]!));

test.for([...actions])("the action %s has words", (action) => {
  expect(actionNames).toHaveProperty([action]);
});

test("no words are of an action that there is not", () => {
  const named = Object.keys(actionNames).map((key) => key.split(".").at(-1)!);
  expect(named.filter((action) => !actions.has(action))).toEqual([]);
});
