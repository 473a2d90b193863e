// Writes everything that follows from the verbs, their routes and their actions: the tables of docs
// between marks, and the contract's lists of actions and placeholders. Run it as `pnpm generate`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { actions, type Conflicts, labelPlaceholders } from "../packages/core/src/index.ts";
import * as core from "../packages/core/src/index.ts";

const fileAt = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const listed = Object.entries(actions).map(
  ([entity, own]) => `  ${entity}: ${JSON.stringify(Object.keys(own))},`,
);
writeFileSync(
  fileAt("packages/contract/src/actions.gen.ts"),
  `/** The records that have a history, and the actions on each. Written from core's list by \`pnpm generate\`. */
export const actions = {
${listed.join("\n")}
} as const;
`,
);

writeFileSync(
  fileAt("packages/contract/src/label-placeholders.gen.ts"),
  `/** The placeholders of a label by its kind, each with its value. Written from core's table by \`pnpm generate\`. */
export const labelPlaceholders = ${JSON.stringify(labelPlaceholders, null, 2)} as const;
`,
);

// The contract reads the files that were just written.
const contract = await import("../packages/contract/src/index.ts");
const { catalogRoutes, factsByCode, operations, problemCodes, problemKinds, roleNames, rolesFor } =
  contract;

/** Replaces the table between the marks of a name in a document. */
function writeTable(path: string, name: string, heads: string[], rows: readonly string[][]): void {
  const lines = [heads, heads.map(() => "---"), ...rows].map(lineOf);
  writePart(path, name, lines.join("\n"));
}

/** Replaces the part between the marks of a name in a document. */
function writePart(path: string, name: string, part: string): void {
  const [begin, end] = [`<!-- table: ${name}, by pnpm generate -->`, "<!-- end of table -->"];
  const text = readFileSync(fileAt(path), "utf8");
  const start = text.indexOf(begin);
  const stop = text.indexOf(end, start);
  if (start < 0 || stop < 0) throw new Error(`${path} has no marks for the table ${name}.`);
  writeFileSync(fileAt(path), `${text.slice(0, start)}${begin}\n\n${part}\n\n${text.slice(stop)}`);
}

const lineOf = (cells: readonly string[]) =>
  cells.every((cell) => cell === "---")
    ? `|${cells.join("|")}|`
    : `| ${cells.join(" | ")} |`.replaceAll("  ", " ");

const code = (text: string) => `\`${text}\``;
const uncapitalize = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** An operation as documents name it: its resource and its verb. */
const named = operations.map((operation) => {
  const [, , resource, verb] = operation.path.split("/") as [string, string, string, string];
  // A resource of reference data can have more verbs than all of them have.
  const isCatalog = resource in catalogRoutes && ["List", "Upsert", "Delete"].includes(verb);
  return { operation, resource: isCatalog ? "reference data" : resource, verb };
});

/** Verbs in one cell: `Bom/Upsert`, `Delete`; reference data: `List`. */
function verbsCell(verbs: readonly { resource: string; verb: string }[]): string {
  const byResource = Map.groupBy(verbs, ({ resource }) => resource);
  const groups = [...byResource].map(([resource, own]) => {
    const names = [...new Set(own.map(({ verb }) => verb))];
    return resource === "reference data"
      ? `reference data: ${names.map(code).join(", ")}`
      : [code(`${resource}/${names[0]}`), ...names.slice(1).map(code)].join(", ");
  });
  return groups.join("; ");
}

writeTable(
  "docs/reference/roles.md",
  "roles",
  ["operations", ...roleNames.map(code)],
  Object.values(rolesFor).map((roles) => {
    const verbs = verbsCell(named.filter(({ operation }) => operation.roles === roles));
    const marks = roleNames.map((role) => (roles.some((one) => one === role) ? "yes" : ""));
    return [verbs].concat(marks);
  }),
);

const writtenOnly = JSON.stringify(["created", "updated", "deleted"]);
const ownActions = Object.entries(actions).filter(
  ([entity, own]) => !(entity in catalogRoutes) || JSON.stringify(Object.keys(own)) !== writtenOnly,
);
const actionsCell = (own: object) => Object.keys(own).map(code).join(", ");
writeTable(
  "docs/reference/events.md",
  "events",
  ["resource", "actions"],
  [
    ...ownActions.map(([entity, own]) => [
      code(entity === "MaterialItem" ? "material" : uncapitalize(entity)),
      actionsCell(own),
    ]),
    ["other reference data", actionsCell(actions.Currency)],
  ],
);

