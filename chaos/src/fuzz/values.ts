import * as fc from "fast-check";
import { resolvedSchema, type Schema } from "./document.ts";
import { type Member, raw, type Tree } from "./json-tree.ts";
import { meaningOf, resourceIn } from "./memory.ts";
import { numbers, texts, times } from "./traps.ts";

type Trees = fc.Arbitrary<Tree>;

/** The place of a value: the resource of the request, and the field. */
interface Place {
  readonly resource: string;
  readonly field: string;
  /** Whether some values are just outside their limits. */
  readonly beyond: boolean;
}

const utf8 = new TextEncoder();
const anyNth = fc.nat(399);
const likely = (weight: number) => fc.nat(99).map((chance) => chance < weight);

/** Generates bodies that a schema allows and, with `beyond`, some that it just forbids. */
export const bodyOf = (schema: Schema, resource: string, beyond: boolean): Trees =>
  valueOf(schema, { resource, field: "", beyond });

function valueOf(given: Schema, place: Place): Trees {
  const schema = resolvedSchema(given);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valueOf(option, place)));
  if (schema.enum) return fc.constantFrom(...schema.enum.map((value) => scalar(value)));
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const of = types.filter((type) => type !== "null").map((type) => ofType(type, schema, place));
  if (of.length === 0) return trap;
  if (!types.includes("null")) return fc.oneof(...of);
  return fc.oneof({ weight: 8, arbitrary: fc.oneof(...of) }, { weight: 1, arbitrary: nothing });
}

const nothing: Trees = fc.constant(null);
const scalar = (value: unknown): Tree =>
  typeof value === "number" ? raw(String(value)) : (value as null | boolean | string);

/** Generates anything except objects and arrays. */
export const trap: Trees = fc.oneof(
  fc.constantFrom<Tree>(null, true, false),
  fc.constantFrom(...texts, ...times),
  fc.constantFrom(...numbers.map(raw)),
);

function ofType(type: string, schema: Schema, place: Place): Trees {
  switch (type) {
    case "object":
      return objectOf(schema, place);
    case "array":
      return arrayOf(schema, place);
    case "boolean":
      return fc.boolean();
    case "string":
      return picked(place, anyTextOf(schema, place));
    default:
      return picked(place, numberOf(schema, type === "integer", place));
  }
}

/** Generates mostly known values from earlier responses, or else other values. */
function picked({ resource, field }: Place, otherwise: Trees): Trees {
  const pick = meaningOf(resource, field);
  const isOwn = pick.startsWith(`${resource}.`);
  const known = fc.record({ pick: fc.constant(pick), nth: anyNth, otherwise });
  return fc.oneof({ weight: isOwn ? 1 : 4, arbitrary: known }, { weight: 1, arbitrary: otherwise });
}

function objectOf({ properties = {}, required = [] }: Schema, place: Place): Trees {
  const fields = Object.entries(properties);
  const optionals = fields.length - required.length;
  // With many optional fields only a few are set, because all together are never valid.
  const share = optionals > 8 ? 15 : 45;
  const members = fields.map(([field, schema]) => {
    const inner = { ...place, resource: resourceIn(place.resource, field), field };
    const whole = field === "id" || field === "ID" ? place.resource : inner.resource;
    const value = valueOf(schema, { ...inner, resource: whole });
    return fc.record({ isThere: likely(required.includes(field) ? 100 : share), value });
  });
  return fc.tuple(...members).map((chosen) => ({
    members: chosen.flatMap(({ isThere, value }, index): Member[] =>
      isThere ? [[fields[index]![0], value]] : [],
    ),
  }));
}

function arrayOf({ items = {}, minItems = 0 }: Schema, place: Place): Trees {
  const maxLength = Math.max(minItems, 3);
  return fc.array(valueOf(items, place), { minLength: minItems, maxLength });
}

function anyTextOf(schema: Schema, { beyond }: Place): Trees {
  if (schema.format === "date-time") return fc.constantFrom(...(beyond ? times : sureTimes));
  if (schema.pattern !== undefined) {
    const matching = fc.stringMatching(new RegExp(schema.pattern));
    return matching.map((text) => cut(text, schema));
  }
  const charsMax = schema["x-maxBytes"] ?? schema.maxLength ?? 200;
  const full = fc.constantFrom("x", "é", "€", "😀").map((unit) => unit.repeat(charsMax));
  const some = fc
    .oneof(fc.constantFrom(...texts), fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }))
    .map((text) => (text.isWellFormed() && !text.includes("\0") ? text : "T"));
  const within = fc.oneof({ weight: 12, arbitrary: some }, { weight: 1, arbitrary: full });
  const allowed = within.map((text) => cut(text, schema) || "T");
  if (!beyond) return allowed;
  const outside = fc.oneof(
    fc.constantFrom("", ...texts),
    full.map((text) => `${cut(text, schema)}x`),
  );
  return fc.oneof({ weight: 5, arbitrary: allowed }, { weight: 1, arbitrary: outside });
}

/** A past day in the allowed spellings. */
const sureTimes = times.slice(0, 2);

/** Cuts a text to its limits, by whole characters. */
function cut(text: string, schema: Schema): string {
  const { maxLength = Infinity, "x-maxBytes": maxBytes = Infinity } = schema;
  let kept = "";
  let characters = 0;
  let bytes = 0;
  for (const character of text) {
    characters += 1;
    bytes += utf8.encode(character).length;
    if (characters > maxLength || bytes > maxBytes) break;
    kept += character;
  }
  return kept;
}

function numberOf(schema: Schema, isInteger: boolean, { beyond }: Place): Trees {
  const decimals = isInteger ? 0 : (schema["x-maxDecimals"] ?? 0);
  const step = 10 ** -decimals;
  const { exclusiveMinimum, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const least = schema.minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + step);
  const near = Math.max(1, Math.ceil(least));
  const small = fc.integer({ min: near, max: Math.min(near + 20, maximum) }).map(String);
  const bounds = fc.constantFrom(least, maximum, near).map((value) => value.toFixed(decimals));
  const fractions = fc
    .nat(9_999_999)
    .map((value) => Math.max(least, value * step).toFixed(decimals));
  const allowed = fc.oneof(
    { weight: 8, arbitrary: small },
    { weight: 1, arbitrary: bounds },
    { weight: 1, arbitrary: decimals > 0 ? fractions : small },
  );
  if (!beyond) return allowed.map(raw);
  const outside = fc.constantFrom(
    ...numbers,
    (least - step).toFixed(decimals),
    (maximum + step).toFixed(decimals),
    (near + step / 10).toFixed(decimals + 1),
  );
  return fc.oneof({ weight: 5, arbitrary: allowed }, { weight: 1, arbitrary: outside }).map(raw);
}
