import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { makeTemplate } from "./template.ts";

/** Makes the template once a run; answers what takes it and its copies away. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "asbuilt-node-"));
  const path = join(folder, "template.db");
  project.provide("templatePath", path);
  project.provide("plantKeys", makeTemplate(path).keys);
  return () => rmSync(folder, { recursive: true, force: true });
}
