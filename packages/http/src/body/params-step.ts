import { memoized } from "@asbuilt/contract";
import type { RouteConfig } from "@hono/zod-openapi";
import type * as z from "zod";
import type { RequestContext } from "../environment.ts";
import { invalid } from "../response/problem.ts";
import { accepts } from "../response/accepts.ts";
import { csvColumns } from "../response/csv.ts";
import { fieldChooser, fieldNames, keysOfRecords } from "./chosen-fields.ts";
import { type FieldError, shortened } from "./field-error.ts";
import { schemaErrors } from "./schema-errors.ts";

/** Returns the step that validates the path and query of one route. */
export function paramsStep(route: RouteConfig): (c: RequestContext) => void {
  // The contract writes its schemas with zod; the route's type also admits plain OpenAPI.
  const schemas = memoized(() => ({
    params: route.request?.params as z.ZodType | undefined,
    query: route.request?.query as z.ZodType | undefined,
  }));
  const keysOf = keysOfRecords(route);
  const chooseFields = fieldChooser(route, keysOf);
  const names = route.path.split("/").map((step) => /^\{(\w+)\}$/.exec(step)?.[1]);
  // As they were sent: hono would decode an escaped digit, and a path has one spelling.
  const paramsIn = (path: string) => {
    const steps = path.split("/");
    return Object.fromEntries(names.flatMap((name, at) => (name ? [[name, steps[at]]] : [])));
  };
  return (c) => {
    const { params, query } = schemas();
    if (params) c.req.addValidatedData("param", check(params, paramsIn(c.req.path), "path"));
    if (!query) return;
    const read: QueryOfList = check(query, singleValues(c.req.queries()), "query");
    c.req.addValidatedData("query", read);
    if (read.fields) {
      const { fields, faults } = chooseFields(read.fields);
      if (faults.length > 0) {
        throw invalid(
          faults.map((fault) => parameterError("fields", "query", fault)),
          bareDetail,
        );
      }
      c.set("fields", fields);
    }
    const known = accepts("text/csv", c.req.header("Accept")) ? keysOf() : undefined;
    if (known) c.set("csv", csvColumns(c.get("fields") ?? fieldNames(known), known));
  };
}

/** The part of a query that chooses the fields of a list's records. */
interface QueryOfList {
  readonly fields?: readonly string[] | undefined;
}

/** Returns each parameter's value; refuses two values, for the second would be silently ignored. */
function singleValues(given: Readonly<Record<string, readonly string[]>>): object {
  const repeated = Object.entries(given)
    .filter(([, values]) => values.length > 1)
    .map(([name]) => parameterError(name, "query", "Given twice."));
  if (repeated.length > 0) throw invalid(repeated, bareDetail);
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
      ? unknown.map((name) => parameterError(name, where, "Unknown parameter."))
      : schemaErrors(parsed.error).map(({ pointer, detail }) =>
          parameterError(pointer.slice(1), where, detail),
        );
  throw invalid(errors, bareDetail);
}

const parameterError = (name: string, where: string, rule: string): FieldError => ({
  pointer: "",
  detail: `${shortened(name)} in the ${where}: ${rule}`,
});

const bareDetail = ({ detail }: FieldError) => detail;
