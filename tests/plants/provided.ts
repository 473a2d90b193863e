import type { Role } from "@asbuilt/contract";
import type { D1Migration } from "@cloudflare/vitest-plugin";
import type { ModelOptions } from "../model/options.ts";

/** A key for each role. */
export type PlantKeys = Readonly<Record<Role, string>>;

/** The rows of one table. `rows` is a JSON array; each row lists its values in column order. */
export interface TemplateTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** The keys that every plant has. */
    plantKeys: PlantKeys;
    /** The database file that each plant on Node copies. */
    templatePath: string;
    /** The rows that each plant on D1 starts with. */
    templateRows: readonly TemplateTable[];
    migrations: D1Migration[];
    /** The address of plants on database files, for tests on another database. */
    fileService: string | undefined;
    /** The address that opens OpenID Connect providers on order. */
    directoryService: string;
    model: ModelOptions;
    /** The address of sqld, and that at which it creates namespaces, if plants are to be there. */
    sqld: { readonly address: string; readonly admin: string } | undefined;
  }
}
