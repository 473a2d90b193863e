// The types of the Workers runtime replace those of Node wherever they are loaded whole.
declare module "cloudflare:workers" {
  import type { D1Database } from "@cloudflare/workers-types";
  export const env: Readonly<Record<string, D1Database | undefined>>;
}

declare module "cloudflare:test" {
  import type { D1Database } from "@cloudflare/workers-types";
  import type { D1Migration } from "@cloudflare/vitest-plugin";
  export function reset(): Promise<void>;
  export function applyD1Migrations(
    database: D1Database,
    migrations: readonly D1Migration[],
  ): Promise<void>;
}
