import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { helpOf } from "../src/app/help.ts";
import { withoutHelp } from "../src/app/help-button.tsx";
import { placeGroups } from "../src/app/places.ts";

const places = placeGroups.flatMap((group) => group.places.map(({ path }) => path));

test.for(places)("the place %s has help", (path) => {
  expect(helpOf(path)).toBeDefined();
});

const source = join(import.meta.dirname, "../src");
const routes = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".route.ts"))
  .flatMap((name) =>
    Array.from(
      readFileSync(join(source, name), "utf8").matchAll(/path: "(.+)"/g),
      ([, path]) => path!,
    ),
  );

test("every route has help, except the page of the design", () => {
  expect(routes.length).toBeGreaterThan(places.length);
  expect(routes.filter((path) => helpOf(path) === undefined)).toEqual(["/design"]);
  expect(withoutHelp).toContain("/design");
});
