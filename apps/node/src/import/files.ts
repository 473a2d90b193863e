import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { allRoutes } from "@asbuilt/contract";

const routes = Object.values(allRoutes).flatMap((group) => Object.values(group));
type Route = (typeof routes)[number];

/** A file whose rows are requests to one route. */
export interface ImportFile {
  readonly name: string;
  readonly text: string;
  readonly route: Route;
}

/** A file that no route takes. */
export class UnknownFile extends Error {
  override readonly name = "UnknownFile";
}

// What others refer to comes before what refers to it; what is not named here comes in between.
const first = ["UnitOfMeasure", "ProductType", "Location", "WorkCentre"];
const last = [
  "Product.Upsert",
  "Product.Copy",
  "Bom.Upsert",
  "BomSlot.Upsert",
  "BomSlot.UpsertCandidates",
  "BomSlot.UpsertProperties",
  "WorkCentreGroup.Upsert",
  "WorksOrder.Upsert",
  "WorksOrder.Start",
  "MaterialItem.Receive",
  "MaterialItem.ItemAdjust",
  "Build.Build",
  "Build.Remove",
  "MaterialItem.Move",
  "MaterialItem.Hold",
  "MaterialItem.Release",
  "MaterialItem.Scrap",
  "WorksOrder.Complete",
  "WorksOrder.Cancel",
  "MaterialItem.Dispatch",
];

/**
 * The files at these paths in the order in which they must be loaded. Of a folder those that no
 * route takes are left out; a path to one such file throws UnknownFile.
 */
export function findFiles(paths: readonly string[]): ImportFile[] {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path).flatMap((name) => importFile(join(path, name)) ?? [])
      : [required(path)],
  );
  return files.toSorted((left, right) => rank(left.name) - rank(right.name));
}

function required(path: string): ImportFile {
  const file = importFile(path);
  if (file) return file;
  throw new UnknownFile(`${path}: expected a name such as Product.Upsert.csv or .ndjson`);
}

function importFile(path: string): ImportFile | undefined {
  const name = basename(path);
  const [, resource, operation] = /^(\w+)\.(\w+)\.(?:csv|ndjson)$/.exec(name) ?? [];
  const route = routes.find(({ path }) => path === `/api/${resource}/${operation}`);
  return route && { name, text: readFileSync(path, "utf8"), route };
}

function rank(name: string): number {
  const [resource = "", operation = ""] = name.split(".");
  const early = first.indexOf(resource);
  if (early >= 0) return early;
  const late = last.indexOf(`${resource}.${operation}`);
  return late >= 0 ? 1000 + late : 100;
}
