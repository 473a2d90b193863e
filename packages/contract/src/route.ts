import type { RouteConfig } from "@hono/zod-openapi";
import { writeHeaders } from "./responses.ts";
import { once } from "./schema.ts";

interface Route<Id, By, Path, Sent, Responses> {
  readonly operationId: Id;
  readonly method: By;
  readonly path: Path;
  readonly tags: string[];
  readonly summary: string;
  readonly request: () => Sent;
  readonly responses: () => Responses;
}

type Method = "get" | "post" | "put" | "delete";
type Request = NonNullable<RouteConfig["request"]>;

/** An operation of the interface, and whether what it does stands in the change log. */
export type Operation = RouteConfig & { readonly isWrite: boolean };

/** An operation that writes no record. Its schemas are made when they are first asked for. */
export function route<
  Id extends string,
  By extends Method,
  Path extends string,
  Sent extends Request,
  Responses extends RouteConfig["responses"],
>({ request, responses, ...rest }: Route<Id, By, Path, Sent, Responses>) {
  const requestOnce = once(request);
  const responsesOnce = once(responses);
  return {
    ...rest,
    isWrite: false,
    get request() {
      return requestOnce();
    },
    get responses() {
      return responsesOnce();
    },
  };
}

/** An operation that writes: it has an Idempotency-Key, and is refused where too many wait. */
export function writeRoute<
  Id extends string,
  By extends Method,
  Path extends string,
  Sent extends Request,
  Responses extends RouteConfig["responses"],
>({ request, ...rest }: Route<Id, By, Path, Sent, Responses>) {
  const withKey = () => ({
    // For the document alone: a request need not make the schema of a header that it has not.
    get headers() {
      return writeHeaders();
    },
    ...request(),
  });
  return Object.assign(route({ ...rest, request: withKey }), { isWrite: true });
}
