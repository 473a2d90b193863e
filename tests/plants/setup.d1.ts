import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { scratchFolder } from "./scratch.ts";
import { makeTemplate } from "./template.ts";

/** Makes the template once a run, and hands its rows to the Workers runtime. */
export default function setup(project: TestProject): void {
  const { folder, remove } = scratchFolder();
  const { keys, tables } = makeTemplate(join(folder, "template.db"));
  project.provide("plantKeys", keys);
  project.provide("templateRows", tables);
  remove();
}
