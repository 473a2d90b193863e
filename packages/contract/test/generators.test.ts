import { describe, expect, test } from "vitest";
import { openApiDocument } from "../src/document.ts";
import { fieldGlossary } from "../src/field-glossary.ts";

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
  readonly description?: string;
}

// The generated document, as a generator of clients reads it.
const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Described>>;
  };
};
interface Described {
  readonly description?: string;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Described & { readonly name: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}
const components = document.components.schemas;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Returns every schema in a part of the document, by its place. Conditions are for validators. */
function schemasIn(part: unknown, at: string): [string, Schema][] {
  if (typeof part !== "object" || part === null) return [];
  const inner = Object.entries(part).filter(([key]) => !/^(?:example|if$|else$)/.test(key));
  return [[at, part], ...inner.flatMap(([key, value]) => schemasIn(value, `${at}/${key}`))];
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

  test("no value of an enum is a name that an enum of Java or Kotlin has itself", () => {
    const own = new Set<unknown>(["name", "ordinal", "valueOf", "values", "entries"]);
    expect(places(({ enum: values }) => values?.some((one) => own.has(one)) === true)).toEqual([]);
  });

  test("nothing has a default: a client would send it", () => {
    expect(places((schema) => "default" in schema)).toEqual([]);
  });

  test("each body is a component", () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) =>
      Object.entries(requestBody?.content ?? {}).map(
        ([type, { schema }]) => [operationId, type, schema] as const,
      ),
    );
    for (const [operationId, type, schema] of bodies) {
      // The body of an upload is a file, which each generator has a type for.
      if (operationId === "attachmentUpload") expect(type).toBe("application/octet-stream");
      else expect(schema.$ref, operationId).toBeDefined();
    }
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
    expect(places(isNameless)).toEqual([]);
  });

  test("each component is used", () => {
    const used = new Set(schemas.map(([, { $ref }]) => $ref));
    const unused = Object.keys(components).filter(
      (name) => !used.has(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  });
});

describe("readers of a client understand each part of it", () => {
  const fields = schemas.flatMap(([at, { properties = {} }]) =>
    // One schema has a field with the name `properties`.
    at.endsWith("/properties")
      ? []
      : Object.entries(properties).map(([name, field]) => ({ at: `${at}/${name}`, name, field })),
  );
  const lacking = (parts: Readonly<Record<string, Described>>) =>
    Object.entries(parts).flatMap(([name, { description }]) => (description ? [] : [name]));

  test("each component has a description", () => {
    expect(lacking(components)).toEqual([]);
  });

  test("each field has a description", () => {
    expect(fields.flatMap(({ at, field }) => (field.description ? [] : [at]))).toEqual([]);
  });

  test("each parameter and header has a description", () => {
    const parameters = operations.flatMap(({ parameters: own = [] }) => own);
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
    expect(lacking(document.components.headers)).toEqual([]);
  });

  // Rules that no keyword of a schema states.
  test.each([
    ["ApiKeyCreation", "", "either `user` or `userID`"],
    ["ReceiveRequest", "", "either `visualSerialNo`, or `makeSerial`"],
    ["RecallRequest", "", "At least one of"],
    ["HistoryFilter", "id", "needs the entity"],
    ["ItemDetails", "currency", "Required with `costPerUnit`"],
    ["BuildRequest", "itemDetails", "Required with `receiveAtPointOfConsumption`"],
    ["HoldRequest", "qty", "Required with `newVisualSerialNo`"],
    ["HoldRequest", "newVisualSerialNo", "Required with `qty`"],
    ["DispatchRequest", "allowHeld", "needs a comment"],
    ["DispatchRequest", "allowIncomplete", "needs a comment"],
    ["BuildManyRequest", "lines", "No two lines have the same `externalRef`"],
    ["BomUpsert", "versions", "No two entries have the same"],
    ["BomSlotUpsert", "candidates", "No two entries have the same"],
    ["BomSlotUpsert", "Properties", "No two entries have the same"],
    ["ProductUpsert", "Properties", "No two entries have the same"],
    ["BomSlotCandidateEntry", "minQty", "at most `qty`"],
    ["BomSlotCandidateEntry", "maxQty", "at least `qty`"],
    ["BomSlotCandidateEntry", "isDefault", "At most one active candidate"],
    ["MaterialReasonUpsert", "transactions", "named once"],
    ["WorkCentreGroupUpsert", "workCentreIDs", "named once"],
    ["MaterialItemUpdate", "caseData", "each once"],
    ["SerialRangeUpsert", "endNumber", "at least `nextNumber` - 1"],
    ["WebhookUpsert", "rotateSecret", "Of an update"],
  ])("the document says the rule of %s %s: %s", (name, field, rule) => {
    const { properties = {}, ...schema } = components[name]!;
    expect((field === "" ? schema : properties[field])?.description).toContain(rule);
  });

  test("each entry of the glossary describes a field", () => {
    const isUsed = ([entry, meaning]: [string, string]) =>
      fields.some(({ name, field }) => name === entry && field.description?.startsWith(meaning));
    expect(Object.entries(fieldGlossary).filter((entry) => !isUsed(entry))).toEqual([]);
  });
});
