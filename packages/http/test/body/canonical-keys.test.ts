import { describe, expect, test } from "vitest";
import { z } from "zod";
import { compileKnownKeys, toCanonicalKeys } from "../../src/body/canonical-keys.ts";
import type { JsonValue } from "../../src/body/strict-json.ts";

const rename = (schema: z.ZodType, value: JsonValue) =>
  toCanonicalKeys(compileKnownKeys(schema), value);

/** Returns a body with canonical keys; its schema must know them all. */
function renamed(schema: z.ZodType, value: JsonValue): JsonValue {
  const { value: result, errors } = rename(schema, value);
  expect(errors).toEqual([]);
  return result;
}

const product = z.strictObject({ ProductType: z.string(), visualSerialNo: z.string() });

describe("a key matches regardless of case, spaces, _ and -", () => {
  test.for([
    "ProductType",
    "Product Type",
    "productType",
    "product_type",
    "PRODUCT-TYPE",
    "producttype",
    " _p r o d u c t-TYPE_ ",
  ])("%j is ProductType", (spelling) => {
    expect(renamed(product, { [spelling]: "General" })).toStrictEqual({ ProductType: "General" });
  });

  test("fields keep their order", () => {
    const value = renamed(product, { "visual serial no": "S-1", product_type: "General" });
    expect(JSON.stringify(value)).toBe('{"visualSerialNo":"S-1","ProductType":"General"}');
  });

  test("a repeated spelling is renamed as at first, and only a few spellings are kept", () => {
    const knownKeys = compileKnownKeys(product);
    for (const round of [1, 2]) {
      for (let spaces = 1; spaces < 40; spaces += 1) {
        const spelling = `visual serial${" ".repeat(spaces)}No`;
        const { value, errors } = toCanonicalKeys(knownKeys, { [spelling]: round });
        expect({ value, errors }).toEqual({ value: { visualSerialNo: round }, errors: [] });
      }
    }
    expect(knownKeys!.byOtherSpelling.size).toBe(16);
  });

  test("a value with canonical keys is returned itself, not copied", () => {
    const value = { ProductType: "General", visualSerialNo: "S-1" };
    expect(rename(product, value).value).toBe(value);
  });

  test("the given value is not changed", () => {
    const value = { product_type: "General" };
    rename(product, value);
    expect(value).toEqual({ product_type: "General" });
  });
});

describe("no key matches by accident", () => {
  const keys = z.strictObject({ key: z.string(), id: z.number(), straße: z.string() });
  test.for([
    ["the Kelvin sign for k", "\u212aey"],
    ["a dotless i for i", "\u0131d"],
    ["a dotted capital I for i", "\u0130d"],
    ["a full-width letter", "\uff49d"],
    ["SS for ß", "STRASSE"],
    ["a no-break space", "i\u00a0d"],
    ["a tab", "i\td"],
    ["a key of spaces, longer than any sane spelling", `i${" ".repeat(200)}d`],
    ["an inherited name", "constructor"],
  ])("%s", ([, key = ""]) => {
    expect(rename(keys, { [key]: 1 }).errors).toHaveLength(1);
  });

  test("a letter outside ASCII matches itself alone", () => {
    expect(renamed(keys, { STRAßE: "x" })).toEqual({ straße: "x" });
  });
});

