/**
 * The part of zod that the contract uses, made of zod/mini. A schema of zod has every method, down
 * to its JSON schema, so a bundle with zod contains and runs all of them. Here it has only the
 * methods that the contract calls. The checks, issues and texts are the same, because both use
 * zod's core. The Worker's bundle has this module instead of zod (`alias` in its build.ts).
 */
import * as z from "zod/mini";

export * from "zod/mini";

type Schema = z.ZodMiniType;

/** The context that a transformation reports its errors to. */
interface Finding {
  addIssue(issue: { readonly code: "custom"; readonly message: string }): void;
}

const methods = {
  meta(this: Schema, says: z.core.GlobalMeta) {
    // The rest is for the document, which no Worker makes.
    if (!("readOnly" in says)) return this;
    const described = this.clone();
    z.globalRegistry.add(described, says);
    return described;
  },
  optional(this: Schema) {
    return z.optional(this);
  },
  nullable(this: Schema) {
    return z.nullable(this);
  },
  nullish(this: Schema) {
    return z.nullish(this);
  },
  refine(this: Schema, ...holds: Parameters<typeof z.refine>) {
    return this.check(z.refine(...holds));
  },
  superRefine(this: Schema, ...finds: Parameters<typeof z.superRefine>) {
    return this.check(z.superRefine(...finds));
  },
  transform(this: Schema, make: (value: unknown, context: Finding) => unknown) {
    const transform = z.transform((value, { issues }) =>
      make(value, { addIssue: (issue) => issues.push({ input: value, ...issue }) }),
    );
    return z.pipe(this, transform);
  },
  pipe(this: Schema, then: Schema) {
    return z.pipe(this, then);
  },
  min(this: Schema, least: number, says?: string) {
    return this.check(isNumber(this) ? z.gte(least, says) : z.minLength(least, says));
  },
  max(this: Schema, most: number, says?: string) {
    return this.check(isNumber(this) ? z.lte(most, says) : z.maxLength(most, says));
  },
  regex(this: Schema, ...pattern: Parameters<typeof z.regex>) {
    return this.check(z.regex(...pattern));
  },
  partial(this: z.ZodMiniObject) {
    return z.partial(this);
  },
  extend(this: z.ZodMiniObject, fields: z.core.$ZodLooseShape) {
    return z.extend(this, fields);
  },
};

const isNumber = ({ def }: Schema) => def.type === "number";

// Not enumerable: zod goes through the enumerable properties of the prototype for each schema.
const unlisted = Object.fromEntries(
  Object.entries(methods).map(([name, value]) => [name, { value, configurable: true }]),
);

// Not on the common prototype, because zod binds its methods to each schema that it makes.
for (const { prototype } of [
  z.ZodMiniArray,
  z.ZodMiniBoolean,
  z.ZodMiniDiscriminatedUnion,
  z.ZodMiniEnum,
  z.ZodMiniLiteral,
  z.ZodMiniNullable,
  z.ZodMiniNumber,
  z.ZodMiniNumberFormat,
  z.ZodMiniObject,
  z.ZodMiniOptional,
  z.ZodMiniPipe,
  z.ZodMiniRecord,
  z.ZodMiniString,
  z.ZodMiniTuple,
  z.ZodMiniUnion,
  z.ZodMiniUnknown,
]) {
  Object.defineProperties(prototype, unlisted);
}
