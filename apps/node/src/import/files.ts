import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { operations } from "@asbuilt/contract";
import type { z } from "zod";
import { errorLineOf, UserError } from "../terminal/messages.ts";

/** A route whose requests have a body: it can take rows. */
export interface ImportRoute {
  readonly isWrite: boolean;
  readonly method: string;
  readonly path: string;
  readonly request: {
    readonly body: { readonly content: { readonly "application/json": { schema: z.ZodType } } };
  };
}

const importRoutes: readonly ImportRoute[] = operations;

/** A file whose rows are requests to one route. */
export interface ImportFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly route: ImportRoute;
}

/**
 * The order of the files: records come before those that refer to them, and deletions last; `*` is
 * reference data. A webhook is created late, so that it does not report the rows of the import.
 * Keys are revoked last: one can be the import's own.
 */
export const importOrder: readonly string[] = [
  "*.Upsert",
  "Product.Upsert",
  "Product.Copy",
  "WorkCentreGroup.Upsert",
  "Bom.Upsert",
  "BomSlot.Upsert",
  "BomSlot.UpsertCandidates",
  "BomSlot.UpsertProperties",
  "WorksOrder.Upsert",
  "WorksOrder.Start",
  "MaterialItem.Receive",
  "MaterialItem.ItemAdjust",
  "Build.Build",
  "Build.BuildMany",
  "Build.Remove",
  "Build.RemoveMany",
  "MaterialItem.Move",
  "MaterialItem.Hold",
  "MaterialItem.Release",
  "MaterialItem.Scrap",
  "WorksOrder.Complete",
  "WorksOrder.Cancel",
  "MaterialItem.Dispatch",
  "ApiKey.Create",
  "Webhook.Upsert",
  "Webhook.Replay",
  "Webhook.Delete",
  "BomSlot.ClearProperty",
  "BomSlot.DeleteCandidate",
  "BomSlot.Delete",
  "WorksOrder.Delete",
  "Bom.Delete",
  "WorkCentreGroup.Delete",
  "Product.Delete",
  "*.Delete",
  "ApiKey.Revoke",
];

/**
 * Returns the files at these paths in the order in which they must be loaded. A folder stands for
 * its .csv and .ndjson files, except those named for a route that reads. Throws a UserError for a
 * file with another name, and for a path that can't be read.
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
        .map((file) => ({ file, route: routeOf(file) }))
        .filter(({ route }) => !route || route.isWrite)
        .map(({ file, route }) => fileAt(file, route));
    return [fileAt(path, routeOf(path))];
  } catch (error) {
    if (error instanceof UserError) throw error;
    // For a folder, it can be one of its files that can't be read.
    const at = error instanceof Error && "path" in error ? String(error.path) : path;
    throw new UserError(`${at}: ${whyUnreadable(error)}`);
  }
}

function routeOf(path: string): ImportRoute | undefined {
  const [, resource, operation] = /^(\w+)\.(\w+)\.(?:csv|ndjson)$/.exec(basename(path)) ?? [];
  return importRoutes.find((route) => route.path === `/api/${resource}/${operation}`);
}

function fileAt(path: string, route: ImportRoute | undefined): ImportFile {
  if (route?.isWrite) return { name: basename(path), bytes: readFileSync(path), route };
  throw new UserError(`${path}: not the name of an import, such as Product.Upsert.csv or .ndjson`);
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file or folder";
  if (code === "EACCES") return "permission denied";
  return errorLineOf(error);
}

function rank({ route }: ImportFile): number {
  const name = route.path.slice("/api/".length).replace("/", ".");
  const place = importOrder.indexOf(name);
  return place >= 0 ? place : importOrder.indexOf(name.replace(/^\w+/, "*"));
}