describe("keys are renamed at every depth, inside every wrapper", () => {
  const inner = z.strictObject({ PropertyName: z.string() });
  test.for<[string, z.ZodType]>([
    ["an object", inner],
    ["optional", inner.optional()],
    ["exact optional", z.exactOptional(inner)],
    ["nullable", inner.nullable()],
    ["nullish", inner.nullish()],
    ["default", inner.default({ PropertyName: "x" })],
    ["prefault", inner.prefault({ PropertyName: "x" })],
    ["catch", inner.catch({ PropertyName: "x" })],
    ["readonly", inner.readonly()],
    ["nonoptional", z.nonoptional(inner.optional())],
    ["a transform behind it", inner.transform((value) => value.PropertyName)],
    ["a pipe behind it", inner.pipe(z.any())],
    ["a preprocess before it", z.preprocess((value) => value, inner)],
    [
      "a codec",
      z.codec(inner, z.string(), { decode: () => "", encode: () => ({ PropertyName: "" }) }),
    ],
    ["a refinement", inner.refine(() => true)],
    ["a description", inner.describe("a property")],
    ["lazy", z.lazy(() => inner)],
    ["a union with a scalar", z.union([z.string(), inner])],
    ["a union with unknown keys of another kind", z.union([z.array(z.string()), inner])],
    [
      "a discriminated union",
      z.discriminatedUnion("PropertyName", [
        z.strictObject({ PropertyName: z.literal("x") }),
        z.strictObject({ PropertyName: z.literal("y"), more: z.string() }),
      ]),
    ],
    ["an object that strips", z.object({ PropertyName: z.string() })],
    ["an object that keeps", z.looseObject({ PropertyName: z.string() })],
  ])("%s", ([, schema]) => {
    const body = z.strictObject({ Properties: z.array(z.strictObject({ One: schema })) });
    const value = { properties: [{ one: { "Property Name": "x" } }, { ONE: null }] };
    expect(renamed(body, value)).toEqual({
      Properties: [{ One: { PropertyName: "x" } }, { One: null }],
    });
  });

  test("a body may be an array", () => {
    expect(renamed(z.array(inner), [{ property_name: "x" }])).toEqual([{ PropertyName: "x" }]);
  });

  test("a union knows the keys of all its options, at every depth", () => {
    const create = z.strictObject({
      Name: z.string(),
      Slots: z.array(z.strictObject({ Qty: z.number() })),
    });
    const update = z.strictObject({
      ID: z.number(),
      Slots: z.array(z.strictObject({ SlotID: z.number() })),
    });
    const value = { id: 1, name: "x", slots: [{ qty: 1, "slot id": 2 }] };
    expect(renamed(z.union([create, update]), value)).toEqual({
      ID: 1,
      Name: "x",
      Slots: [{ Qty: 1, SlotID: 2 }],
    });
  });

  test("a schema may hold itself, by a getter or lazily", () => {
    const node = z.strictObject({
      ItemNo: z.string(),
      get builtFrom() {
        return z.array(node).optional();
      },
      madeOf: z.lazy((): z.ZodType => z.union([z.null(), node])).optional(),
    });
    const value = { item_no: "1", BuiltFrom: [{ item_no: "2", "Made Of": { itemno: "3" } }] };
    const expected = { ItemNo: "1", builtFrom: [{ ItemNo: "2", madeOf: { ItemNo: "3" } }] };
    expect(renamed(node, value)).toEqual(expected);
  });

  test("a lazy schema that is an option of itself is compiled", () => {
    const loop: z.ZodType = z.lazy(() => z.union([inner, loop]));
    expect(renamed(loop, { property_name: "x" })).toEqual({ PropertyName: "x" });
  });
});

describe("what a schema leaves open is left alone", () => {
  test.for<[string, z.ZodType]>([
    ["unknown", z.unknown()],
    ["any", z.any()],
    ["custom", z.custom()],
    ["any JSON", z.json()],
    ["a record", z.record(z.string(), z.string())],
    ["a record of unknown", z.record(z.string(), z.unknown())],
    ["a scalar", z.string()],
  ])("%s", ([, schema]) => {
    const body = z.strictObject({ CaseData: schema });
    const value = { "Heat No": "H-1", heat_no: "H-2", More: [{ "A b": 1, a_b: 2 }] };
    expect(renamed(body, { "case data": value })).toEqual({ CaseData: value });
  });

  test("a record keeps its own keys; the keys of an object in it are renamed", () => {
    const body = z.record(z.string(), product);
    expect(renamed(body, { "Any Key": { product_type: "x" } })).toEqual({
      "Any Key": { ProductType: "x" },
    });
  });

  test("an object that keeps unknown keys still knows its own", () => {
    const body = z.looseObject({ ProductType: z.string() });
    expect(renamed(body, { product_type: "x", "Other Key": 1 })).toEqual({
      ProductType: "x",
      "Other Key": 1,
    });
  });

  test("a value whose type does not match is left for the schema to refuse", () => {
    const body = z.strictObject({ Slots: z.array(product), Item: product });
    const value = { Slots: { product_type: "x" }, Item: [{ product_type: "x" }] };
    expect(renamed(body, value)).toEqual(value);
  });
});

