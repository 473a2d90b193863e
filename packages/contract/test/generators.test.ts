import { describe, expect, test } from "vitest";
import { openApiDocument } from "../src/document.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly default?: unknown;
}

// The generated document, as a generator of clients reads it.
const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}
const components = document.components.schemas;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Returns every schema in a part of the document, by its place. Conditions are for validators. */
function schemasIn(part: unknown, at: string): [string, Schema][] {
  if (typeof part !== "object" || part === null) return [];
  const inner = Object.entries(part).filter(([key]) => !/^(?:example|if$|then$|else$)/.test(key));
  return [
    // Each object is read for the fields of a schema, and most have none.
    [at, part],
    ...inner.flatMap(([key, value]) => schemasIn(value, `${at}/${key}`)),
  ];
}
const schemas = [...schemasIn(components, ""), ...schemasIn(document.paths, "paths")];
const places = (wrong: (schema: Schema, at: string) => boolean) =>
  schemas.flatMap(([at, schema]) => (wrong(schema, at) ? [at] : []));
const typesOf = ({ type }: Schema) => [type].flat();

describe("generators of clients understand the document", () => {
  test("each number has the format that holds its values", () => {
    const lacking = (type: string, format: string) =>
      places((schema) => typesOf(schema).includes(type) && schema.format !== format);
    expect(lacking("integer", "int64")).toEqual([]);
    expect(lacking("number", "double")).toEqual([]);
  });

  test("no number and no flag has an enum", () => {
    expect(
      places(({ enum: values }) => values?.some((value) => typeof value !== "string") === true),
    ).toEqual([]);
  });

  test("nothing has a default: a client would send it", () => {
    expect(places((schema) => "default" in schema)).toEqual([]);
  });

  test("each body is a component", () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) =>
      requestBody ? [[operationId, requestBody.content["application/json"]!.schema] as const] : [],
    );
    for (const [operationId, schema] of bodies) expect(schema.$ref, operationId).toBeDefined();
  });

  test("only these are unions: a reference that can be null is none", () => {
    const isUnion = ({ anyOf, oneOf, allOf }: Schema) => {
      const options = anyOf ?? oneOf ?? allOf;
      return options !== undefined && options.at(-1)?.type !== "null";
    };
    expect(places(isUnion)).toEqual(["/ExternalRefAnswer", "/EpcisEvent", "/MaterialItemOrNone"]);
  });

  test("each object inside a schema is a component with a name", () => {
    const isNameless = ({ properties }: Schema, at: string) =>
      properties !== undefined && /^\/\w+\/.*(?<!\/properties)$/.test(at);
    // The terms of JSON-LD, which no client fills.
    expect(places(isNameless)).toEqual(["/EpcisDocument/properties/@context/prefixItems/1"]);
  });

  test("each component is used", () => {
    const used = new Set(schemas.map(([, { $ref }]) => $ref));
    const unused = Object.keys(components).filter(
      (name) => !used.has(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  });
});
