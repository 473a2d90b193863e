import { describe, expect, test } from "vitest";
import { openApiDocument } from "../src/document.ts";
import { problemKinds } from "../src/problems.ts";
import { roleNames } from "../src/roles.ts";
import { jsonBodyOf, operations } from "../src/routes.ts";

const document = openApiDocument();
const describedTags = document.tags?.map(({ name }) => name);
const documented = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    // The contract makes the document: each entry of a path is an operation.
    operation: operation as Operation,
  })),
);
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters?: object[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  /** Only what Node refuses itself has no content. */
  responses: Record<string, { content?: Record<string, Content> }>;
}
interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

/** The 23 endpoints as the spec prints them. */
const spec = `POST /api/BomSlot/List
PUT /api/BomSlot/Upsert
DELETE /api/BomSlot/Delete
POST /api/BomSlot/ListCandidates
PUT /api/BomSlot/UpsertCandidates
DELETE /api/BomSlot/DeleteCandidate
POST /api/BomSlot/ListProperties
PUT /api/BomSlot/UpsertProperties
DELETE /api/BomSlot/ClearProperty
POST /api/MaterialItem/GetByFilter
GET /api/MaterialItem/Get/{id}
PUT /api/MaterialItem/Update/{id}
POST /api/MaterialItem/Receive
POST /api/MaterialItem/ItemAdjust
POST /api/Product/List
PUT /api/Product/Upsert
DELETE /api/Product/Delete
PUT /api/Product/Copy
POST /api/WorkCentreGroup/List
PUT /api/WorkCentreGroup/Upsert
DELETE /api/WorkCentreGroup/Delete
PUT /api/Build/Build
PUT /api/Build/Remove`.split("\n");

test.each(spec)("the document has the spec's %s", (name) => {
  expect(documented.map((operation) => operation.name)).toContain(name);
});

test("every operation has an id of its own, and every role has operations", () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(operations.flatMap(({ roles }) => roles))).toEqual(new Set(roleNames));
  // Nobody is above an administrator, who must be able to repair everything.
  for (const { roles } of operations) expect(roles).toContain("admin");
});

test("the document says of each operation which roles may use it, and nothing of imports", () => {
  for (const { operationId, roles } of operations) {
    const found = documented.find(({ operation }) => operation.operationId === operationId);
    const named = Array.from(
      found?.operation.description?.matchAll(/`([a-z]+)`/g) ?? [],
      ([, name]) => name,
    );
    const isEverybody = found?.operation.description?.startsWith("Every built-in role may use it");
    expect(isEverybody ? roleNames : named).toEqual(roles);
    expect(found?.operation).not.toHaveProperty("roles");
    expect(found?.operation).not.toHaveProperty("isWrite");
    expect(found?.operation).not.toHaveProperty("importStage");
  }
});

/** Returns the paths of unbounded arrays in a part of the document and in the schemas it names. */
function unboundedArrays(part: unknown, at = "", named = new Set<string>()): string[] {
  if (typeof part !== "object" || part === null) return [];
  // Only its members are read, whatever their type.
  const node = part as Record<string, unknown>;
  const reference = node["$ref"];
  if (typeof reference === "string") {
    const name = reference.replace("#/components/schemas/", "");
    if (named.has(name)) return [];
    return unboundedArrays(document.components?.schemas?.[name], name, named.add(name));
  }
  const isArray = [node["type"]].flat().includes("array");
  const unbounded = isArray && node["maxItems"] === undefined ? [at] : [];
  const within = Object.entries(node).filter(([key]) => !key.startsWith("example"));
  return [
    ...unbounded,
    ...within.flatMap(([key, value]) => unboundedArrays(value, `${at}/${key}`, named)),
  ];
}

/** Whether an operation needs no key: monitors call it, or a page that nobody is signed in to. */
const isPublic = ({ operationId }: Operation) =>
  operationId === "readiness" || operationId === "signInWays";

const isUpload = ({ operationId }: Operation) => operationId === "attachmentUpload";

/** Returns how a request shows who sends it. Generators of clients use the first way. */
const securityOf = (operation: Operation) => {
  if (isPublic(operation)) return [];
  // A session is made with the key itself.
  if (operation.operationId === "sessionCreate") return [{ key: [] }];
  return [{ key: [] }, { cookieAuth: [] }];
};

describe.each(documented)("$name", ({ operation }) => {
  test("needs a key unless it is public, and has a summary and a tag that the document describes", () => {
    expect(operation.security).toEqual(securityOf(operation));
    expect(operation.summary).not.toBe("");
    expect(operation.tags).toHaveLength(1);
    expect(describedTags).toContain(operation.tags[0]);
  });

  test("has an example of its request, which is required", () => {
    if (!operation.requestBody) return;
    expect(operation.requestBody.required).toBe(true);
    // The body of an upload is a file.
    const type = `application/${isUpload(operation) ? "octet-stream" : "json"}`;
    expect(Object.keys(operation.requestBody.content)).toEqual([type]);
    expect(operation.requestBody.content[type]!.example).toBeDefined();
  });

  test("bounds every array of its request", () => {
    const sent = [operation.requestBody?.content, operation.parameters];
    expect(unboundedArrays(sent)).toEqual([]);
  });

  test("has an example of every status", () => {
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const { example, examples } of Object.values(content)) {
        expect(example ?? examples, status).toBeDefined();
      }
    }
  });

  test("declares problems under their own status", () => {
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const code of Object.keys(content["application/problem+json"]?.examples ?? {})) {
        expect(problemKinds).toHaveProperty(code);
        expect(String(problemKinds[code as keyof typeof problemKinds].status)).toBe(status);
      }
    }
  });
});

test("an example of a request or an answer is valid under its own schema", () => {
  for (const route of operations) {
    const { operationId } = route;
    const body = jsonBodyOf(route);
    const [answer] = Object.values(route.responses[200].content);
    for (const { schema, example } of body ? [body, answer!] : [answer!]) {
      const parsed = schema.safeParse(example);
      expect(parsed.error?.issues, operationId).toBeUndefined();
    }
  }
});

test("the document says what an Idempotency-Key may be", () => {
  const { operation } = documented.find(({ name }) => name === "PUT /api/Build/Build")!;
  const [{ schema }] = operation.parameters as [{ schema: { pattern: string } }];
  expect(schema).toMatchObject({ type: "string", minLength: 1, maxLength: 255 });
  const pattern = new RegExp(schema.pattern);
  for (const key of [" ", "a b", "~!", "k".repeat(255)]) expect(key).toMatch(pattern);
  for (const key of ["ü", "a€", "a\tb", "a\nb", "\u007f"]) expect(key).not.toMatch(pattern);
});

const batches = operations.filter(({ path }) => path.endsWith("Many"));

test.each(batches)(
  "$path may be sent as its verb, and is refused for the same reasons",
  (batch) => {
    const single = operations.find(({ path }) => `${path}Many` === batch.path)!;
    const shared = ({ roles, method, importStage, tags, isWrite }: typeof batch) => ({
      roles,
      method,
      importStage,
      tags,
      isWrite,
    });
    expect(shared(batch)).toEqual(shared(single));
    const problems = ({ responses: { 200: _ok, ...others } }: typeof batch) =>
      Object.entries(others).map(([status, { description }]) => [status, description]);
    expect(problems(batch)).toEqual(problems(single));
  },
);