describe("the pointer to a faulty key has the client's spelling", () => {
  const unknown = (key: string) => rename(product, { [key]: 1 }).errors[0]?.detail;

  test.for([
    ["ProductTyp", "ProductType"],
    ["prodcut type", "ProductType"],
    ["visualSerial", "visualSerialNo"],
    ["Visual Serial No.", "visualSerialNo"],
    ["type", "ProductType"],
    ["childVisualSerialNo", "visualSerialNo"],
  ] as const)("the nearest known key to %j is %s", ([key, nearest]) => {
    const found = unknown(key);
    expect(found).toBe(`Unknown field. Did you mean ${nearest}?`);
  });

  test.for([
    ["Currency", "DefaultCurrency"],
    ["DefaultCurrencyIDs", "DefaultCurrency"],
    ["Properties: Name", "Properties"],
    ["property_names", undefined],
  ] as const)(
    "the suggestion for %j is never an ignored key, nor a shorter part of it",
    ([key, nearest]) => {
      const body = z.strictObject({
        Name: z.string(),
        DefaultCurrencyID: z.unknown().optional().meta({ readOnly: true }),
        DefaultCurrency: z.string(),
        Properties: z.array(z.string()),
      });
      const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
      expect(rename(body, { [key]: 1 }).errors[0]?.detail).toBe(`Unknown field.${hint}`);
    },
  );

  test.for([
    ["materialItemID", "id"],
    ["item_id", "id"],
    ["id", "materialitemid"],
  ] as const)("the id of an item as %j is %s in a request that has another name for it", (one) => {
    const [key, meant] = one;
    const body = z.strictObject({ [meant]: z.int(), comment: z.string() });
    expect(rename(body, { [key]: 1 }).errors[0]?.detail).toBe(
      `Unknown field. Did you mean ${meant}?`,
    );
  });

  test("a key with two swapped letters gets a suggestion, however short it is", () => {
    const body = z.strictObject({ Name: z.string() });
    expect(rename(body, { Nmae: "x" }).errors[0]?.detail).toMatch(/mean Name\?/);
  });

  test.for(["colour", "x", "", "__", "typ", "p".repeat(100_000)])(
    "no known key is near %.20j",
    (key) => {
      expect(unknown(key)).toBe("Unknown field.");
    },
  );

  test.for([
    ["orderNote", "orderNo"],
    ["orderNo", "orderNote"],
  ])("of the two near keys %s and %s the nearer is named", (names) => {
    const body = z.strictObject(Object.fromEntries(names.map((name) => [name, z.string()])));
    expect(rename(body, { orderNos: "x" }).errors[0]?.detail).toMatch(/mean orderNo\?/);
  });

  test("all errors are returned together, with escaped pointers", () => {
    const body = z.strictObject({ Properties: z.array(product), ID: z.number() });
    const value = {
      "a/b~c": 1,
      properties: [{ ProductType: "x" }, { colour: 1 }],
      id: 1,
      "I D": 2,
    };
    expect(rename(body, value).errors).toEqual([
      { pointer: "/a~1b~0c", detail: "Unknown field." },
      { pointer: "/properties/1/colour", detail: "Unknown field." },
      { pointer: "/I D", detail: "This gives ID a second time." },
    ]);
  });

  test.for<[string, string]>([
    ["ProductType", "product_type"],
    ["product_type", "ProductType"],
    ["product_type", "Product Type"],
  ])("%j and %j in one object are the same key twice", ([first, second]) => {
    expect(rename(product, { [first]: 1, [second]: 1 }).errors).toEqual([
      { pointer: `/${second}`, detail: "This gives ProductType a second time." },
    ]);
  });

  test("an object without fields knows no key", () => {
    expect(rename(z.strictObject({}), { a: 1 }).errors).toHaveLength(1);
  });

  test("a body of unknown keys is refused with the first hundred of them", () => {
    const keys = Array.from({ length: 50_000 }, (_, index) => [`unknown field ${index}`, 0]);
    expect(rename(product, Object.fromEntries(keys)).errors).toHaveLength(100);
  });

  test("nothing is read after the hundredth error", () => {
    const unread = Object.defineProperty({}, "unread", {
      enumerable: true,
      get: () => expect.fail("This was read."),
    }) as JsonValue;
    const wrong = Array.from({ length: 100 }, (): JsonValue => ({ unknown: 0 }));
    const lists = z.strictObject({ lists: z.array(z.array(product)) });
    const { errors, value } = rename(lists, { lists: [[...wrong, unread, unread], [unread]] });
    expect(errors).toHaveLength(100);
    expect(value).toMatchObject({ lists: [{ length: 100 }] });
  });
});

describe("a schema with ambiguous keys is a defect, found when it is compiled", () => {
  test.for<[string, z.ZodType]>([
    [
      "two keys of one object have one canonical spelling",
      z.strictObject({ orderNo: z.any(), order_no: z.any() }),
    ],
    [
      "two options of a union spell one key differently",
      z.union([
        z.strictObject({ productType: z.string() }),
        z.strictObject({ ProductType: z.string() }),
      ]),
    ],
    [
      "it happens deep inside",
      z.array(
        z.strictObject({
          a: z.strictObject({ x: z.any(), X: z.any() }).optional(),
        }),
      ),
    ],
    ["a kind that bodies don't use", z.map(z.string(), z.string())],
    ["an intersection", z.intersection(product, product)],
  ])("%s", ([, schema]) => {
    expect(() => compileKnownKeys(schema)).toThrow(/same canonical spelling|can't be compiled/);
  });
});
