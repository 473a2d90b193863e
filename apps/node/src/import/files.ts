import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { importStages, type ImportStage, jsonBodyOf, operations } from "@asbuilt/contract";
import type { z } from "zod";
import { unreadable, whyNotReadable } from "../database/access.ts";
import { errorLineOf, UserError } from "../terminal/messages.ts";

/** A route that takes the rows of an import as its bodies. */
export interface ImportRoute {
  readonly importStage: ImportStage | null;
  readonly method: string;
  readonly path: string;
  readonly request: {
    readonly body: { readonly content: { readonly "application/json": { schema: z.ZodType } } };
  };
}

/** A file whose rows are bodies of requests to one route. */
export interface ImportFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly route: ImportRoute;
}

// A file is no row: the body of an upload is no JSON.
const writes = operations.filter(
  (route): route is typeof route & ImportRoute => route.isWrite && jsonBodyOf(route) !== undefined,
);
const staged: readonly ImportRoute[] = importStages.flatMap((stage) =>
  writes.filter(({ importStage }) => importStage === stage),
);
const isDeletion = ({ method }: ImportRoute) => method === "delete";
const isAtEnd = ({ importStage }: ImportRoute) => importStage === "end";

/** The routes that take the rows of an import, in the order in which it uses them. */
export const importOrder: readonly ImportRoute[] = [
  ...staged.filter((route) => !isDeletion(route) && !isAtEnd(route)),
  ...staged.filter(isDeletion).toReversed(),
  ...staged.filter(isAtEnd),
];

/** The paths of operations whose files in a folder are responses, and not rows to send. */
const pathsWithoutRows: ReadonlySet<string> = new Set(
  operations.filter(({ importStage }) => importStage === null).map(({ path }) => path),
);

/**
 * Returns the files at these paths in the order in which they must be loaded. A folder stands for
 * its .csv and .ndjson files, without those named after an operation that reads. Throws a UserError
 * for a file with another name, for a path that can't be read or is no regular file, and for a
 * symbolic link that leads out of its folder.
 */
export function findFiles(paths: readonly string[]): ImportFile[] {
  return paths
    .flatMap(filesAt)
    .toSorted((left, right) => rank(left) - rank(right) || (left.name < right.name ? -1 : 1));
}

function filesAt(path: string): ImportFile[] {
  try {
    if (statSync(path).isDirectory())
      return readdirSync(path, { withFileTypes: true })
        .filter((entry) => /\.(?:csv|ndjson)$/i.test(entry.name) && !entry.isDirectory())
        .map(({ name }) => join(path, name))
        .filter((file) => !pathsWithoutRows.has(operationPathOf(file)))
        .map((file) => fileAt(file, path));
    return [fileAt(path)];
  } catch (error) {
    if (error instanceof UserError) throw error;
    // For a folder, the unreadable path can be a file in it.
    const at = error instanceof Error && "path" in error ? String(error.path) : path;
    throw new UserError(`${at}: ${whyUnreadable(at, error)}`);
  }
}

/** The path of the operation that a file is named after, whether there is one or not. */
const operationPathOf = (file: string) =>
  basename(file).replace(/^(\w+)\.(\w+)\.(?:csv|ndjson)$/, "/api/$1/$2");

function fileAt(path: string, folder?: string): ImportFile {
  const operationPath = operationPathOf(path);
  const route = importOrder.find((candidate) => candidate.path === operationPath);
  if (route) return { name: basename(path), bytes: readRegular(path, folder), route };
  throw new UserError(`${path}: not the name of an import, such as Product.Upsert.csv or .ndjson`);
}

/** Reads a file. A folder can come from somebody who must not choose other files to send. */
function readRegular(path: string, folder: string | undefined): Buffer {
  const file = realpathSync(path);
  if (folder !== undefined && leadsOut(relative(realpathSync(folder), file))) {
    throw new UserError(`${path}: the symbolic link leads out of the folder`);
  }
  const notRegular = () => new UserError(`${path}: not a regular file`);
  // Before it is opened: that alone can start a device. A pipe would wait for its writer.
  if (!statSync(file).isFile()) throw notRegular();
  const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(opened).isFile()) throw notRegular();
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}

const leadsOut = (way: string) => way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);

function whyUnreadable(path: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file or folder";
  const denied = code === "EACCES" ? whyNotReadable(path, "given") : undefined;
  if (denied !== undefined) return unreadable(denied);
  return errorLineOf(error);
}

const rank = ({ route }: ImportFile) => importOrder.indexOf(route);
