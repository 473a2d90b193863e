import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  zodToOpenAPIRegistry,
} from "@asteasolutions/zod-to-openapi";
import type { RouteConfig } from "@hono/zod-openapi";
import { documentedHeaders, headersOf } from "./headers.ts";
import { type ProblemCode, problemKinds } from "./problems.ts";
import { problemExample } from "./responses.ts";
import type { Operation } from "./route.ts";
import { operations } from "./routes.ts";
import { namedSchemas } from "./schema.ts";

/** Returns the OpenAPI document of the interface: every route, with the role that it needs. */
export function openApiDocument() {
  const registry = new OpenAPIRegistry();
  for (const [refId, get] of namedSchemas)
    zodToOpenAPIRegistry.add(get(), { _internal: { refId } });
  registry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    description: "A key of the service: `Authorization: Bearer <key>`.",
  });
  for (const code of Object.keys(problemKinds) as ProblemCode[]) {
    registry.registerComponent("examples", code, { value: problemExample(code) });
  }
  for (const [name, header] of Object.entries(documentedHeaders)) {
    registry.registerComponent("headers", name, header);
  }
  for (const operation of operations) {
    // These are not fields of an OpenAPI operation. Their meaning is in texts and headers.
    const { role, isWrite: _isWrite, importStage: _importStage, ...route } = operation;
    registry.registerPath({
      ...route,
      responses: withHeaders(operation),
      security: [{ key: [] }],
      description: `Needs the role \`${role}\` or a higher one.`,
    });
  }
  const generator = new OpenApiGeneratorV31(registry.definitions);
  return generator.generateDocument({ openapi: "3.1.0", info, servers: [{ url: "/" }] });
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

const info = {
  title: "asbuilt",
  version: "0.1.0",
  description:
    "An open manufacturing execution service. It records what a product can be built from, what " +
    "is in stock, and what was built into what.",
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};
