import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import chaos from "./chaos/vitest.config.ts";
import contract from "./packages/contract/vitest.config.ts";
import core from "./packages/core/vitest.config.ts";
import http from "./packages/http/vitest.config.ts";
import table from "./packages/table/vitest.config.ts";
import browser from "./tests/vitest.browser.config.ts";
import deployment from "./tests/vitest.deployment.config.ts";
import endToEnd from "./tests/vitest.end-to-end.config.ts";
import law from "./tests/vitest.law.config.ts";
import node from "./tests/vitest.node.config.ts";
import sqld from "./tests/vitest.sqld.config.ts";
import LongFirst from "./tools/long-first.ts";

/**
 * Returns the project of a folder's configuration. Those of this file share a Vite server, so each
 * module is transformed once for all of them. One with plugins or a way to resolve modules can't.
 */
function projectIn(folder: string, { test }: ViteUserConfig) {
  const setup = test?.globalSetup;
  const globalSetup = typeof setup === "string" ? { globalSetup: join(folder, setup) } : {};
  return { test: { ...test, dir: folder, ...globalSetup } };
}

// A package tests itself; tests/ holds what runs across packages, one configuration a runtime.
export default defineConfig({
  test: {
    projects: [
      projectIn("packages/contract", contract),
      projectIn("packages/core", core),
      projectIn("packages/http", http),
      projectIn("packages/table", table),
      projectIn("chaos", chaos),
      ...[law, node, sqld, endToEnd, deployment, browser].map((one) => projectIn("tests", one)),
      "apps/console/vitest.config.ts",
      "tests/vitest.d1.config.ts",
    ],
    sequence: { sequencer: LongFirst },
    reporters: ["default", "./tools/tally-reporter.ts"],
  },
});
