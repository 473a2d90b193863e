import { describe, expect, test } from "vitest";
import { type Answer, openPlant } from "#plant";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { ID: _ID, revNo: _revNo, ...template } = await plant.product();

/** A kind of record that is found by a text of people's choice: how to make and to find one. */
interface Named {
  readonly make: (name: string) => Promise<Answer>;
  /** Returns the names of the records that a filter finds. */
  readonly find: (name: string) => Promise<string[]>;
}

const productsByName: Named = {
  make: (Name) => plant.put("/api/Product/Upsert", { ...template, Name }),
  find: (Name) => listed("Product", "Name", { Name }),
};
const itemsBySerial: Named = {
  make: (visualSerialNo) =>
    plant.post("/api/MaterialItem/Receive", { productName: template.Name, visualSerialNo, qty: 1 }),
  find: (visualSerialNo) => listed("MaterialItem", "visualSerialNo", { visualSerialNo }),
};

async function listed(resource: string, field: string, filter: object): Promise<string[]> {
  const { status, body } = await plant.post(`/api/${resource}/List`, filter);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.map((record: Record<string, string>) => record[field]);
}

/** Reads the tables and the built-in objects, which no input may touch. */
const surroundings = async () => ({
  schema: await plant.sql("select name, sql from sqlite_schema order by name"),
  object: Object.getOwnPropertyNames(Object.prototype),
  array: Object.getOwnPropertyNames(Array.prototype),
});

const named = [
  ["a product's name", productsByName],
  ["a serial number", itemsBySerial],
] as const;

