import { fieldGlossary } from "./field-glossary.ts";
import { ruleText, schemaName } from "./schema.ts";

/** The formats of numbers. Without one, Go takes 32 bits for a number, and Java for an integer. */
const formats = { integer: "int64", number: "double" } as const;

/** Gives a schema a description, if it has none of its own, and adds the rule that it says. */
export function addDescription(schema: Part, meaning: string | undefined): void {
  const texts = [schema.description ?? meaning, schema[ruleText]];
  const description = texts.filter((text) => text !== undefined).join(" ");
  if (description !== "") schema.description = description;
  Reflect.deleteProperty(schema, ruleText);
}

/**
 * Returns a part of the document in the form that generators of clients like: each number has a
 * format, and each field a description. A schema with a name is referred to, also where it can be
 * null or has a description of its own.
 */
export function finished(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(finished);
  if (typeof part !== "object" || part === null) return part;
  const { [schemaName]: name, ...schema } = part as Part;
  if (typeof name === "string") return referringTo(`#/components/schemas/${name}`, schema);
  // The library's form of a reference that can be null.
  const [first, second] = schema.allOf ?? [];
  if (first?.$ref && second) return referringTo(first.$ref, second);
  // Its schemas exclude each other. Of `anyOf` some generators merge the fields.
  const { anyOf: oneOf, ...others } = schema;
  const whole = oneOf ? { oneOf, ...others } : others;
  const types = new Set([schema.type].flat());
  for (const [type, format] of Object.entries(formats)) {
    if (types.has(type)) whole.format ??= format;
  }
  return Object.fromEntries(
    Object.entries(whole).map(([key, inner]) => {
      if (literal.has(key)) return [key, inner];
      return [key, key === "properties" ? describedFields(inner as Fields) : finished(inner)];
    }),
  );
}

/** The parts that stay as they are: data of a plant, and conditions for validators. */
const literal = new Set(["example", "examples", "if", "else"]);

type Fields = Readonly<Record<string, Part>>;

/** Returns the fields of an object. Those without a description get that of the glossary. */
const describedFields = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, inner]) => {
      const field = finished(inner) as Part;
      addDescription(field, fieldGlossary[name]);
      return [name, field];
    }),
  );

interface Part {
  readonly [schemaName]?: unknown;
  readonly [ruleText]?: string;
  readonly $ref?: string;
  readonly allOf?: readonly Part[];
  readonly anyOf?: readonly Part[];
  readonly type?: unknown;
  description?: string;
  format?: string;
}

function referringTo($ref: string, { type, description, [ruleText]: rule }: Part): Part {
  const isNullable = [type].flat().includes("null");
  const reference = isNullable ? { anyOf: [{ $ref }, { type: "null" }] } : { $ref };
  return {
    ...reference,
    ...(description !== undefined && { description }),
    ...(rule !== undefined && { [ruleText]: rule }),
  };
}
