import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { operations } from "@asbuilt/contract";
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

/** The operations that no screen offers, with the reason. */
const apiOnly: Readonly<Record<string, string>> = {
  auditTakeOver: "The last resort after a loss, by whoever runs the service.",
  bomSlotListCandidates: "A slot has its candidates with it.",
  bomSlotListProperties: "A slot has its properties with it.",
  bomSlotUpsertCandidates: "A slot is saved with its candidates.",
  bomSlotUpsertProperties: "A slot is saved with its properties.",
  buildBuildMany: "For systems: a person builds one item after another.",
  buildRemoveMany: "For systems: a person removes one item after another.",
  externalRefGet: "For systems that look up their own references.",
  materialItemGetByFilter: "The search of items does more.",
  materialItemItemAdjustMany: "For imports and systems: a screen counts items one by one.",
  sessionList: "For administrators, who revoke keys at the console.",
  statusGet: "For monitors: the screens of seals and webhooks show the same.",
};

test("every operation of the contract is offered by a screen, or is for the API alone", () => {
  const texts = paths.filter((path) => !path.endsWith(".gen.ts")).map(read);
  const named = new Set(texts.flatMap((text) => text.match(/(?<=")[a-z]\w+(?=")/g) ?? []));
  // The screen of reference data takes the names of its operations from those of its resources.
  const resources = [...read("screens/reference/resources.ts").matchAll(/resource\("(\w+)"/g)];
  for (const [, resource] of resources) {
    for (const verb of ["List", "Upsert", "Delete"]) named.add(`${resource}${verb}`);
  }
  const missing = operations.map(({ operationId }) => operationId).filter((id) => !named.has(id));
  expect(missing.toSorted()).toEqual(Object.keys(apiOnly).toSorted());
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

/** Returns the values of a shorthand: brackets hold parts of one value. */
const valuesOf = (value: string) =>
  value.trim().match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

/** Returns the declarations that name a side of the page instead of a side of the line. */
function physicalIn(css: string): readonly string[] {
  const declarations = css.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g);
  return Array.from(declarations)
    .filter(([, name = "", value = ""]) => {
      if (/(?:^|-)(?:left|right|top|bottom)$|(?:left|right)-radius$/.test(name)) return true;
      if (/^(?:min-|max-)?(?:width|height)$/.test(name)) return true;
      if (/^(?:text-align|float|clear)$/.test(name)) return /left|right/.test(value);
      const [first = "", end, , start = end] = valuesOf(value.replace(/^inset /, ""));
      if (name === "box-shadow") return /[1-9]/.test(first) && !first.includes("--start");
      return /^(?:inset|(?:scroll-)?(?:margin|padding)|border-width)$/.test(name) && end !== start;
    })
    .map(([declaration]) => declaration);
}

describe("the console's styles", () => {
  const styles = paths.filter((path) => path.endsWith(".css"));

  test.each(styles)("%s turns with the direction of writing", (path) => {
    expect(physicalIn(read(path))).toEqual([]);
  });

  test("are found to be physical", () => {
    const css =
      "a { inset: 0 auto 0 0; margin-left: 1px; padding: calc(1px + 2px) 0; " +
      "text-align: right; box-shadow: inset 3px 0 red; inset: 0 auto; }";
    expect(physicalIn(css)).toEqual([
      "inset: 0 auto 0 0;",
      "margin-left: 1px;",
      "text-align: right;",
      "box-shadow: inset 3px 0 red;",
    ]);
  });
});
