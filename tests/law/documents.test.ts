import { catalogRoutes, eventTypes, operations, roleNames } from "@asbuilt/contract";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { shellBlocks } from "../end-to-end/shell-blocks.ts";
import { adminKey, sealKey } from "../releases/plants.ts";

const docs = join(import.meta.dirname, "../../docs");

/** Returns the cells of the table whose first column has that heading, row by row. */
function tableOf(document: string, heading: string): string[][] {
  const lines = readFileSync(join(docs, document), "utf8").split("\n");
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

/** Returns the verbs that a cell names, with their resources: `Resource/Verb`, `Verb` and so on. */
function verbsIn(cell: string): string[] {
  const [first, ...others] = names(cell.replace("reference data: `", "`reference data/"));
  const resource = first!.split("/", 1)[0]!;
  return [first!, ...others.map((verb) => `${resource}/${verb}`)];
}

const everyVerb = operations.map(({ path, isWrite, roles }) => {
  const [, , resource, verb] = path.split("/") as [string, string, string, string];
  const isOfAll = resource in catalogRoutes && ["List", "Upsert", "Delete"].includes(verb);
  const name = `${isOfAll ? "reference data" : resource}/${verb}`;
  return { resource, verb, name, isWrite, roles };
});
const writes = everyVerb.filter(({ isWrite }) => isWrite);

test("docs/explanation/concurrency.md lists every write with its claims, and no other verb", () => {
  const documented = tableOf("explanation/concurrency.md", "verb")
    .slice(2)
    .flatMap(([cell]) => verbsIn(cell!));
  expect(new Set(documented)).toEqual(new Set(writes.map(({ name }) => name)));
});

test("docs/reference/roles.md lists the verbs that each role may use, and no others", () => {
  const documented = tableOf("reference/roles.md", "operations")
    .slice(2)
    .flatMap(([cell, ...marks]) =>
      cell!
        .split(";")
        .flatMap((part) => verbsIn(part))
        .flatMap((name) =>
          roleNames.filter((_, at) => marks[at] !== "").map((role) => `${role} ${name}`),
        ),
    );
  expect(new Set(documented)).toEqual(
    new Set(everyVerb.flatMap(({ roles, name }) => roles.map((role) => `${role} ${name}`))),
  );
});

test("tests/releases/README.md has the keys of the recorded plants", () => {
  const page = readFileSync(join(import.meta.dirname, "../releases/README.md"), "utf8");
  for (const key of [adminKey, sealKey]) expect(page).toContain(`\`${key}\``);
});

test("docs/reference/events.md lists each action of an event, and no other", () => {
  const rows = tableOf("reference/events.md", "resource").slice(2);
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
] as const)(
  "docs/reference/states.md lists each state of an %s with the outcome of each verb",
  ([heading, of]) => {
    const [columns] = tableOf("reference/states.md", heading);
    // The lines of a batch have the outcomes of its verb.
    const verbs = writes
      .filter(({ resource }) => resource === of)
      .map(({ verb }) => verb.replace(/Many$/, ""));
    // A received item has no state before, and builds have a column for each side.
    const own = columns!.slice(1).filter((column) => !/^(?:Build|Remove)\b/.test(column));
    // A verb can have a column for each of its cases: "Upsert, more".
    const ownVerbs = own.map((column) => column.split(",", 1)[0]);
    expect(new Set(ownVerbs)).toEqual(new Set(verbs.filter((verb) => verb !== "Receive")));
  },
);

test("docs/explanation/scale.md names measures, experiments and tests that there are", () => {
  const page = readFileSync(join(docs, "explanation/scale.md"), "utf8");
  const proofs = Array.from(page.matchAll(/`([\w/-]+(?:\.test\.ts)?)`/g), ([, name]) => name!);
  const sources = ["bench/src/main.ts", "chaos/src/experiments.ts"].map((path) =>
    readFileSync(join(docs, "..", path), "utf8"),
  );
  const files = globSync("tests/**/*.test.ts", { cwd: join(docs, "..") });
  const unknown = proofs.filter((name) =>
    name.endsWith(".test.ts")
      ? !files.some((file) => `/${file}`.endsWith(`/${name}`))
      : /^[a-z-]+$/.test(name) &&
        !sources.some((source) => new RegExp(`^  "?${name}"?[,:]`, "m").test(source)),
  );
  expect(unknown).toEqual([]);
  expect(proofs).toEqual(expect.arrayContaining(["large-file", "growth", "stream-backup"]));
});

test.each(shellBlocks())(
  "$page says which test runs $commands.0, or why none does",
  ({ mark = "" }) => {
    const [, file, reason] = /^(?:run by (\S+)|not run: (.+))$/.exec(mark)!;
    if (file === undefined) return expect(reason).not.toBe("");
    const source = readFileSync(join(import.meta.dirname, "../..", file), "utf8");
    return expect(source).toContain(`commandsRunBy("${basename(file)}"`);
  },
);
