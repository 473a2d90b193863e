import { memoized } from "@asbuilt/contract";
import type { RouteConfig } from "@hono/zod-openapi";
import type * as z from "zod";
import { compileKnownKeys, findKnownKey, unknownKeyDetail } from "./canonical-keys.ts";
import { fieldErrorsMax, shortened } from "./field-error.ts";

/**
 * Returns a function that finds the fields that a request chooses for the records of a list, in the
 * spelling and order of the contract, and the faults in their names.
 */
export function fieldChooser(route: RouteConfig) {
  const known = memoized(() => {
    const response = route.responses[200];
    const content = response && "content" in response ? response.content : undefined;
    const json = content?.["application/json"];
    // The contract writes its schemas with zod; the route's type also admits plain OpenAPI.
    const schema = json && "schema" in json ? (json.schema as z.ZodType) : undefined;
    const fields = schema && compileKnownKeys(schema)?.ofItems;
    if (!fields) throw new Error(`${route.path} lists no records, so it has no fields to choose.`);
    return fields;
  });
  return (names: readonly string[]) => {
    const chosen = new Set<string>();
    const faults: string[] = [];
    for (const name of names) {
      // The request is refused anyway, and a name is compared with all fields.
      if (faults.length === fieldErrorsMax) break;
      const field = findKnownKey(known(), name);
      if (field) chosen.add(field.name);
      else if (name.trim() === "") faults.push("Names of fields, separated by commas.");
      else faults.push(`${shortened(name)}: ${unknownKeyDetail(known(), name)}`);
    }
    const fields = [...known().bySpelling.values()].map(({ name }) => name);
    return { fields: fields.filter((name) => chosen.has(name)), faults };
  };
}
