import * as z from "zod";
import { validationText } from "./validation-text.ts";

z.config({ customError: validationText });

/** The key under which a schema says its name in the document. */
export const schemaName = "x-schema";

/** The key under which a schema or field says a rule. The document adds it to the description. */
export const ruleText = "x-rule";

/** The key under which a field says that only the response to a write has it: no list has it. */
export const ofWritesOnly = "x-of-writes-only";

interface NamedSchema {
  readonly description: string;
  readonly get: () => z.ZodType;
}

/** The schemas with a name in the document. */
export const namedSchemas = new Map<string, NamedSchema>();

/**
 * Gives a schema its name and description in the document, and makes it on first use. A process then
 * starts without making the schemas of requests that it never receives.
 */
export function schema<Schema extends z.ZodType>(
  name: string,
  description: string,
  make: () => Schema,
): () => Schema {
  const get = memoized(() => make().meta({ [schemaName]: name }));
  namedSchemas.set(name, { description, get });
  return get;
}

/** The type of a parsed value of a schema. */
export type Infer<Get extends () => z.ZodType> = z.output<ReturnType<Get>>;

/** Makes a value on first use, and returns the same value from then on. */
export function memoized<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
