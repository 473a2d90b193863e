import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { makeTemplate } from "./template.ts";

/** Makes the template once a run, and hands its rows to the Workers runtime. */
export default function setup(project: TestProject): void {
  const folder = mkdtempSync(join(tmpdir(), "asbuilt-d1-"));
  const { keys, tables } = makeTemplate(join(folder, "template.db"));
  project.provide("plantKeys", keys);
  project.provide("templateRows", tables);
  rmSync(folder, { recursive: true });
}
