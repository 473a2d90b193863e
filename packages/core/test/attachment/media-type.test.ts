import { describe, expect, test } from "vitest";
import { checkOfContent } from "../../src/attachment/media-type.rules.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

/** Checks a content that comes in pieces of a size. */
function faultOf(name: string, content: Uint8Array, size: number): string | undefined {
  const check = checkOfContent(name)!;
  let fault: string | undefined;
  for (let at = 0; at < content.length; at += size) {
    fault ??= check.next(content.subarray(at, at + size));
  }
  return fault ?? check.end();
}

const png = bytesOf("\x89PNG\r\n\x1a\n and more");
const webp = bytesOf("RIFF\x00\xff\x01\x02WEBPVP8 ");

describe.each([1, 3, 1000])("in pieces of %i bytes", (size) => {
  test.each([
    ["a.png", png],
    ["a.jpg", bytesOf("\xff\xd8\xff\xe0")],
    ["a.webp", webp],
    ["a.pdf", bytesOf("%PDF-1.4")],
    ["a.step", bytesOf("ISO-10303-21;\nHEADER;")],
    ["a.txt", bytesOf("\t a\f\r\n")],
    ["a.txt", bytesOf("x")],
    ["a.csv", bytesOf("gr\xf6\xdfe;1\n")],
    ["a.json", bytesOf('\n [{"a":"\xc3\xb6"}] ')],
  ])("the content of %s is of its type", (name, content) => {
    expect(faultOf(name, content, size)).toBeUndefined();
  });

  test.each([
    ["a.png", bytesOf("\x89PNG\r\n\x1a"), "it begins otherwise"],
    ["a.png", webp, "it begins as image/webp"],
    ["a.webp", bytesOf("RIFF\x00\xff\x01\x02WAVEfmt "), "it begins otherwise"],
    ["a.txt", png, "is not text/plain"],
    ["a.txt", bytesOf("%PDF-1.4"), "it begins as application/pdf"],
    ["a.csv", bytesOf("a\x00"), "control characters"],
    ["a.csv", bytesOf("a\x1b"), "control characters"],
    ["a.json", bytesOf('"text"'), "no JSON object or array"],
    ["a.json", bytesOf("[\xff]"), "no JSON object or array"],
    ["a.json", bytesOf('{"a":1'), "no whole JSON"],
    ["a.json", bytesOf("[1}"), "no whole JSON"],
    ["a.json", bytesOf("  "), "no whole JSON"],
    ["a.json", bytesOf("[\xc3"), "no whole JSON"],
  ])("the content of %s is not: %s", (name, content, why) => {
    expect(faultOf(name, content, size)).toContain(why);
  });
});

test.each(["a", "png", ".", "a.", "a.html", "a.svg", "a.png.exe", "a.png "])(
  "%s is the name of no type",
  (name) => {
    expect(checkOfContent(name)).toBeUndefined();
  },
);

test.each(["A.JPEG", "a.b.jpeg", ".jpeg"])("%s is the name of a picture", (name) => {
  expect(checkOfContent(name)?.mediaType).toBe("image/jpeg");
});
