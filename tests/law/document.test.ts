import { jsonBodyOf, operations } from "@asbuilt/contract";
import document from "@asbuilt/contract/openapi.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import { flawsOf } from "../plants/documented.ts";

/** The declared content of a route: a zod schema and an example that passes it. */
interface Declared {
  readonly schema: { safeParse(value: unknown): { readonly success: boolean } };
  readonly example: unknown;
}
const json = "application/json";
const requests = operations.flatMap((route) => {
  const { operationId, method, path } = route;
  const body = jsonBodyOf(route);
  if (!body) return [];
  // Each route declares a zod schema. Only its verdict is needed here.
  const declared = body as unknown as Declared;
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

interface Property {
  readonly readOnly?: boolean;
  readonly description?: string;
}
// Only the properties of schemas are read here, whatever else the schemas have.
const schemas = document.components.schemas as Readonly<
  Record<string, { readonly properties?: Readonly<Record<string, Property>> }>
>;

/**
 * The fields of requests that have no effect, with the reason. A field that a caller can mean to
 * change does not belong here: it takes effect, or it is refused.
 */
const ignoredFields = {
  "MaterialItemUpdate.destination":
    "Dispatch sets it and Return clears it. An Update sends back what Get returned.",
  "MaterialItemUpdate.holds": "Hold and Release set it. An Update sends back what Get returned.",
  "MaterialItemUpdate.origin": "Receive sets it. An Update sends back what Get returned.",
  "MaterialItemUpdate.lastEditDT": "Each change sets it. The spec requires it in the request.",
  "MaterialItemUpdate.lastEditUserID": "Each change sets it. The spec requires it in the request.",
  "UserUpsert.pinSetAt": "User/SetPin, ResetPin and ClearPin set it.",
  "WebhookUpsert.behind": "It counts changes that are not queued yet.",
  "WebhookUpsert.createdAt": "The creation sets it.",
  "WebhookUpsert.dead": "It counts events that were given up.",
  "WebhookUpsert.error": "The last attempt sets it.",
  "WebhookUpsert.pending": "It counts events that wait.",
  "WorksOrderUpsert.endDT": "Complete sets it.",
  "WorksOrderUpsert.qtyLeft": "It follows from the quantity and the started items.",
  "WorksOrderUpsert.qtyStarted": "It counts the started items.",
  "WorksOrderUpsert.startDT": "Start sets it.",
  "WorksOrderUpsert.status": "Start, Complete and Cancel set it.",
  "WorksOrderUpsert.unit": "The product sets it.",
};

test("a field of a request is ignored only if the service alone sets it, and says so", () => {
  const sent = new Set(
    requests.flatMap(({ at }) => {
      const [, path, method] = at as [string, keyof typeof document.paths, string];
      return schemaNamesIn((document.paths[path] as Record<string, object>)[method]!);
    }),
  );
  const ignored = [...sent].flatMap((name) =>
    Object.entries(schemas[name]?.properties ?? {}).flatMap(([field, property]) => {
      const saysSo = property.description?.endsWith("ignored here.") === true;
      expect(property.readOnly === true && !saysSo, `${name}.${field}`).toBe(false);
      return saysSo ? `${name}.${field}` : [];
    }),
  );
  expect(ignored.toSorted()).toEqual(Object.keys(ignoredFields).toSorted());
});

/** Returns the names of the schemas in the body of an operation, at any depth. */
function schemaNamesIn(operation: object, found = new Set<string>()): string[] {
  const body = "requestBody" in operation ? operation.requestBody : operation;
  for (const [, name] of JSON.stringify(body).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name!)) continue;
    found.add(name!);
    schemaNamesIn(schemas[name!]!, found);
  }
  return [...found];
}
