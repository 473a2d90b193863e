import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../end-to-end/processes.ts";

/** The programs of the repository's packages. */
export const nodeBin = join(root, "node_modules/.bin");

/** Runs shell commands in a folder until one fails; then throws with the output. */
export async function run(commands: string, cwd: string, env = {}): Promise<string> {
  const child = spawn("sh", ["-ec", commands], { cwd, env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`${commands}\n${output}`);
  return output;
}

/** Returns whether this machine has a program. */
export const hasProgram = (name: string): Promise<boolean> =>
  run(`command -v ${name}`, root).then(
    () => true,
    () => false,
  );

/** Returns the path of a file of a registry. It is downloaded once and kept in the user's cache. */
export async function download(url: string): Promise<string> {
  const folder = join(homedir(), ".cache/asbuilt-clients");
  const path = join(folder, basename(url));
  if (existsSync(path)) return path;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  mkdirSync(folder, { recursive: true });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, Buffer.from(await response.arrayBuffer()));
  renameSync(part, path);
  return path;
}
