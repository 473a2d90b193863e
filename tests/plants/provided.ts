import type { Role } from "@asbuilt/core";
import type { D1Migration } from "@cloudflare/vitest-plugin";
import type { ModelOptions } from "../model/options.ts";

/** A key for each role. */
export type PlantKeys = Readonly<Record<Role, string>>;

/** The rows of one table, as JSON arrays of the values in the order of the columns. */
export interface TemplateTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** The keys that every plant has. */
    plantKeys: PlantKeys;
    /** The database file that every plant on Node starts from. */
    templatePath: string;
    /** What every plant on D1 starts from. */
    templateRows: readonly TemplateTable[];
    migrations: D1Migration[];
    /** Where plants on database files take requests, for those on another database. */
    fileService: string | undefined;
    model: ModelOptions;
    /** Where sqld takes requests, and where it makes namespaces. */
    sqld: { readonly address: string; readonly admin: string };
  }
}