describe("prototype pollution", () => {
  const polluted = { isActive: true, polluted: "yes" };
  const slot = '"bomSlotID":1,"candidates"';

  test.each([
    ["__proto__", "malformed_body"],
    ["constructor", "validation_failed"],
    ["prototype", "validation_failed"],
  ])(
    "a body with the key %s is refused, at any depth, and reaches no object",
    async (key, code) => {
      const before = await surroundings();
      const hostile = `"${key}":${JSON.stringify(polluted)}`;
      for (const [path, body, pointer] of [
        ["Product/Upsert", `{"Name":"P",${hostile}}`, `/${key}`],
        ["Product/Upsert", `{${hostile}}`, `/${key}`],
        ["BomSlot/UpsertCandidates", `{${slot}:[{"id":1,${hostile}}]}`, `/candidates/0/${key}`],
        [
          "BomSlot/UpsertProperties",
          `{"bomSlotID":1,"properties":[{"property":"x",${hostile}}]}`,
          `/properties/0/${key}`,
        ],
      ] as const) {
        const told = await expectRefused(plant, () => plant.put(`/api/${path}`, body), [400, code]);
        expect(told.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
      }
      expect(await surroundings()).toEqual(before);
      expect({}).not.toHaveProperty("polluted");
    },
  );

  test("names that mean something to JavaScript are ordinary names of properties", async () => {
    const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
    const bom = await plant.bom({ parentProductName: template.Name });
    const slotOfBom = { ParentProductName: template.Name, bom: bom.name };
    const { id: bomSlotID } = await plant.slot({ ...slotOfBom, candidates: [] });
    for (const name of names) await plant.done("put", "/api/PropertyDefinition/Upsert", { name });
    const properties = names.map((property) => ({ property, value: `${property} of the slot` }));
    const set = await plant.done("put", "/api/BomSlot/UpsertProperties", { bomSlotID, properties });
    expect(set).toMatchObject(properties);
    const { body } = await plant.post("/api/BomSlot/ListProperties", { bomSlotID });
    expect(body).toEqual(set);
    const cleared = { BomSlotId: bomSlotID, property: "__proto__" };
    await plant.done("delete", "/api/BomSlot/ClearProperty", cleared);
    expect((await plant.post("/api/BomSlot/ListProperties", { bomSlotID })).body).toEqual(
      set.slice(1),
    );
  });

  test.each(named)("they can be %s", async (_what, { make, find }) => {
    for (const name of ["__proto__", "constructor", "prototype", "valueOf"]) {
      expect(await find(name)).toEqual([]);
      expect((await make(name)).status).toBe(200);
      expect(await find(name)).toEqual([name]);
    }
  });
});

describe.each(named)("%s", (_what, { make, find }) => {
  const stored = async (name: string) => {
    const { status, body } = await make(name);
    expect(status, JSON.stringify(body)).toBe(200);
  };

  test.each([
    "x'; drop table material_item; --",
    "x' or '1'='1",
    'x" or ""="',
    "x') union select key_hash from api_key --",
    "?1 :name @name $name ?",
    "x\\'; delete from product where ''='",
    "/* x */ -- x",
    "`id` [id] {id}",
    "char(0)||x",
    '{"$ne":null}',
  ])("with SQL's metacharacters is text, and finds only itself: %s", async (name) => {
    const before = await surroundings();
    expect(await find(name)).toEqual([]);
    await stored(name);
    expect(await find(name)).toEqual([name]);
    expect(await surroundings()).toEqual(before);
  });

  test.each([
    ["%", "LIKE-1"],
    ["LIKE%", "LIKE-2"],
    ["LIKE_3", "LIKE-3"],
    ["LIKE\\4", "LIKE4"],
    ["LIKE\\%5", "LIKE%5"],
    ["[L]IKE*6", "LIKE*6"],
  ])("with LIKE's metacharacters finds only itself: %s, and not %s", async (pattern, other) => {
    await stored(other);
    expect(await find(pattern)).toEqual([]);
    await stored(pattern);
    expect([await find(pattern), await find(other)]).toEqual([[pattern], [other]]);
  });

  test.each([
    ["Cyrillic а", "аlpha", "alpha"],
    ["Greek Ο", "ΟPERA", "OPERA"],
    ["fullwidth letters", "ＷＩＤＥ", "WIDE"],
    ["a digit in a circle", "RING①", "RING1"],
    ["a no-break space", "NO\u00a0BREAK", "NO BREAK"],
    ["a hyphen that does not break", "HY\u2011PHEN", "HY-PHEN"],
    ["an accent", "cafe\u0301", "cafe"],
  ])("that only looks like another one is different: %s", async (_trap, name, lookalike) => {
    await stored(name);
    expect(await find(lookalike)).toEqual([]);
    await stored(lookalike);
    expect([await find(name), await find(lookalike)]).toEqual([[name], [lookalike]]);
  });

  test.each([
    ["a zero-width space", "ZERO\u200b", "U+200B"],
    ["a soft hyphen", "SOFT\u00adHYPHEN", "U+00AD"],
    ["a bidirectional override", "\u202eABC", "U+202E"],
  ])("that hides a character is refused: %s", async (_trap, name, codePoint) => {
    const { errors } = await expectRefused(plant, () => make(name), [400, "validation_failed"]);
    expect(errors).toMatchObject([{ detail: `Contains the invisible character ${codePoint}.` }]);
  });

  test.each([
    ["a space at its end", "SPACE "],
    ["a line's end", "SPACE\r\n"],
    ["a tab and a no-break space", "\tSPACE\u00a0"],
  ])("with white space around it is the same: %s", async (_trap, name) => {
    if ((await find("SPACE")).length === 0) await stored(name);
    expect([await find(name), await find("SPACE")]).toEqual([["SPACE"], ["SPACE"]]);
    await expectRefused(plant, () => make(name), [409, "duplicate"]);
  });

  test.each([
    ["a composed accent", "Gerät-É", "Gera\u0308t-E\u0301"],
    ["marks in another order", "q\u0307\u0323", "q\u0323\u0307"],
    ["an ångström sign", "\u212bNGSTROM", "\u00e5ngstrom"],
    ["an ohm sign", "10 \u2126", "10 ω"],
    ["a Kelvin sign", "300 \u212a", "300 k"],
    ["a sharp s", "Straße", "STRASSE"],
    ["a capital sharp s", "GROẞ", "gross"],
    ["a final sigma", "ΌΣΟΣ", "όσος"],
    ["a sigma that is not final", "λόγος", "ΛΌΓΟσ"],
    ["a long s", "Meſſer", "MESSER"],
    ["a ligature", "ﬁlter", "FILTER"],
    ["a dotted capital I", "\u0130ZMIR", "i\u0307zmir"],
    ["a letter of two code units", "𐐀", "𐐨"],
    ["a digraph", "ǅ", "ǆ"],
  ])("in another case or form is the same: %s", async (_trap, name, same) => {
    await stored(name);
    expect(await find(same)).toEqual([name]);
    await expectRefused(plant, () => make(same), [409, "duplicate"]);
  });

  test.each([
    ["a dotless i and an i", "kılıç", "kiliç"],
    ["a dotless i and a capital I", "ISPARTAı", "ISPARTAI"],
    ["a dotted capital I and an i", "D\u0130K", "dik"],
    ["a sharp s and one s", "Maß", "Mas"],
    ["an o with a stroke and an o", "Ørsted", "orsted"],
  ])("is folded by no language's own rules: %s are two", async (_trap, name, other) => {
    await stored(name);
    expect(await find(other)).toEqual([]);
    await stored(other);
    expect([await find(name), await find(other)]).toEqual([[name], [other]]);
  });
});

describe("a path has one spelling, so that a proxy's rules for a path hold", () => {
  test.each([
    "/api/%50roduct/List",
    "/api/Product%2FList",
    "/api/Product/List%2f",
    "/%61pi/Product/List",
    "/api/Product/Lis%74",
    "/api/Product/List%00",
    "/api/Product/List%20",
    "/api//Product/List",
    "//api/Product/List",
    "/api/Product/List/",
    "/api/product/list",
    "/api/Product/List;a=b",
    "/api/Bom%20%53lot/ClearProperty",
  ])("%s is not found", async (path) => {
    for (const method of ["post", "put", "delete"] as const) {
      const { status, body } = await plant[method](path, {});
      expect({ status, code: body.code }).toEqual({ status: 404, code: "no_such_path" });
    }
  });

  test.each([
    "/api/MaterialItem/%47et/1",
    "//api/MaterialItem/Get/1",
    "/problems/not%5Ffound",
    "//healthz",
    "/health%7a",
  ])("%s is not found", async (path) => {
    const { status, body } = await plant.get(path);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "no_such_path" });
  });
});

