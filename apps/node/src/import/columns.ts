import type { BodyField } from "@asbuilt/table";
import { bodyFields, neededBy } from "./fields.ts";
import { importOrder } from "./files.ts";

/** The columns of a file that an import takes, in words. */
export interface FileColumns {
  /** The name of the file, such as `Product.Upsert.csv`. */
  readonly file: string;
  /** The columns that each row needs, and those that stand in for each other. */
  readonly needed: readonly string[];
  /** The columns that a row can have besides, each with its kind of value if that is no text. */
  readonly others: readonly string[];
}

/** Returns the columns of every file that an import takes, or of one resource's. */
export function columnsOf(resource?: string): FileColumns[] {
  const routes = importOrder.filter(
    ({ path }) => resource === undefined || path.startsWith(`/api/${resource}/`),
  );
  return routes.map((route) => {
    const needed = neededBy(route);
    const named = new Set(
      needed.flat().flatMap((part) => (typeof part === "string" ? [] : part.field)),
    );
    const shown = (part: string | { readonly field: string }) =>
      typeof part === "string" ? part : part.field;
    return {
      file: `${route.path.replace("/api/", "").replace("/", ".")}.csv`,
      needed: needed.map((phrase) => phrase.map(shown).join("")),
      others: [...bodyFields(route).values()]
        // A field without a type is one of the record that only the service sets.
        .filter(({ name, types }) => !named.has(name) && types.size > 0)
        .map((field) => field.name + kindOf(field)),
    };
  });
}

/** Returns the kind of a field's values after its name; nothing for a text. */
function kindOf({ types }: BodyField): string {
  if (types.has("date-time")) return " (time)";
  if (types.has("string")) return "";
  if (types.has("boolean")) return " (true or false)";
  return types.has("array") || types.has("object") ? " (JSON)" : " (number)";
}

/** The resources that have files of an import, in the order of the alphabet. */
export const importedResources = (): string[] =>
  [...new Set(importOrder.map(({ path }) => path.split("/")[2]!))].toSorted();
