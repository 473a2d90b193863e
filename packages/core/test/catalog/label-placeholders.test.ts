import { describe, expect, test } from "vitest";
import {
  identifyingPlaceholder,
  labelPlaceholders,
  requireKnownPlaceholders,
} from "../../src/catalog/label-placeholders.ts";
import type { LabelKind } from "../../src/database/schema/index.ts";
import { refusalDetails } from "../refused.ts";

type Texts = Parameters<typeof requireKnownPlaceholders>[0];

/** The names of the kinds. */
// Object.keys returns plain strings.
const kinds = Object.keys(labelPlaceholders) as LabelKind[];

const label = (changes: Partial<Texts> = {}): Texts => ({
  kind: "location",
  code: "{suid}",
  lines: [],
  zpl: null,
  ...changes,
});
const line = (text: string) => ({ text, sizeMm: 3, isBold: false });
const known = "It has {suid}, {name}, {description}.";

test.for(kinds)("a label of the kind %s can have each placeholder of it, in every text", (kind) => {
  const text = Object.keys(labelPlaceholders[kind])
    .map((name) => `{${name}}`)
    .join(" ");
  const texts = label({ kind, code: text, lines: [line(text)], zpl: text });
  expect(() => requireKnownPlaceholders(texts)).not.toThrow();
});

test.for([
  ["item", "{visualSerialNo}"],
  ["location", "{suid}"],
  ["user", "{suid}"],
  ["worksOrder", "{orderNo}"],
  ["command", "{command}"],
] as const)("the symbol of a new label of the kind %s holds %s", ([kind, text]) => {
  expect(identifyingPlaceholder(kind)).toBe(text);
});

test("texts without placeholders are fine", () => {
  const texts = label({ code: "", lines: [line("(a) [b] <c>")], zpl: "^XA^FDx^FS^XZ" });
  expect(() => requireKnownPlaceholders(texts)).not.toThrow();
});

describe("a placeholder that the kind does not have is refused", () => {
  test.for<[what: string, changes: Partial<Texts>, pointer: string, unknown: string]>([
    ["in the symbol", { code: "{batchNo}" }, "/code", "{batchNo}"],
    ["in a line", { lines: [line("{name}"), line("{x}")] }, "/lines/1/text", "{x}"],
    ["in the ZPL", { zpl: "^FD{orderNo}^FS" }, "/zpl", "{orderNo}"],
    ["in another case", { code: "{SUID}" }, "/code", "{SUID}"],
    ["with a space", { code: "{ suid}" }, "/code", "{ suid}"],
    ["without a name", { code: "{}" }, "/code", "{}"],
    ["twice", { code: "{x}{suid}{x}" }, "/code", "{x}"],
    ["besides another", { code: "{x}{y}" }, "/code", "{x}, {y}"],
    ["that does not end", { code: "{suid {name}" }, "/code", "{suid "],
    ["that does not begin", { code: "suid}" }, "/code", "}"],
    ["of any length", { code: `{${"x".repeat(400)}}` }, "/code", `{${"x".repeat(49)}`],
  ])("%s", ([, changes, pointer, unknown]) => {
    const detail = `A label of the kind location has no ${unknown}. ${known}`;
    expect(refusalDetails(() => requireKnownPlaceholders(label(changes)))).toEqual({
      code: "unknown_placeholder",
      message: detail,
      errors: [{ pointer, detail }],
    });
  });

  test("at each of its places", () => {
    const texts = label({ code: "{x}", lines: [line("{x}")], zpl: "{x}" });
    expect(refusalDetails(() => requireKnownPlaceholders(texts))).toMatchObject({
      errors: [{ pointer: "/code" }, { pointer: "/lines/0/text" }, { pointer: "/zpl" }],
    });
  });
});
