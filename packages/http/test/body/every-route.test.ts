import { operations } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { compileKnownKeys } from "../../src/body/canonical-keys.ts";

// A schema is compiled at its first request: this test finds a faulty one earlier.
test.each(operations.map((route) => [route.operationId, route] as const))(
  "%s: the keys of its body compile",
  (_, { request }) => {
    if (!("body" in request)) return;
    expect(compileKnownKeys(request.body.content["application/json"].schema)?.byName).toBeDefined();
  },
);