/** The name of a record or an absence in words: `BomVersion` is "BoM version". */
const inWords = (name: string) =>
  name
    .replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase()
    .replace(/\bbom\b/, "BoM");
/** Every resource of reference data together is one record. */
const isAnyCatalog = (entries: object) =>
  Object.keys(catalogRoutes).every((resource) => resource in entries);
const conflictCell = (entries: Readonly<Record<string, string>> = {}) =>
  Object.entries(isAnyCatalog(entries) ? { record: "" } : entries)
    .map(([name, text]) => (text === "" ? inWords(name) : `${inWords(name)} (${text})`))
    .join("; ");

const verbs: Conflicts[] = Object.values(core).flatMap((value) =>
  // Verbs are functions with a property of their conflicts.
  typeof value === "function" && "conflicts" in value ? value.conflicts : [],
);
const order = named.map(({ resource, verb }) => `${resource}/${verb}`);
const rankOf = ({ of }: Conflicts) => order.indexOf(of[0]!);
writeTable(
  "docs/explanation/concurrency.md",
  "verbs",
  ["verb", "claims", "asserts", "absent"],
  verbs
    .toSorted((left, right) => rankOf(left) - rankOf(right))
    .map((conflicts) => [
      verbsCell(
        conflicts.of.map((name) => {
          const [resource, verb] = name.split("/") as [string, string];
          return { resource, verb };
        }),
      ),
      conflictCell(conflicts.claims),
      conflictCell(conflicts.asserts),
      conflictCell(conflicts.absences),
    ]),
);

const codesOf = ({ responses }: (typeof operations)[number]): string[] =>
  Object.values(responses).flatMap((response: object) => {
    const content = (response as { content?: Record<string, { examples?: object }> }).content;
    return Object.keys(content?.["application/problem+json"]?.examples ?? {});
  });
const writes = operations.filter(({ isWrite }) => isWrite);
const withBody = operations.filter(({ request }) => "body" in request);
/** A code that more operations return is counted, and not listed. */
const listedMax = 25;

function returnedBy(name: string, by: typeof named): string {
  if (everywhere.includes(name)) return "every operation";
  if (by.length === writes.length && by.every(({ operation }) => operation.isWrite)) {
    return "every write";
  }
  if (by.length === withBody.length) return "every operation with a body";
  return by.length > listedMax ? `${by.length} operations` : verbsCell(by);
}
const everywhere = operations
  .map(codesOf)
  .reduce((common, codes) => common.filter((one) => codes.includes(one)));
writeTable(
  "docs/reference/problems.md",
  "problems",
  ["code", "status", "meaning", "returned by", "fields"],
  problemCodes.map((name) => {
    const { status, title } = problemKinds[name];
    const by = named.filter(({ operation }) => codesOf(operation).includes(name));
    const fields = (factsByCode[name] ?? []).map(code).join(", ");
    return [code(name), String(status), title, returnedBy(name, by), fields];
  }),
);

// It reads the contract too.
const { columnsOf } = await import("../apps/node/src/import/columns.ts");
const byColumns = Map.groupBy(columnsOf(), ({ needed, others }) =>
  JSON.stringify([needed, others]),
);
/** Ends a line after a name where it becomes too long. */
const folded = (text: string) =>
  text
    .match(/.{1,90}(?:[,;] |$)/g)!
    .join("\n    ")
    .replaceAll(" \n", "\n");
const columns = [...byColumns.values()].map((files) =>
  [
    folded(files.map(({ file }) => file).join(", ")).replaceAll("    ", ""),
    folded(`  needed: ${files[0]!.needed.join("; ") || "nothing"}`),
    ...(files[0]!.others.length > 0 ? [folded(`  also: ${files[0]!.others.join(", ")}`)] : []),
  ].join("\n"),
);
writePart("docs/how-to/import.md", "columns", `\`\`\`text\n${columns.join("\n")}\n\`\`\``);
