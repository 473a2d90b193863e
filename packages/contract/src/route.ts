import type { RouteConfig } from "@hono/zod-openapi";
import { once } from "./schema.ts";

interface Route<Id, Method, Path, Request, Responses> {
  readonly operationId: Id;
  readonly method: Method;
  readonly path: Path;
  readonly tags: string[];
  readonly summary: string;
  readonly request: () => Request;
  readonly responses: () => Responses;
}

/** An operation of the interface. Its schemas are made when they are first asked for. */
export function route<
  Id extends string,
  Method extends "get" | "post" | "put" | "delete",
  Path extends string,
  Request extends NonNullable<RouteConfig["request"]>,
  Responses extends RouteConfig["responses"],
>({ request, responses, ...rest }: Route<Id, Method, Path, Request, Responses>) {
  const requestOnce = once(request);
  const responsesOnce = once(responses);
  return {
    ...rest,
    get request() {
      return requestOnce();
    },
    get responses() {
      return responsesOnce();
    },
  };
}
