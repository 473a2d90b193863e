import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { modelOptions } from "../model/options.ts";
import { serveDirectories } from "./directory-service.ts";
import { serveFiles } from "./file-service.ts";
import { scratchFolder } from "./scratch.ts";
import { makeTemplate } from "./template.ts";

/** Makes the template once per run and passes its rows to the Workers runtime. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = scratchFolder();
  const template = join(folder, "template.db");
  const { keys, tables } = makeTemplate(template);
  const files = await serveFiles(template);
  project.provide("plantKeys", keys);
  project.provide("templateRows", tables);
  project.provide("fileService", files.address);
  const directories = await serveDirectories();
  project.provide("directoryService", directories.address);
  project.provide("model", modelOptions(600));
  return async () => {
    await Promise.all([files.close(), directories.close()]);
    remove();
  };
}