describe("a refusal is not much larger than the request", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);
  const long = "a".repeat(4000);
  const list = "/api/Product/List";

  test("of a request with many errors it lists the first hundred, and repeats three", async () => {
    const lines = Array.from({ length: 1000 }, () => ({}));
    for (const [answer, third] of [
      [await plant.put("/api/Build/BuildMany", { lines }), "/lines/0/builtQty: Required."],
      [
        await plant.get(`/api/Event/Stream?${names(1000).join("&")}`),
        "a2 in the query: Unknown parameter.",
      ],
      [
        await plant.get(`/api/Event/Stream?${[...names(1000), ...names(1000)].join("&")}`),
        "in the query: Given twice.",
      ],
    ] as const) {
      const { status, body } = answer;
      expect({ status, code: body.code }).toEqual({ status: 400, code: "validation_failed" });
      expect(body.errors).toHaveLength(100);
      expect(body.detail).toContain(third);
      expect(body.detail).toMatch(/\. And 97 more in errors\.$/);
      expect(body.detail.length).toBeLessThan(200);
    }
  });

  test("it repeats up to three errors", async () => {
    const { body } = await plant.get("/api/Event/Stream?a&b&c");
    expect(body.detail).toBe(
      ["a", "b", "c"].map((name) => `${name} in the query: Unknown parameter.`).join(" "),
    );
  });

  test.each([
    ["a path", () => plant.get(`/${long}`)],
    ["a path that takes another method", () => plant.post(`/api/MaterialItem/Get/${long}`, {})],
    ["a parameter", () => plant.get(`/api/Event/Stream?${long}`)],
    ["a parameter given twice", () => plant.get(`/api/Event/Stream?${long}&${long}`)],
    ["a media type", () => plant.post(list, {}, { headers: { "Content-Type": long } })],
    ["a coding", () => plant.post(list, {}, { headers: { "Content-Encoding": long } })],
  ])("it shortens %s that is long", async (_what, ask) => {
    const { body } = await ask();
    expect(body.detail).toContain("aaa…");
    expect(JSON.stringify(body).length).toBeLessThan(800);
  });
});
