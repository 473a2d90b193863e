import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { onD1 } from "./plants/selection.ts";
import { bindings } from "./plants/bindings.ts";

// The same alias as in apps/worker/build.ts, with which the Worker is bundled.
const lightZod = fileURLToPath(import.meta.resolve("@asbuilt/contract/light-zod"));
const migrations = fileURLToPath(new URL("../packages/core/migrations", import.meta.url));

/** A rate limit as in wrangler.jsonc, but for few requests per minute. */
const limitTo = (limit: number, namespace_id: string) => ({
  namespace_id,
  simple: { limit, period: 60 as const },
});

const repeats = /^ASBUILT_(?:MODEL|FAULTS)_/;

// The scenarios on D1, and the Worker's wiring, in the Workers runtime.
export default defineConfig({
  resolve: { alias: [{ find: /^zod$/, replacement: lightZod }] },
  plugins: [
    cloudflareTest({
      remoteBindings: false,
      miniflare: {
        compatibilityDate: "2026-11-01",
        compatibilityFlags: ["nodejs_compat"],
        cf: false,
        d1Databases: [...bindings],
        kvNamespaces: ["KEPT_ANCHOR"],
        r2Buckets: ["ATTACHMENTS"],
        ratelimits: {
          KEY_LIMIT: limitTo(2, "1"),
          ADDRESS_LIMIT: limitTo(3, "2"),
          FAILURE_LIMIT: limitTo(2, "3"),
        },
      },
    }),
  ],
  test: {
    name: "d1",
    ...onD1,
    setupFiles: "./plants/reset.d1.ts",
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: "./plants/setup.d1.ts",
    // The runtime has its own environment, so the variables that repeat a run are passed on.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => repeats.test(name))),
    provide: { migrations: await readD1Migrations(migrations) },
  },
});
