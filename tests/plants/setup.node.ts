import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { makeTemplate } from "./template.ts";

/** Makes the template once a run; answers what takes it and its copies away. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "asbuilt-node-"));
  const path = join(folder, "template.db");
  project.provide("templatePath", path);
  project.provide("plantKeys", await makeTemplate(path));
  return () => rmSync(folder, { recursive: true, force: true });
}
