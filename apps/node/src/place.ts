import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isSea } from "node:sea";
import { fileURLToPath } from "node:url";
import { commitOf } from "./commit.ts";

/**
 * Where the files lie that asbuilt reads while it runs: in the sources, or in the package that
 * `pack.ts` makes of them. No other file knows either layout.
 */
export const isPackage = !import.meta.url.endsWith(".ts");

const urlOf = (inSources: string, inPackage: string) =>
  new URL(isPackage ? inPackage : inSources, import.meta.url);
const pathOf = (inSources: string, inPackage: string) => fileURLToPath(urlOf(inSources, inPackage));

export const migrationsFolder = pathOf("../../../packages/core/migrations", "../share/migrations");

/** The folder of a seed. */
export const seedFolder = (name: string): string =>
  pathOf(`../../../seed/${name}`, `../share/seed/${name}`);

/** The OpenAPI document. */
export const documentFile = pathOf(
  "../../../packages/contract/openapi.json",
  "../share/openapi.json",
);

/** The one file that the page of the API reference loads. */
export const apiReferenceFile = pathOf(
  "../node_modules/@scalar/api-reference/dist/browser/standalone.js",
  "../share/api-reference.js",
);

/** The fonts of documents. */
export const fontsFolder = pathOf("../../../packages/record-pdf/fonts", "../share/fonts");

export const consoleFolder = pathOf("../../console/dist", "../share/console");

/** The modules of the threads. */
export const threads = {
  sealing: urlOf("service/sealing/worker.ts", "sealing-thread.js"),
  recordPdf: urlOf("service/record-pdf/worker.ts", "record-pdf-thread.js"),
  checkpoints: urlOf("service/checkpoints/worker.ts", "checkpoints-thread.js"),
};

/**
 * The default database. In the sources it is in the project's folder, so that all commands use one
 * database, wherever they are run. A package has no such folder: it is below that of the caller.
 */
export const defaultDatabaseFile = isPackage
  ? resolve("data/asbuilt.db")
  : pathOf("../../../data/asbuilt.db", "");

/** Returns the commit of the sources; undefined if that is not known. */
export function readCommit(): string | undefined {
  if (!isPackage) return commitOf(pathOf("../../..", ""));
  try {
    return readFileSync(pathOf("", "../share/commit"), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The command of an installed package: npm tells those that it starts. */
const packageCommand = process.env["npm_command"] === undefined ? "asbuilt" : "npx asbuilt";

/** The command that runs asbuilt, as a person types it. */
export const ownCommand = isSea()
  ? process.execPath
  : isPackage
    ? packageCommand
    : "npm run --silent asbuilt --";
