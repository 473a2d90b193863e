import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Writes variables to a file that only this user can read, for wrangler: arguments of a process
 * are shown to every user of the machine. The file goes when this process ends.
 */
export function variablesFile(variables: Readonly<Record<string, string | undefined>>): string {
  const folder = mkdtempSync(join(tmpdir(), "asbuilt-worker-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "variables.env");
  const lines = Object.entries(variables).flatMap(([name, value]) =>
    value ? [`${name}=${quoted(name, value)}\n`] : [],
  );
  writeFileSync(path, lines.join(""), { mode: 0o600 });
  return path;
}

/** A value as wrangler reads it back: it takes what is in quotes as it is, but for variables. */
function quoted(name: string, value: string): string {
  const quote = ["'", "`", '"'].find((mark) => !value.includes(mark));
  if (quote === undefined) throw new Error(`${name}: no more than two of the marks ' " and \`.`);
  return `${quote}${value.replaceAll("$", String.raw`\$`)}${quote}`;
}
