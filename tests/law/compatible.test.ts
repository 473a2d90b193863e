import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "asbuilt-compatible-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Schema {
  type: string;
  properties: Record<string, object>;
  required: string[];
}
interface Document {
  info: { version: string };
  paths: Record<string, object>;
  components: { schemas: Record<"Currency" | "CurrencyUpsert", Schema> & Record<string, object> };
}

/** Compares the document with the newest release of its line, after a change of it. */
function compared(name: string, change: (document: Document) => void) {
  // The parts that are changed here.
  const document = JSON.parse(
    readFileSync(join(root, "packages/contract/openapi.json"), "utf8"),
  ) as Document;
  change(document);
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(document));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "tools/compatible.mjs"), file],
    { encoding: "utf8" },
  );
  return { status, said: stdout + stderr };
}

const colour = { type: "string", description: "The colour of its notes." };

/** Changes that break clients, with the check that finds each. */
const breaks: [what: string, change: (document: Document) => void, check: string][] = [
  [
    "a path is removed",
    ({ paths }) => void delete paths["/api/Location/List"],
    "api-path-removed-without-deprecation",
  ],
  [
    "a field of a response is removed",
    ({ components: { schemas } }) => {
      delete schemas.Currency.properties["name"];
      schemas.Currency.required = schemas.Currency.required.filter((name) => name !== "name");
    },
    "response-required-property-removed",
  ],
  [
    "a field that not every response has is removed",
    ({ components: { schemas } }) => {
      delete (schemas["ApiKey"] as Schema).properties["lastUsedAt"];
    },
    "response-optional-property-removed",
  ],
  [
    "a field of a request is removed",
    ({ components: { schemas } }) => void delete schemas.CurrencyUpsert.properties["name"],
    "request-property-removed",
  ],
  [
    "a new field is required in a request",
    ({ components: { schemas } }) => {
      schemas.CurrencyUpsert.properties["colour"] = colour;
      schemas.CurrencyUpsert.required = [...(schemas.CurrencyUpsert.required ?? []), "colour"];
    },
    "new-required-request-property",
  ],
  [
    "a limit of a request becomes narrower",
    ({ components: { schemas } }) => {
      Object.assign((schemas["LocationUpsert"] as Schema).properties["name"]!, { maxLength: 2 });
    },
    "request-property-max-length",
  ],
  [
    "a value of an enum in a request is removed",
    ({ components: { schemas } }) => void (schemas["Disposition"] as { enum: string[] }).enum.pop(),
    "request-property-enum-value-removed",
  ],
  [
    "another enum of a response ends",
    ({ components: { schemas } }) =>
      void delete (schemas["BomVersionStatus"] as { enum?: unknown }).enum,
    "response-property-became-not-enum",
  ],
  [
    "a field of a response becomes optional",
    ({ components: { schemas } }) => void schemas.Currency.required.pop(),
    "response-property-became-optional",
  ],
];

// The checks have Go. A developer's machine can lack it.
const hasGo = spawnSync("go", ["version"]).status === 0;

describe.runIf(hasGo)("clients of the last release", () => {
  test("can use the document as it is", () => {
    expect(compared("as it is", () => {})).toMatchObject({ status: 0 });
  });

  test("can use a document with more paths, fields and problem codes", () => {
    const { status, said } = compared("grown", ({ paths, components: { schemas } }) => {
      paths["/api/Note/Get"] = structuredClone(paths["/api/Session/Get"]!);
      schemas.Currency.properties["colour"] = colour;
      schemas.CurrencyUpsert.properties["colour"] = colour;
      (schemas["ProblemCode"] as { enum: string[] }).enum.push("too_loud");
    });
    expect(said).not.toContain("error");
    expect(status).toBe(0);
  });

  describe("would break", () => {
    // Each comparison takes seconds, so all of these changes are compared together.
    let broken: ReturnType<typeof compared>;
    beforeAll(() => {
      broken = compared("broken", (document) => breaks.forEach(([, change]) => change(document)));
    });
    test.each(breaks)("if %s", (_what, _change, check) => {
      const { status, said } = broken;
      expect(said).toMatch(new RegExp(`^(error|warning)\\t\\[${check}`, "m"));
      expect(status).toBe(1);
    });
  });

  test("are promised nothing by the first document of a new line", () => {
    const { status, said } = compared("new line", (document) => {
      document.info.version = "0.2.0";
      document.paths = {};
    });
    expect(said).toContain("No release is of the line of 0.2.0");
    expect(status).toBe(0);
  });
});
