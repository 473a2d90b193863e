import type { RouteConfig } from "@hono/zod-openapi";
import { writeHeaders } from "./responses.ts";
import type { Role } from "./roles.ts";
import { memoized } from "./schema.ts";

/**
 * The stages of an import, first to last: a record comes before the records that refer to it.
 * Integrations come late, so that a new webhook receives no event of the import. A key is revoked
 * at the end: it can be the key that the import uses.
 */
export const importStages = [
  "referenceData",
  "products",
  "structures",
  "orders",
  "stock",
  "builds",
  "removals",
  "itemChanges",
  "scrapping",
  "unitEnds",
  "orderEnds",
  "dispatch",
  "returns",
  "integrations",
  "end",
] as const;
export type ImportStage = (typeof importStages)[number];

interface Route<Id, By, Path, Sent, Responses> {
  readonly operationId: Id;
  readonly method: By;
  readonly path: Path;
  /** The roles that may use it, of `rolesFor`. */
  readonly roles: readonly Role[];
  readonly tags: string[];
  readonly summary: string;
  readonly request: () => Sent;
  readonly responses: () => Responses;
}

interface WriteRoute<Id, By, Path, Sent, Responses> extends Route<Id, By, Path, Sent, Responses> {
  /**
   * The stage at which an import sends the rows of this route; null where no file can hold them. A
   * deletion has the stage of the record that it deletes. Deletions run after all other stages but
   * the end, from the last stage to the first.
   */
  readonly importStage: ImportStage | null;
}

type Method = "get" | "post" | "put" | "delete";
type Request = NonNullable<RouteConfig["request"]>;

/** An operation of the interface. */
export type Operation = RouteConfig & {
  readonly roles: readonly Role[];
  /** Whether the operation writes the change log. */
  readonly isWrite: boolean;
  readonly importStage: ImportStage | null;
};

/** The ids of all operations that are declared. */
export const operationIds = new Set<string>();

/** Makes the schemas of a route when they are first used. */
function lazyRoute<
  Id extends string,
  By extends Method,
  Path extends string,
  Sent extends Request,
  Responses extends RouteConfig["responses"],
>({ request, responses, ...rest }: Route<Id, By, Path, Sent, Responses>) {
  operationIds.add(rest.operationId);
  const sent = memoized(request);
  const answered = memoized(responses);
  return {
    ...rest,
    get request() {
      return sent();
    },
    get responses() {
      return answered();
    },
  };
}

/** Declares an operation that writes no record. */
export const route = <
  Id extends string,
  By extends Method,
  Path extends string,
  Sent extends Request,
  Responses extends RouteConfig["responses"],
>(
  declared: Route<Id, By, Path, Sent, Responses>,
) => Object.assign(lazyRoute(declared), { isWrite: false as const, importStage: null });

/** Declares a write. It takes an Idempotency-Key, and is refused under overload. */
export function writeRoute<
  Id extends string,
  By extends Method,
  Path extends string,
  Sent extends Request,
  Responses extends RouteConfig["responses"],
>({ request, importStage, ...rest }: WriteRoute<Id, By, Path, Sent, Responses>) {
  const withKey = () => ({
    // A getter, because only the document needs this schema: a request does not make it.
    get headers() {
      return writeHeaders();
    },
    ...request(),
  });
  const declared = lazyRoute({ ...rest, request: withKey });
  return Object.assign(declared, { isWrite: true as const, importStage });
}
