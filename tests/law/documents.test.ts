import { catalogRoutes, eventTypes, operations } from "@asbuilt/contract";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The cells of the table whose first column has that heading, row by row. */
function tableOf(document: string, heading: string): string[][] {
  const path = join(import.meta.dirname, "../../docs", document);
  const lines = readFileSync(path, "utf8").split("\n");
  const first = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  const rows = lines.slice(first, lines.indexOf("", first));
  return rows.map((row) =>
    row
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}
const names = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name!);

/** The verbs that a cell names, each with its resource: `Resource/Verb`, `Verb` and so on. */
function verbsIn(cell: string): string[] {
  const [first, ...others] = names(cell.replace("reference data: `", "`reference data/"));
  const resource = first!.split("/", 1)[0]!;
  return [first!, ...others.map((verb) => `${resource}/${verb}`)];
}

const everyVerb = operations.map(({ path, isWrite, role }) => {
  const [, , resource, verb] = path.split("/") as [string, string, string, string];
  const name = `${resource in catalogRoutes ? "reference data" : resource}/${verb}`;
  return { resource, verb, name, isWrite, role };
});
const writes = everyVerb.filter(({ isWrite }) => isWrite);

test("docs/concurrency.md says of each write what it claims, and of no other", () => {
  const documented = tableOf("concurrency.md", "verb")
    .slice(2)
    .flatMap(([cell]) => verbsIn(cell!));
  expect(new Set(documented)).toEqual(new Set(writes.map(({ name }) => name)));
});

test("README.md says what the keys of each role may do, and nothing else", () => {
  const documented = tableOf("../README.md", "role")
    .slice(2)
    .flatMap(([role, cell]) =>
      cell!.split(";").flatMap((part) => verbsIn(part).map((name) => `${names(role!)[0]} ${name}`)),
    );
  expect(new Set(documented)).toEqual(
    new Set(everyVerb.map(({ role, name }) => `${role} ${name}`)),
  );
});

test("docs/events.md lists each action that an event can tell, and no other", () => {
  const rows = tableOf("events.md", "resource").slice(2);
  const own = new Set(rows.flatMap(([resources]) => names(resources!)));
  const others = Object.keys(catalogRoutes)
    .map((name) => name.charAt(0).toLowerCase() + name.slice(1))
    .filter((name) => !own.has(name));
  const documented = rows.flatMap(([resources, actions]) =>
    (resources === "other reference data" ? others : names(resources!)).flatMap((resource) =>
      names(actions!).map((action) => `asbuilt.${resource}.${action}.v1`),
    ),
  );
  expect(new Set(documented)).toEqual(new Set(eventTypes()));
});

test.for([
  ["item", "MaterialItem"],
  ["order", "WorksOrder"],
] as const)("docs/states.md says of each state of an %s what each verb does", ([heading, of]) => {
  const [columns] = tableOf("states.md", heading);
  const verbs = writes.filter(({ resource }) => resource === of).map(({ verb }) => verb);
  // An item that is received has had no state before, and builds have columns for each side.
  const own = columns!.slice(1).filter((column) => !/^(?:Build|Remove)\b/.test(column));
  expect(new Set(own)).toEqual(new Set(verbs.filter((verb) => verb !== "Receive")));
});
