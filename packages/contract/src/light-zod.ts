/**
 * What the contract uses of zod, made of zod/mini. A schema of zod has every method that there is,
 * down to its JSON schema, so that whoever bundles zod bundles, reads and runs all of them; here it
 * has those that the contract calls. The checks, their issues and texts are the same: both are of one
 * core. The Worker is bundled with it in the place of zod (`alias` in wrangler.jsonc).
 */
import * as z from "zod/mini";
import { en } from "zod/locales";

export * from "zod/mini";

z.config(en());

type Schema = z.ZodMiniType;

/** By what a transformation tells what it finds at fault. */
interface Finding {
  addIssue(issue: { readonly code: "custom"; readonly message: string }): void;
}

const methods = {
  meta(this: Schema, says: z.core.GlobalMeta) {
    // All else is for the document, which no Worker makes.
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
  and(this: Schema, other: Schema) {
    return z.intersection(this, other);
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

// Each schema that zod makes goes through what its prototype lists.
const unlisted = Object.fromEntries(
  Object.entries(methods).map(([name, value]) => [name, { value, configurable: true }]),
);

// Not by the prototype of all, whose methods zod binds to each schema that it makes.
for (const { prototype } of [
  z.ZodMiniArray,
  z.ZodMiniBoolean,
  z.ZodMiniDiscriminatedUnion,
  z.ZodMiniEnum,
  z.ZodMiniIntersection,
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
