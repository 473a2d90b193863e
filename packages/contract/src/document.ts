import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  zodToOpenAPIRegistry,
} from "@asteasolutions/zod-to-openapi";
import type { RouteConfig } from "@hono/zod-openapi";
import { addDescription, finished } from "./document-form.ts";
import { documentedHeaders, headersOf, isList } from "./headers.ts";
import { problemCodes } from "./problems.ts";
import { readinessRoute } from "./readiness.ts";
import { problemExample } from "./responses.ts";
import { type Role, roleNames } from "./roles.ts";
import type { Operation } from "./route.ts";
import { operations } from "./routes.ts";
import { namedSchemas, schemaName } from "./schema.ts";
import { sessionCreation } from "./session.ts";
import { signInRoute } from "./sign-in.ts";
import { version } from "./version.ts";

/** Returns the OpenAPI document of the interface: every route, with the roles that may use it. */
export function openApiDocument() {
  const registry = new OpenAPIRegistry();
  const schemas = [...namedSchemas].map(([refId, { get }]) => {
    const schema = get();
    zodToOpenAPIRegistry.add(schema, { _internal: { refId } });
    return { type: "schema" as const, schema };
  });
  registry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    description: "A key of the service: `Authorization: Bearer <key>`.",
  });
  registry.registerComponent("securitySchemes", "cookieAuth", {
    type: "apiKey",
    in: "cookie",
    name: "__Host-asbuilt",
    description:
      "A session, which `Session/Create` makes of a key, for pages of the service itself. A request " +
      "with the cookie needs `Sec-Fetch-Site: same-origin`. With `Authorization`, the key counts.",
  });
  for (const code of codesOfOperations()) {
    registry.registerComponent("examples", code, { value: problemExample(code) });
  }
  for (const [name, header] of Object.entries(documentedHeaders)) {
    registry.registerComponent("headers", name, header);
  }
  for (const operation of operations) {
    // These are not fields of an OpenAPI operation. Their meaning is in texts and headers.
    const { roles, isWrite: _isWrite, importStage: _importStage, ...route } = operation;
    registry.registerPath({
      ...route,
      responses: withHeaders(operation),
      // The first one is what generators of clients use.
      security: [
        { key: [] },
        ...(operation.operationId === sessionCreation ? [] : [{ cookieAuth: [] }]),
      ],
      description: rolesNote(roles) + (isList(operation) ? csvNote : ""),
    });
  }
  const { responses } = readinessRoute;
  registry.registerPath({
    ...readinessRoute,
    security: [],
    responses: withRetryAfter(responses()),
  });
  const ways = signInRoute.responses();
  registry.registerPath({ ...signInRoute, security: [], responses: ways });
  const generator = new OpenApiGeneratorV31([...schemas, ...registry.definitions]);
  const document = generator.generateDocument({
    openapi: "3.1.0",
    info,
    servers: [{ url: "/" }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  });
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    // A component is the schema itself, and no reference to it.
    Reflect.deleteProperty(schema, schemaName);
    addDescription(schema, namedSchemas.get(name)?.description);
  }
  return finished(document) as typeof document;
}

/** Returns the responses of a route, each with its possible headers. */
const withHeaders = (route: Operation): RouteConfig["responses"] =>
  Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => {
      const names = headersOf(route, Number(status));
      const headers = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
      return [status, { ...response, headers: Object.fromEntries(headers) }];
    }),
  );

/** Says which roles may use an operation. */
const rolesNote = (roles: readonly Role[]) =>
  roles.length === roleNames.length
    ? "Every built-in role may use it, and roles of the plant that have it."
    : `For the roles ${roles.map((role) => `\`${role}\``).join(", ")}, and roles of the plant that have it.`;

/** No content type is declared for it: generators would make two methods or a union of the list. */
const csvNote = " With `Accept: text/csv` the list is CSV, with a heading.";

const retryAfter = { "Retry-After": { $ref: "#/components/headers/Retry-After" } };

/** Returns the responses of the readiness check, which have none of an operation's headers. */
const withRetryAfter = (responses: ReturnType<typeof readinessRoute.responses>) => ({
  ...responses,
  503: { ...responses[503], headers: retryAfter },
});

/** Returns the codes that an operation can be refused with: some belong to no operation. */
const codesOfOperations = () =>
  problemCodes.filter((code) =>
    operations.some(({ responses }) =>
      Object.values(responses).some((response) => namesExample(response, code)),
    ),
  );

const namesExample = (response: object, code: string) => {
  // Every problem has this content, and a success has none of it.
  const { content } = response as { content?: Record<string, { examples?: object }> };
  return Object.hasOwn(content?.["application/problem+json"]?.examples ?? {}, code);
};

/** The groups of operations. */
const tags = {
  "Reference data": "Types, units, locations, reasons and other records that all others refer to.",
  Products: "What the plant receives, builds and dispatches.",
  "Bills of material": "The bills of material of a product, in versions.",
  Slots: "The places of a BoM version, the candidates that fill them, and their properties.",
  "Work centre groups": "Groups of work centres.",
  "Works orders": "Orders to build a quantity of a product to one version of a BoM.",
  "Material items": "Lots and units: their receipt, stock, holds, moves and dispatch.",
  Attachments: "Pictures, certificates and other files of items, orders, products and slots.",
  "Batch holds": "Batches on hold: all of their items, also those that come later.",
  "Material consumption": "Building a child item into a parent, and removing it again.",
  Search: "Records of all kinds, by the beginning of a name.",
  Genealogy: "What an item contains, what contains it, and what a recall affects.",
  "Device history": "The whole record of a unit, for an auditor or a customer.",
  History: "Who changed what, and when.",
  Events: "The changes as CloudEvents: in pages, as a stream, and by webhook.",
  EPCIS: "The history of material as EPCIS 2.0 events.",
  Screens: "What a scanned code can mean, and the plant in numbers.",
  "References of other systems": "What was done under a reference of another system.",
  Signatures: "Electronic signatures of people under the records of the plant.",
  Keys: "The keys of callers, and the sessions of keys in a browser.",
  Health: "Whether the service can do its work.",
  Audit: "Seals of the change log, and the check of the record.",
};

const info = {
  title: "asbuilt",
  version,
  description:
    "An open manufacturing execution service. It records what a product can be built from, what " +
    "is in stock, and what was built into what.\n\n" +
    "White space around a text that names something, such as a serial, is dropped. Control and " +
    "format characters in it, which nobody sees, are refused. Free text, such as a comment, " +
    "stays as it is.",
  contact: { name: "asbuilt" },
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};
