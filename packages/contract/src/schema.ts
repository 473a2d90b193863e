import type * as z from "zod";

/** The schemas that have a name in the document. */
export const namedSchemas = new Map<string, () => z.ZodType>();

/**
 * Gives a schema its name in the document, and makes it when it is first asked for: to start, and
 * to answer one request, a process need not make the schemas of all the others.
 */
export function schema<Schema extends z.ZodType>(name: string, make: () => Schema): () => Schema {
  const get = memoized(make);
  namedSchemas.set(name, get);
  return get;
}

/** What a value of a schema is, as it was parsed. */
export type Infer<Get extends () => z.ZodType> = z.output<ReturnType<Get>>;

/** Makes a value when it is first asked for, and gives the same from then on. */
export function memoized<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
