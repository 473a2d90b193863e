import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { operations } from "@asbuilt/contract";
import type { z } from "zod";
import { reasonOf, UserError } from "../terminal/user-error.ts";

/** A route that takes rows: each of its requests has a body. */
export interface ImportRoute {
  readonly isWrite: boolean;
  readonly method: string;
  readonly path: string;
  readonly request: {
    readonly body: { readonly content: { readonly "application/json": { schema: z.ZodType } } };
  };
}

const routes: readonly ImportRoute[] = operations;

/** A file whose rows are requests to one route. */
export interface ImportFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly route: ImportRoute;
}

/**
 * What others refer to comes before what refers to it, and what deletes comes last; `*` is reference
 * data. A new webhook comes after what it would else be told of, and a key is revoked at the end: it
 * may be the one that the import has.
 */
export const order: readonly string[] = [
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
 * The files at these paths in the order in which they must be loaded; of a folder, its .csv and
 * .ndjson files, without answers of routes that read. Throws a UserError for one of another name,
 * and for a path where there is nothing to read.
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
    // Of a folder, it may be a file in it that can't be read.
    const at = error instanceof Error && "path" in error ? String(error.path) : path;
    throw new UserError(`${at}: ${whyUnreadable(error)}`);
  }
}

function routeOf(path: string): ImportRoute | undefined {
  const [, resource, operation] = /^(\w+)\.(\w+)\.(?:csv|ndjson)$/.exec(basename(path)) ?? [];
  return routes.find((route) => route.path === `/api/${resource}/${operation}`);
}

function fileAt(path: string, route: ImportRoute | undefined): ImportFile {
  if (route?.isWrite) return { name: basename(path), bytes: readFileSync(path), route };
  throw new UserError(`${path}: not the name of an import, such as Product.Upsert.csv or .ndjson`);
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file or folder";
  if (code === "EACCES") return "it may not be read";
  return reasonOf(error);
}

function rank({ route }: ImportFile): number {
  const name = route.path.slice("/api/".length).replace("/", ".");
  const place = order.indexOf(name);
  return place >= 0 ? place : order.indexOf(name.replace(/^\w+/, "*"));
}
