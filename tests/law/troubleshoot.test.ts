import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const page = read("docs/how-to/troubleshoot.md");
const sourceFiles = execFileSync("git", ["ls-files", "apps/node/src", "packages/core/src"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n");
// A message can be divided between two lines of a source.
const sources = sourceFiles.map((path) => read(path).replaceAll(/["`] \+\s*["`]/g, "")).join("\n");

/** The lines that SQLite and Node make. */
const foreign = new Set([
  "database is locked",
  "attempt to write a readonly database",
  "Unable to open connection to local database …: 14",
  "database or disk is full",
  "file is not a database",
  "fetch failed",
  "ECONNREFUSED",
]);

const lines = Array.from(page.matchAll(/^\| (`[^|]*`) \|/gm), ([, cell]) =>
  Array.from(cell!.matchAll(/`([^`]+)`/g), ([, line]) => line!),
).flat();

test.each(lines.filter((line) => !foreign.has(line)))("a start can print: %s", (line) => {
  const parts = line.split("…").map((part) => part.trim());
  expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});

test("each warning of a start has its remedy on the page", () => {
  const warnings = Array.from(
    read("apps/node/src/service/start-warnings.ts").matchAll(/warnings\.push\(\s*["`]([^"`]+)/g),
    ([, text]) => text!.split("${")[0]!.split(".")[0]!.trim(),
  );
  expect(warnings.length).toBeGreaterThan(4);
  expect(warnings.filter((text) => !page.includes(text))).toEqual([]);
});
