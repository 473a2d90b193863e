import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.ts";

/** An instruction of a Dockerfile: its name, and the rest of its line. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Reads the instructions of the Dockerfile. Each is one line. */
export const readDockerfile = (): Instruction[] =>
  readFileSync(join(root, "deploy/container/Dockerfile"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = ""] = line.split(" ", 1);
      return { name, text: line.slice(name.length + 1) };
    });

/** The settings with which the image runs its program. */
export interface ImageSettings {
  readonly user: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entryPoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

/** Reads how the image runs its program. */
export function imageSettings(): ImageSettings {
  const instructions = readDockerfile();
  const textOf = (wanted: string) => instructions.find(({ name }) => name === wanted)!.text;
  // Only the form without a shell is JSON.
  const argumentsIn = (text: string) => JSON.parse(text.slice(text.indexOf("["))) as string[];
  return {
    user: textOf("USER"),
    folder: textOf("WORKDIR"),
    env: Object.fromEntries(
      textOf("ENV")
        .split(" ")
        .map((pair) => pair.split("=")),
    ),
    entryPoint: argumentsIn(textOf("ENTRYPOINT")),
    command: argumentsIn(textOf("CMD")),
    healthCheck: argumentsIn(textOf("HEALTHCHECK")),
  };
}
