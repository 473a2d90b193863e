import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { modelOptions } from "../model/options.ts";
import { scratchFolder } from "./scratch.ts";
import { makeTemplate } from "./template.ts";

/** Makes the template once per run. Returns a function that removes it and its copies. */
export default function setup(project: TestProject): () => void {
  const { folder, remove } = scratchFolder();
  const path = join(folder, "template.db");
  project.provide("templatePath", path);
  project.provide("plantKeys", makeTemplate(path).keys);
  project.provide("model", modelOptions(5000));
  return remove;
}
