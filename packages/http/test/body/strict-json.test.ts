import { describe, expect, test } from "vitest";
import { readStrictJson, UnreadableBody } from "../../src/body/strict-json.ts";

const utf8 = new TextEncoder();
const read = (text: string) => readStrictJson(utf8.encode(text));

/** Returns the refusal of a body; fails the test if it was read. */
function refusal(body: string | Uint8Array): { pointer: string; detail: string } {
  try {
    readStrictJson(typeof body === "string" ? utf8.encode(body) : body);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return { pointer: error.pointer, detail: error.detail };
  }
  throw new Error(`Was read: ${String(body).slice(0, 100)}`);
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

const keyed = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",")}}`;

test("an object has at most 1,000 keys, at any depth, and the body is read no further", () => {
  expect(Object.keys(read(keyed(1000)) as object)).toHaveLength(1000);
  const detail = "An object has more than 1000 keys.";
  expect(refusal(keyed(1001))).toEqual({ pointer: "", detail });
  expect(refusal(`{"a":[${keyed(1000)},${keyed(90_000)},not JSON`)).toEqual({
    pointer: "/a/1",
    detail,
  });
});

describe("valid JSON is read as JSON.parse reads it", () => {
  test.for([
    "null",
    "true",
    "false",
    "0",
    '""',
    "{}",
    "[]",
    " \t\r\n[ 1 , 2 ]\n",
    '{"a":{"b":[{"c":null},[],{}]},"d":"e"}',
    '"a\\"b\\\\c\\/d\\b\\f\\n\\r\\t\\u00e9"',
    '"\\ud83d\\ude00 and 😀"',
    '{"constructor":1,"prototype":2,"toString":3,"hasOwnProperty":4}',
    '{"0":"b","":"empty","\\u0041":"escaped"}',
    '{"a":1,"A":2}',
    "[0.1, -12.5, 1e3, 1.5E-3, 2e+2]",
    "9007199254740991",
    "-9007199254740991",
    "123456789.123456",
    "0.30000000000000004",
    "0.1000000000000000000000",
    "100000000000000.0",
    "5e-324",
    "0e999999999",
    nested(32),
  ])("%s", (text) => {
    expect(read(text)).toStrictEqual(JSON.parse(text));
  });

  test("a byte order mark that is not at the start of the body is text", () => {
    expect(read('"\ufeff"')).toBe("\ufeff");
  });

  test.for(["-0", "-0.0", "-0e5"])("%s becomes 0", (text) => {
    expect(Object.is(read(text), 0)).toBe(true);
  });

  test("a body in the middle of a buffer is read without the rest", () => {
    expect(readStrictJson(utf8.encode("xx[1]xx").subarray(2, 5))).toEqual([1]);
  });
});

describe("invalid JSON is refused, with its line and column", () => {
  test.for([
    ["", "The body is empty."],
    [" ", "The body ends too early: expected a value at line 1, column 2."],
    ["{", "The body ends too early: expected a key in double quotes at line 1, column 2."],
    ["[1,\n 2 3]", 'The body is not JSON: expected "," or "]" at line 2, column 4.'],
    ['{"a" 1}', 'The body is not JSON: expected ":" at line 1, column 6.'],
    ["1 2", "The body is not JSON: expected the end of the body at line 1, column 3."],
  ] as const)("%j: %s", ([text, detail]) => {
    expect(refusal(text)).toEqual({ pointer: "", detail });
  });

  test.for([
    "[1,]",
    "[,1]",
    '{"a":1,}',
    "{a:1}",
    "{'a':1}",
    '{"a":1 "b":2}',
    '{"a":1]',
    "[1}",
    "[1",
    '{"a"',
    "01",
    "-",
    "-01",
    "+1",
    ".5",
    "1.",
    "1e",
    "1.e5",
    "0x10",
    "NaN",
    "Infinity",
    "-Infinity",
    "undefined",
    "nul",
    "TRUE",
    "truefalse",
    '"a',
    '"a\\',
    '"a\\"',
    '"a\nb"',
    '"a\tb"',
    '"\\x41"',
    '"\\u12"',
    "// note\n1",
    "1 /* note */",
    "\u00a01",
    "]",
  ])("%j", (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(refusal(text).detail).toMatch(/: expected .+ at line \d+, column \d+\.$/);
  });
});

describe("faults that JSON.parse accepts are refused, with a pointer to them", () => {
  test.for([
    ["a byte order mark", '\ufeff{"a":1}', "", /byte order mark/],
    ["a key given twice", '{"a":1,"b":{"c":1,"c":1}}', "/b/c", /twice/],
    ["a key given twice, once escaped", '{"ab":1,"a\\u0062":2}', "/ab", /twice/],
    ["an inherited name given twice", '{"toString":1,"toString":2}', "/toString", /twice/],
    ["__proto__ as a key", '{"a":[{"__proto__":{"x":1}}]}', "/a/0/__proto__", /__proto__/],
    ["__proto__ as an escaped key", '{"\\u005f_proto__":{"x":1}}', "/__proto__", /__proto__/],
    ["an escaped NUL", '{"a":"x\\u0000"}', "/a", /NUL/],
    ["a raw NUL", '{"a":"x\0"}', "/a", /NUL/],
    ["an escaped NUL in a key", '{"a":{"b\\u0000":1}}', "/a", /NUL/],
    ["a raw NUL in a key", '{"a":{"b\0":1}}', "/a", /NUL/],
    ["a high surrogate alone", '["","\\ud83d"]', "/1", /surrogate/],
    ["a low surrogate alone", '["\\ude00"]', "/0", /surrogate/],
    ["surrogates in the wrong order", '["\\ude00\\ud83d"]', "/0", /surrogate/],
    ["a lone surrogate in a key", '{"\\ud800":1}', "", /surrogate/],
    ["an integer above 2^53 - 1", '{"id":9007199254740992}', "/id", /2\^53/],
    ["an integer below -(2^53 - 1)", '{"id":-9007199254740992}', "/id", /2\^53/],
    ["an integer that would round to a safe one", "9007199254740993", "", /2\^53/],
    ["a large integer with an exponent", "1e16", "", /2\^53/],
    ["a large integer with a point", "9007199254740993.0", "", /2\^53/],
    ["a number that overflows", '{"qty":1e400}', "/qty", /too large/],
    ["a negative number that overflows", "[-1e400]", "/0", /too large/],
    ["a decimal of 17 digits", '{"qty":0.12345678901234567}', "/qty", /digits/],
    ["a decimal that would round to an integer", "4503599627370497.75", "", /digits/],
    ["a decimal that would become 0", "1e-400", "", /digits/],
    ["a decimal that would become another", "4e-324", "", /digits/],
    ["33 levels", nested(33), "/0".repeat(32), /deeper than 32/],
    ["a key with / and ~", '{"a/b~c":[1e400]}', "/a~1b~0c/0", /too large/],
  ] as const)("%s", ([, body, pointer, detail]) => {
    const found = refusal(body);
    expect(found.detail).toMatch(detail);
    expect(found.pointer).toBe(pointer);
  });

  test.for([
    ["a stray continuation byte", [0x22, 0x80, 0x22]],
    ["a sequence that breaks off", [0x22, 0xe2, 0x82, 0x22]],
    ["an overlong NUL", [0x22, 0xc0, 0x80, 0x22]],
    ["a surrogate as UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["a byte that UTF-8 never has", [0x22, 0xff, 0x22]],
  ] as const)("bad UTF-8: %s", ([, bytes]) => {
    const detail = "The body is not valid UTF-8.";
    expect(refusal(Uint8Array.from(bytes))).toEqual({ pointer: "", detail });
  });

  test("a body with bad UTF-8 does not affect the next one", () => {
    refusal(Uint8Array.of(0x22, 0xe2, 0x82));
    expect(read('"ok"')).toBe("ok");
  });

  test("no body reaches Object.prototype", () => {
    const body = read('{"constructor":{"prototype":{"polluted":true}}}');
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });
});

// A time that grows with the square of the size exceeds the time limit of a test.
describe("the time for a hostile body of a megabyte grows only linearly with its size", () => {
  const length = 1_000_000;

  test.for([
    ["a string of escapes", `"${"\\n".repeat(length / 2)}"`],
    ["many keys", `[${Array.from({ length: 90 }, () => keyed(1000)).join()}]`],
    ["many spaces", `[${" ".repeat(length)}]`],
  ] as const)("%s is read", ([, body]) => {
    expect(read(body)).toBeDefined();
  });

  test.for([
    ["many keys of one object", keyed(90_000)],
    ["nesting", "[".repeat(length)],
    ["a long number", "9".repeat(length)],
    ["a decimal with zeros inside", `0.1${"0".repeat(length)}1`],
    ["a fault far down", `[${"\n".repeat(length)}`],
    ["a fault under a long key", `{"${"k".repeat(length)}":1e400}`],
  ] as const)("%s is refused, briefly", ([, body]) => {
    const { pointer, detail } = refusal(body);
    expect(pointer.length + detail.length).toBeLessThan(300);
  });
});
