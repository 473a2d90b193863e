import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

// Each row names the tool that refuses a line in a folder, or "nobody" if the law allows it.
const lines = `
  lint       | packages/core/src     | import { Hono } from "hono";
  lint       | packages/core/src     | import type { RouteConfig } from "@hono/zod-openapi";
  lint       | packages/core/src     | import { readFileSync } from "node:fs";
  lint       | packages/core/src     | import { readFileSync } from "fs";
  lint       | packages/core/src     | export const late = import("node:crypto");
  lint       | packages/core/src     | export { routes } from "@asbuilt/contract";
  lint       | packages/core/src     | export const key = process.env.ASBUILT_ADMIN_KEY;
  lint       | packages/core/src/bom | export { stepsOf } from "../engine/write/steps.ts";
  lint       | packages/core/src/bom | export { newestChange } from "../engine/record.ts";
  lint       | packages/core/src/audit | export { stepsOf } from "../engine/write/steps.ts";
  lint       | packages/contract/src | import { eq } from "drizzle-orm";
  lint       | packages/contract/src | import { readFileSync } from "node:fs";
  lint       | packages/contract/src | export { build } from "@asbuilt/core";
  lint       | packages/http/src     | import { sql } from "drizzle-orm";
  lint       | packages/http/src     | import { createServer } from "node:http";
  lint       | packages/http/src     | export { createClient } from "@asbuilt/client";
  lint       | packages/client/src   | export { routes } from "@asbuilt/contract";
  lint       | packages/client/src   | export { build } from "@asbuilt/core";
  lint       | packages/client/src   | import { z } from "zod";
  boundaries | packages/core/src     | export { createApp } from "@asbuilt/http";
  boundaries | packages/core/src     | export { routes } from "../../contract/src/index.ts";
  boundaries | packages/contract/src | export { build } from "@asbuilt/core";
  boundaries | packages/http/src     | export { startService } from "@asbuilt/node/serve";
  boundaries | packages/client/src   | export { createApp } from "../../http/src/index.ts";
  boundaries | packages/table/src    | export { build } from "@asbuilt/core";
  boundaries | apps/worker/src       | export { serve } from "../../node/src/service/serve.ts";
  nobody     | packages/core/src     | export { eq } from "drizzle-orm";
  nobody     | packages/core/src/bom | export { verb } from "../engine/index.ts";
  nobody     | packages/core/src/audit | export { newestChange } from "../engine/record.ts";
  nobody     | packages/contract/src | export { createRoute } from "@hono/zod-openapi";
  nobody     | packages/http/src     | export { build } from "@asbuilt/core";
  nobody     | packages/client/src   | export type { paths } from "@asbuilt/contract/openapi.json";
  nobody     | packages/table/src    | export { canonicalSpelling } from "@asbuilt/contract/spelling";
  nobody     | apps/node/src         | export { createApp } from "@asbuilt/http";
  nobody     | apps/node/src         | export { readFileSync } from "node:fs";
`;
const cases = lines
  .trim()
  .split("\n")
  .map((row, index) => {
    const [tool = "", folder = "", line = ""] = row.split("|").map((cell) => cell.trim());
    return { tool, folder, line, file: `${folder}/planted-${index}.ts` };
  });

let copy: string;
const output = { lint: "", boundaries: "" };

function run(tool: string, ...args: string[]): string {
  const command = join(root, "node_modules/.bin", tool);
  const { stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: "utf8" });
  return stdout + stderr;
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "asbuilt-law-"));
  const settings = ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", "turbo.json"];
  const filter = (path: string) => basename(path) !== "node_modules";
  for (const name of [...settings, ".oxlintrc.json", "packages", "apps"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  }
  for (const { file, line } of cases) writeFileSync(join(copy, file), `${line}\n`);
  output.lint = run("oxlint", "--format=unix", ...cases.map(({ file }) => file));
  output.boundaries = run("turbo", "boundaries");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(cases.filter(({ tool }) => tool === "lint"))(
  "lint refuses in $folder: $line",
  ({ file }) => expect(output.lint).toContain(`${file}:`),
);

test.each(cases.filter(({ tool }) => tool === "boundaries"))(
  "boundaries refuse in $folder: $line",
  ({ file }) => expect(output.boundaries).toContain(`${file}:`),
);

test.each(cases.filter(({ tool }) => tool === "nobody"))(
  "no tool refuses in $folder: $line",
  ({ file }) => {
    expect(output.lint).not.toContain(`${file}:`);
    expect(output.boundaries).not.toContain(`${file}:`);
  },
);
