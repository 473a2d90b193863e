import { operations } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { compileKeys } from "../../src/body/canonical-keys.ts";

// A request's schema is compiled with the first request: what is wrong with one is found here.
test.each(operations.map((route) => [route.operationId, route] as const))(
  "%s: the keys of its body compile",
  (_, { request }) => {
    if (!("body" in request)) return;
    expect(compileKeys(request.body.content["application/json"].schema)?.known).toBeDefined();
  },
);
