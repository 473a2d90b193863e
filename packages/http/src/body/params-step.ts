import { memoized } from "@asbuilt/contract";
import type { RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import type * as z from "zod";
import { fieldErrors } from "./field-errors.ts";
import { shortened } from "./json-pointer.ts";
import { type FieldError, invalid } from "../answer/invalid.ts";

/** Validates the path and query of one route. */
export function paramsStep(route: RouteConfig): (c: Context) => void {
  // The contract writes its schemas with zod; the route's type also admits plain OpenAPI.
  const taken = memoized(() => ({
    params: route.request?.params as z.ZodType | undefined,
    query: route.request?.query as z.ZodType | undefined,
  }));
  return (c) => {
    const { params, query } = taken();
    if (params) c.req.addValidatedData("param", check(params, c.req.param(), "path"));
    if (query) c.req.addValidatedData("query", check(query, onlyOnes(c.req.queries()), "query"));
  };
}

/** Each parameter's one value: of two, the second would do nothing, and nobody would be told. */
function onlyOnes(given: Readonly<Record<string, readonly string[]>>): object {
  const twice = Object.entries(given)
    .filter(([, values]) => values.length > 1)
    .map(([name]) => faultOf(name, "query", "Given twice."));
  if (twice.length > 0) throw invalid(twice, told);
  return Object.fromEntries(Object.entries(given).map(([name, [value]]) => [name, value]));
}

function check(schema: z.ZodType, value: unknown, where: string): object {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as object;
  const unknown = parsed.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys : [],
  );
  const errors =
    unknown.length > 0
      ? unknown.map((name) => faultOf(name, where, "Unknown parameter."))
      : fieldErrors(parsed.error, value).map(({ pointer, detail }) =>
          faultOf(pointer.slice(1), where, detail),
        );
  throw invalid(errors, told);
}

const faultOf = (name: string, where: string, rule: string): FieldError => ({
  pointer: "",
  detail: `${shortened(name)} in the ${where}: ${rule}`,
});

const told = ({ detail }: FieldError) => detail;
