import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const sources = join(import.meta.dirname, "../../apps/console/src");

const paths = readdirSync(sources, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(sources, join(entry.parentPath, entry.name)));

const read = (path: string) => readFileSync(join(sources, path), "utf8");

// A network of the browser's own, or a path of the API as text.
const asking = /\bfetch\(|\/api\/|XMLHttpRequest|\bEventSource\b|\bWebSocket\b|sendBeacon/;

const screens = paths.filter((path) => /\.tsx?$/.test(path) && !path.startsWith("client/"));

test.each(screens)("the console's %s asks the service through client/ only", (path) => {
  expect(read(path)).not.toMatch(asking);
});

describe("the console's catalogues", () => {
  const catalogues = paths.filter((path) => path.endsWith(".po"));

  test("are there", () => {
    expect(catalogues.toSorted()).toEqual(["app/messages/de.po", "app/messages/en.po"]);
  });

  test.each(catalogues)("%s has every text", (path) => {
    const [, ...entries] = read(path).trim().split("\n\n");
    const missing = entries.filter((entry) => /^msgstr ""$(?!\n")/m.test(entry));
    expect(missing).toEqual([]);
  });
});
