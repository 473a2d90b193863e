import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "@asbuilt/contract";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const versionIn = (path: string, of: (read: never) => unknown) =>
  of(JSON.parse(readFileSync(join(root, path), "utf8")) as never);

test.each(["package.json", ...globSync("{apps,packages}/*/package.json", { cwd: root })])(
  "%s has the version of the interface",
  (path) => {
    expect(versionIn(path, (read: { version: string }) => read.version)).toBe(version);
  },
);

test("the document has it too", () => {
  const path = "packages/contract/openapi.json";
  expect(versionIn(path, (read: { info: { version: string } }) => read.info.version)).toBe(version);
});
