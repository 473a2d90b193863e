import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWorker, copyChanged } from "./build.ts";

const scalarFolder = dirname(fileURLToPath(import.meta.resolve("@scalar/api-reference")));
const document = fileURLToPath(import.meta.resolve("@asbuilt/contract/openapi.json"));

const fonts = fileURLToPath(new URL("../../packages/record-pdf/fonts", import.meta.url));
const builtConsole = fileURLToPath(new URL("../console/dist", import.meta.url));

/**
 * Bundles the Worker, and copies the document, the docs page's script, the fonts and the console to the
 * folder that wrangler serves.
 * A file that has not changed is left alone: another Worker may serve the folder, and a change of a
 * file restarts it in the middle of a request.
 */
export async function prepareFiles(): Promise<void> {
  await buildWorker();
  const to = fileURLToPath(new URL("public", import.meta.url));
  copyChanged(join(scalarFolder, "browser/standalone.js"), join(to, "standalone.js"));
  copyChanged(document, join(to, "openapi.json"));
  for (const name of ["regular.ttf", "bold.ttf"]) {
    copyChanged(join(fonts, name), join(to, "fonts", name));
  }
  const copied = join(to, "console");
  if (buildOf(copied) === buildOf(builtConsole)) return;
  rmSync(copied, { recursive: true, force: true });
  // Without a build, the Worker says that the console is missing.
  if (existsSync(builtConsole)) cpSync(builtConsole, copied, { recursive: true });
}

/** Returns what a folder of the console was built from; undefined if it holds no build. */
function buildOf(folder: string): string | undefined {
  const stamp = join(folder, "build.json");
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}

/**
 * Writes variables for wrangler to a file that only this user can read: every user of the machine
 * can see the arguments of a process. The file is removed when this process ends.
 */
export function variablesFile(variables: Readonly<Record<string, string | undefined>>): string {
  const folder = mkdtempSync(join(tmpdir(), "asbuilt-worker-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "variables.env");
  const lines = Object.entries(variables).flatMap(([name, value]) =>
    value ? [`${name}=${quotedVariable(name, value)}\n`] : [],
  );
  writeFileSync(path, lines.join(""), { mode: 0o600 });
  return path;
}

/** Quotes a value for wrangler, which reads it back unchanged except for variables in it. */
function quotedVariable(name: string, value: string): string {
  const quote = ["'", "`", '"'].find((mark) => !value.includes(mark));
  if (quote === undefined) throw new Error(`${name}: use at most two of the marks ' " and \`.`);
  return `${quote}${value.replaceAll("$", String.raw`\$`)}${quote}`;
}
