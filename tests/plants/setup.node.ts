import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { modelOptions } from "../model/options.ts";
import { serveDirectories } from "./directory-service.ts";
import { scratchFolder } from "./scratch.ts";
import { makeTemplate } from "./template.ts";

/** Makes the template once per run. Returns a function that removes it and its copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = scratchFolder();
  const path = join(folder, "template.db");
  project.provide("templatePath", path);
  project.provide("plantKeys", makeTemplate(path).keys);
  project.provide("model", modelOptions(5000));
  const directories = await serveDirectories();
  project.provide("directoryService", directories.address);
  return async () => {
    await directories.close();
    remove();
  };
}
