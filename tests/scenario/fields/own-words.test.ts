import { jsonBodyOf, operations } from "@asbuilt/contract";
import document from "@asbuilt/contract/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../../plants/requests.ts";

// A refusal has the sentences of the contract. The validator has words of its own for the same rules.

const plant = await openPlant();

/** A schema of openapi.json, as far as it says where fields are. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

// The document is JSON, whose type differs at each place.
const schemas = document.components.schemas as unknown as Readonly<Record<string, Schema>>;

const values: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  "",
  "\u200b",
  "x".repeat(4001),
  "2026-02-30",
  [],
  [[]],
  ["a", "a"],
  {},
  { unknown: 1 },
];

/** Returns a value of a schema in which every field is there, and has this value. */
function filled(schema: Schema, value: unknown, depth = 0): unknown {
  const { $ref, anyOf, items, properties } = schema;
  const name = $ref?.split("/").at(-1);
  if (depth > 6) return value;
  if (name !== undefined) return filled(schemas[name]!, value, depth);
  if (anyOf) return filled(anyOf.find((one) => one.$ref ?? one.items) ?? {}, value, depth);
  if (items) return [filled(items, value, depth + 1)];
  if (!properties) return value;
  return Object.fromEntries(
    Object.entries(properties).map(([key, field]) => [key, filled(field, value, depth + 1)]),
  );
}

/** Returns bodies of an operation that are wrong in each field, as a whole, and in what they lack. */
function wrongBodies(schema: Schema): unknown[] {
  const whole = filled(schema, null);
  const keys = Object.keys(Object(whole));
  return [
    ...values.map((value) => filled(schema, value)),
    ...values.map((value) => Object.fromEntries(keys.map((key) => [key, value]))),
    ...values,
    // A place of an array or an object that lacks all that it needs.
    filled(schema, undefined),
    { ...Object(whole), surplus: 1 },
  ];
}

const isOfValidator =
  /\b(?:Invalid (?:input|option|string|number|key|element|value|format|type)|Too (?:small|big)|Unrecognized keys?|expected \w+, received)\b/;

/** Fails if a response is a refusal in the words of the validator. */
function expectOwnWords({ status, body }: Answer, sent: unknown): void {
  if (status < 400) return;
  const told = [body.detail, ...(body.errors ?? []).map(({ detail }: Refused) => detail)];
  for (const text of told) {
    expect(text, JSON.stringify(sent)?.slice(0, 300)).not.toMatch(isOfValidator);
    expect(text).toMatch(/\.$/);
  }
}

interface Refused {
  readonly detail: string;
}

const routes = operations.map((route) => ({
  operationId: route.operationId,
  method: route.method.toUpperCase(),
  path: route.path,
  body: jsonBodyOf(route) !== undefined,
  hasParameters: "query" in route.request || "params" in route.request,
}));
const parameters = ["cursor", "limit", "fields", "after", "types", "surplus"];

/** Returns the schema of an operation's body. */
function schemaOf(path: string, method: string): Schema {
  // As above.
  const paths = document.paths as unknown as Readonly<Record<string, Record<string, object>>>;
  const operation = paths[path]![method.toLowerCase()] as {
    readonly requestBody: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  };
  return operation.requestBody.content["application/json"]!.schema;
}

test.each(routes.filter(({ body }) => body))(
  "$operationId refuses every wrong field in words of its own",
  async ({ method, path }) => {
    const address = path.replace("{id}", "9999999999");
    const refused: number[] = [];
    for (const sent of wrongBodies(schemaOf(path, method))) {
      // A text would be sent as it is, and not as JSON.
      const answer = await plant.request(method, address, JSON.stringify(sent));
      expectOwnWords(answer, sent);
      refused.push(answer.status);
    }
    const invalid = refused.filter((status) => status === 400);
    expect(invalid.length).toBeGreaterThanOrEqual(values.length);
  },
);

test.each(routes.filter(({ hasParameters }) => hasParameters))(
  "$operationId refuses every wrong parameter in words of its own",
  async ({ method, path, body }) => {
    const ids = path.includes("{id}") ? ["x", "-1", "1.5", "9".repeat(20)] : [];
    const address = path.replace("{id}", "1");
    const queries = parameters.flatMap((name) => [
      ...["", "x", "-1", "1.5", "x".repeat(4001)].map((value) => `${name}=${value}&surplus=`),
      `${name}=&${name}=`,
    ]);
    const wrong = [
      ...ids.map((id) => path.replace("{id}", id)),
      ...queries.map((query) => `${address}?${query}`),
    ];
    const refused: number[] = [];
    for (const each of wrong) {
      const answer = await plant.request(method, each, body ? {} : undefined);
      expectOwnWords(answer, each);
      refused.push(answer.status);
    }
    expect(refused).toContain(400);
  },
);
