// The types of the Workers runtime replace those of Node wherever they are loaded whole.
declare module "cloudflare:workers" {
  import type { D1Database, KVNamespace, R2Bucket, RateLimit } from "@cloudflare/workers-types";
  type LimitName = "KEY_LIMIT" | "ADDRESS_LIMIT" | "FAILURE_LIMIT";
  export const env: Readonly<Record<`DB${number}`, D1Database | undefined>> &
    Readonly<Record<LimitName, RateLimit>> &
    Readonly<Record<"KEPT_ANCHOR", KVNamespace>> &
    Readonly<Record<"ATTACHMENTS", R2Bucket>>;
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
