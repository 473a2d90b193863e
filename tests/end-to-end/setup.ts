import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareRun } from "./prepare-run.ts";
import { serveAsbuilt, stop, temporaryFolder } from "./processes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A running service with the demo plant, on Node, and an administrator's key. */
    service: { readonly address: string; readonly key: string };
  }
}

/** Starts a service that the files share. Returns a function that stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removePrepared = await prepareRun();
  const folder = temporaryFolder();
  const service = await serveAsbuilt({
    DATABASE_URL: `file:${join(folder.path, "plant.db")}`,
    ASBUILT_SEED: "demo",
  });
  project.provide("service", { address: service.address, key: service.key });
  return async () => {
    await stop(service);
    folder.remove();
    removePrepared();
  };
}
