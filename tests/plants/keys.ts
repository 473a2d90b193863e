import type { Role } from "@asbuilt/core";

/** A key for each role. */
export type PlantKeys = Readonly<Record<Role, string>>;

declare module "vitest" {
  interface ProvidedContext {
    /** The keys that every plant has. */
    plantKeys: PlantKeys;
    /** The database file that every plant starts from. */
    templatePath: string;
  }
}
