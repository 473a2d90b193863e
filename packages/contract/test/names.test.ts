import { expect, test } from "vitest";
import * as z from "zod";
import { jsonBodyOf, operations } from "../src/routes.ts";

/** The only texts that keep white space around them and invisible characters. */
const freeTexts = new Set([
  "comment",
  "comments",
  "description",
  "document",
  "Description",
  "instruction",
  "value",
  "Value",
  "zpl",
]);

/** A name that begins others: the white space at its end is inside of these. */
const beginnings = new Set(["prefix", "text"]);

type Node = z.core.$ZodTypes;

/** A text of a request, by the name of its field. */
interface TextField {
  readonly at: string;
  readonly name: string;
  readonly schema: z.ZodType;
}

/** Yields every text of a schema. Values with a closed list, times and numbers are no texts. */
function* textsIn(schema: z.core.$ZodType, at: string, name: string): Generator<TextField> {
  const says = z.globalRegistry.get(schema);
  if (says?.["format"] === "date-time" || says?.["type"] === "integer") return;
  // The closed union of all schemas that zod makes.
  const { def } = (schema as Node)._zod;
  switch (def.type) {
    case "string":
      yield { at, name, schema: schema as z.ZodType };
      return;
    case "object":
      for (const [key, field] of Object.entries(def.shape)) {
        yield* textsIn(field, `${at}/${key}`, key);
      }
      return;
    case "array":
      yield* textsIn(def.element, `${at}/*`, name);
      return;
    case "union":
      for (const option of def.options) yield* textsIn(option, at, name);
      return;
    case "optional":
    case "nullable":
      yield* textsIn(def.innerType, at, name);
      return;
    case "pipe":
      yield* textsIn(def.in, at, name);
      return;
    case "boolean":
    case "enum":
    case "number":
    case "unknown":
      return;
    default:
      throw new Error(`Say whether ${def.type} holds texts.`);
  }
}

/** Every text of the path, the query and the body of every route. */
const texts = operations.flatMap((route) => {
  const { operationId, request } = route;
  const parts: Readonly<Record<string, unknown>> = {
    ...request,
    headers: undefined,
    body: jsonBodyOf(route)?.schema,
  };
  return Object.entries(parts).flatMap(([part, schema]) =>
    // Each part of a request that is left is a schema.
    schema ? [...textsIn(schema as z.ZodType, `${operationId} ${part}`, part)] : [],
  );
});
/** The code of a scan: what a scanner sends is no name yet. The code of a unit is one. */
const scannedCode = "scanResolve body/code";
const names = texts.filter(({ at, name }) => !freeTexts.has(name) && at !== scannedCode);

/** Each name accepts one of these texts. */
const samples = [
  "a  b",
  "1.0",
  "1-2-3",
  "asbuilt.material.*",
  "https://erp.example/in",
  "x".repeat(43),
  "10.0.0.0/8",
  "480217",
  "apiKeyList",
  "0".repeat(64),
];

test("every text of a request is a name, or is listed as free text", () => {
  expect(names.length).toBeGreaterThan(200);
  const places = new Set(texts.map(({ name }) => name));
  // Some that no list names.
  for (const name of ["visualSerialNo", "orderNo", "batchNo", "deliveryNo", "SUID", "system"]) {
    expect(places).toContain(name);
  }
  expect([...freeTexts, ...beginnings].filter((name) => !places.has(name))).toEqual([]);
});

test.each(names.map((field) => [field.at, field] as const))(
  "%s drops the white space around it and refuses invisible characters",
  (_, { name, schema }) => {
    for (const [character, code] of [
      ["\u200B", "200B"],
      ["\u0000", "0000"],
      ["\n", "000A"],
      ["\u2029", "2029"],
    ]) {
      const { error } = schema.safeParse(`a${character}b`);
      expect(error?.issues[0]?.message).toBe(`Contains the invisible character U+${code}.`);
    }
    const sample = samples.find((text) => schema.safeParse(text).success);
    const after = beginnings.has(name) ? "" : " \u3000\t\r\n";
    expect(schema.parse(`\uFEFF\u00A0 ${sample}${after}`)).toEqual(schema.parse(sample));
  },
);

test("free text stays as it is", () => {
  for (const { at, name, schema } of texts) {
    if (!freeTexts.has(name) && at !== scannedCode) continue;
    expect(schema.parse(" a\u200B\tb \r\n"), at).toBe(" a\u200B\tb \r\n");
  }
});
