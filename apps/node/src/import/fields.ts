import { canonicalSpelling } from "@asbuilt/http";
import type { BodyField } from "@asbuilt/table";
import { z } from "zod";
import type { ImportRoute } from "./files.ts";

/** Returns the fields of a route's body, by the folded spelling of their names. */
export function bodyFields(route: ImportRoute): Map<string, BodyField> {
  const fields = new Map<string, { name: string; types: Set<string> }>();
  const document = documentOf(route);
  for (const option of schemaOptions(document, document)) {
    for (const [name, field] of Object.entries(option.properties ?? {})) {
      const known = fields.get(canonicalSpelling(name)) ?? { name, types: new Set<string>() };
      fields.set(canonicalSpelling(name), known);
      // A schema can be a mere true or false, which has no type.
      if (typeof field === "boolean") continue;
      for (const { type, format } of schemaOptions(field, document)) {
        for (const named of [type ?? [], format === "date-time" ? format : []].flat()) {
          known.types.add(named);
        }
      }
    }
  }
  return fields;
}

/** The names of fields, and words between them: `ID`, ` or else `, `suid`. */
type Phrase = readonly (string | { readonly field: string })[];

/** Returns what a route's body needs: fields, and fields that stand in for others. */
export function neededBy(route: ImportRoute): Phrase[] {
  const document = documentOf(route);
  return schemaOptions(document, document).flatMap((option) => {
    const required = (option.required ?? []).map((field): Phrase => [{ field }]);
    const alternatives = alternativesIn(option);
    return alternatives ? required.concat([alternatives]) : required;
  });
}

/** Returns fields that stand in for each other: the contract writes them as `if` and `else`. */
function alternativesIn({ if: condition, else: otherwise }: JsonSchema): Phrase | undefined {
  if (!isSchema(condition) || !isSchema(otherwise)) return undefined;
  const second = alternativesIn(otherwise) ?? conditionIn(otherwise);
  return joined([conditionIn(condition), second], " or else ");
}

/** Returns the fields that a part of a schema requires, or that have a certain value in it. */
function conditionIn({ required, properties = {}, anyOf = [] }: JsonSchema): Phrase {
  const options = anyOf.filter(isSchema);
  if (options.length > 0) return joined(options.map(conditionIn), " or else ");
  const names = (required ?? []).map((field): Phrase => [{ field }]);
  if (names.length > 0) return joined(names, ", ");
  return Object.entries(properties).flatMap(([field, value]) =>
    isSchema(value) && "const" in value ? [{ field }, ` = ${value.const}`] : [],
  );
}

function joined(phrases: readonly Phrase[], words: string): Phrase {
  const between: Phrase = [words];
  return phrases.flatMap((phrase, index) => (index > 0 ? between.concat(phrase) : phrase));
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null;

function documentOf({ request }: ImportRoute): JsonSchema {
  const { schema } = request.body.content["application/json"];
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

/** Returns the options of a schema's union, or the schema itself. */
function schemaOptions(schema: JsonSchema, document: JsonSchema): JsonSchema[] {
  if (schema.$ref) {
    const found = document.$defs?.[schema.$ref.split("/").at(-1)!];
    return found ? schemaOptions(found, document) : [];
  }
  const union = schema.anyOf ?? schema.oneOf;
  return union ? union.flatMap((option) => schemaOptions(option, document)) : [schema];
}
