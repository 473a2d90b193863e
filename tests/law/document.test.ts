import { operations } from "@asbuilt/contract";
import { describe, expect, test } from "vitest";
import { flawsOf } from "../plants/documented.ts";

/** The declared content of a route: a zod schema and an example that passes it. */
interface Declared {
  readonly schema: { safeParse(value: unknown): { readonly success: boolean } };
  readonly example: unknown;
}
const json = "application/json";
const requests = operations.flatMap(({ operationId, method, path, request }) => {
  if (!("body" in request)) return [];
  // Each route declares a zod schema. Only its verdict is needed here.
  const declared = request.body.content[json] as unknown as Declared;
  return { operationId, declared, at: ["paths", path, method, "requestBody", "content", json] };
});

describe.for(requests)("the documented request of $operationId", (request) => {
  const { declared, at } = request;
  const flaws = (value: unknown) => flawsOf([...at, "schema"], value);

  test("admits its example", () => {
    expect(flaws(declared.example)).toBeUndefined();
  });

  test("admits null for every field for which the service does", () => {
    for (const changed of withNulls(declared.example)) {
      if (!declared.schema.safeParse(changed).success) continue;
      expect(flaws(changed), JSON.stringify(changed)).toBeUndefined();
    }
  });
});

test.for(
  operations.map(({ operationId, method, path, responses }) => ({
    operationId,
    at: ["paths", path, method, "responses", "200", "content"],
    content: Object.entries(responses[200].content as Record<string, Declared>),
  })),
)("the answer of $operationId admits its example", ({ at, content }) => {
  for (const [type, { example }] of content) {
    expect(flawsOf([...at, type, "schema"], example)).toBeUndefined();
  }
});

/** Returns copies of the value. In each copy, another field at any depth is null. */
function withNulls(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [null];
  const copy = (key: string, changed: unknown): unknown =>
    Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
  return [
    null,
    ...Object.entries(value).flatMap(([key, field]) =>
      withNulls(field).map((changed) => copy(key, changed)),
    ),
  ];
}
