import { jsonBodyOf, operations } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { compileKnownKeys } from "../../src/body/canonical-keys.ts";

// A schema is compiled at its first request: this test finds a faulty one earlier.
test.each(operations.map((route) => [route.operationId, jsonBodyOf(route)] as const))(
  "%s: the keys of its body compile",
  (_, body) => {
    if (!body) return;
    expect(compileKnownKeys(body.schema)?.byName).toBeDefined();
  },
);
