import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { foldCase } from "@asbuilt/core";
import { z } from "zod";
import { errorLineOf, UserError } from "../terminal/messages.ts";

const Plants = z
  .array(
    z.strictObject({
      name: z.string().trim().min(1).max(250),
      address: z.url({ protocol: /^https?$/, error: "an http(s):// address" }),
      keyFile: z.string().min(1),
    }),
  )
  .min(1, "at least one plant");

/** A plant that a recall asks. */
export interface PlantToAsk {
  /** The name under which the others know it, as a destination and as an origin. */
  readonly name: string;
  readonly address: string;
  readonly key: string;
}

/**
 * Reads a file of plants: a JSON array of `name`, `address` and `keyFile`, whose path is relative to the
 * file. Throws a UserError with a line for each fault: its place and the rule.
 */
export function readPlantsFile(path: string): PlantToAsk[] {
  const read = Plants.safeParse(jsonIn(path));
  if (!read.success) {
    const lines = read.error.issues.map(
      (issue) => `${path}: ${placeOf(issue.path)}: ${issue.message}`,
    );
    throw new UserError(lines, 2);
  }
  const names = read.data.map(({ name }) => foldCase(name));
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice !== -1) {
    throw new UserError(`${path}: ${placeOf([twice, "name"])}: another plant has it too`, 2);
  }
  return read.data.map(({ name, address, keyFile }, index) => ({
    name,
    address,
    key: keyIn(resolve(dirname(path), keyFile), `${path}: ${placeOf([index, "keyFile"])}`),
  }));
}

const placeOf = (path: readonly PropertyKey[]) =>
  path.length === 0 ? "the file" : `plants ${path.map(String).join("/")}`;

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UserError(`${path}: ${errorLineOf(error)}`, 2);
  }
}

function keyIn(path: string, place: string): string {
  let key: string;
  try {
    key = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new UserError(`${place}: ${errorLineOf(error)}`, 2);
  }
  // A header can't contain anything else.
  if (/^[!-~]+$/.test(key)) return key;
  throw new UserError(`${place}: printable ASCII without spaces`, 2);
}
