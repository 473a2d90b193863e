import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "@asbuilt/contract";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

test.each(["package.json", ...globSync("{apps,packages}/*/package.json", { cwd: root })])(
  "%s has the version of the interface",
  (path) => {
    expect(read(path)).toMatchObject({ version });
  },
);

test("the document has it too", () => {
  expect(read("packages/contract/openapi.json")).toMatchObject({ info: { version } });
});
