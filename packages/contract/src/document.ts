import { OpenAPIHono } from "@hono/zod-openapi";
import { type ProblemCode, problemKinds } from "./problems.ts";
import { exampleOf } from "./responses.ts";
import { type OperationId, roles } from "./roles.ts";
import { allRoutes } from "./routes.ts";

/** The OpenAPI document of the interface: every route, with the role that it needs. */
export function openApiDocument() {
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    description: "A key of the service: `Authorization: Bearer <key>`.",
  });
  for (const code of Object.keys(problemKinds) as ProblemCode[]) {
    app.openAPIRegistry.registerComponent("examples", code, { value: exampleOf(code) });
  }
  for (const route of Object.values(allRoutes).flatMap((group) => Object.values(group))) {
    const role = roles[route.operationId as OperationId];
    app.openAPIRegistry.registerPath({
      ...route,
      security: [{ key: [] }],
      description: `Needs the role \`${role}\` or a higher one.`,
    });
  }
  return app.getOpenAPI31Document({ openapi: "3.1.0", info, servers: [{ url: "/" }] });
}

const info = {
  title: "asbuilt",
  version: "0.1.0",
  description:
    "An open manufacturing execution service: what a product may be built from, what is in " +
    "stock, and what was really built into what.",
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};
