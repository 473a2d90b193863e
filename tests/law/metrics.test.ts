import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, serveAsbuilt, stop, temporaryFolder } from "../end-to-end/processes.ts";
import { hasPromtool, scrape, typesIn } from "../end-to-end/scrapes.ts";

const root = join(import.meta.dirname, "../..");
const prometheus = join(root, "deploy/prometheus");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const rules = read("deploy/prometheus/alerts.yml");
const alerts = Array.from(rules.matchAll(/^ *- alert: (\w+)$/gm), ([, name]) => name!);

/** Returns the metrics that expressions name, without the suffixes of a histogram. */
const metricsIn = (text: string, types: ReadonlyMap<string, string>): Set<string> =>
  new Set(
    Array.from(text.matchAll(/\b(?:asbuilt|process|nodejs)_\w+/g), ([name]) => {
      const family = name.replace(/_(?:bucket|sum|count)$/, "");
      return types.get(family) === "histogram" ? family : name;
    }),
  );

/** Returns the expressions of a dashboard, also of its variables. */
function expressionsOf(dashboard: string): string[] {
  const found: string[] = [];
  JSON.parse(dashboard, (key, value: unknown) => {
    if ((key === "expr" || key === "query") && typeof value === "string") found.push(value);
    return value;
  });
  return found;
}

let types = new Map<string, string>();
const temporary = temporaryFolder();
afterAll(temporary.remove);

beforeAll(async () => {
  const port = await freePort();
  const service = await serveAsbuilt({
    DATABASE_URL: `file:${join(temporary.path, "plant.db")}`,
    ASBUILT_METRICS: String(port),
  });
  types = typesIn((await scrape(port)).text);
  await stop(service);
});

test("docs/reference/metrics.md lists each metric of the service with its type, and no other", () => {
  const rows = Array.from(read("docs/reference/metrics.md").matchAll(/^\| (`.+`) \| (\w+) \|/gm));
  const documented = rows.flatMap(([, names, type]) =>
    Array.from(names!.matchAll(/`(\w+)(?:\{.*?\})?`/g), ([, name]) => [name!, type!] as const),
  );
  expect(new Map(documented)).toEqual(types);
});

describe("each metric exists that is named by", () => {
  test("the alert rules", () => {
    const named = metricsIn(rules, types);
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !types.has(name))).toEqual([]);
  });

  test("the dashboard", () => {
    const expressions = expressionsOf(read("deploy/grafana/asbuilt.json"));
    expect(expressions.length).toBeGreaterThan(20);
    const named = metricsIn(expressions.join("\n"), types);
    expect([...named].filter((name) => !types.has(name))).toEqual([]);
  });
});

test("each alert links its heading in the runbook, and each heading of one has its alert", () => {
  const linked = Array.from(rules.matchAll(/^ *runbook_url: (.+)$/gm), ([, url]) => url);
  expect(linked).toEqual(alerts.map((name) => `docs/how-to/runbook.md#${name.toLowerCase()}`));
  const headings = Array.from(
    read("docs/how-to/runbook.md").matchAll(/^### (\w+)$/gm),
    ([, name]) => name,
  );
  expect(headings).toEqual(alerts);
});

test("each alert has a test of its rule", () => {
  const tests = read("deploy/prometheus/alerts.test.yml");
  const tested = Array.from(tests.matchAll(/^ *alertname: (\w+)$/gm), ([, name]) => name!);
  expect(new Set(tested)).toEqual(new Set(alerts));
});

test.runIf(hasPromtool)("the alert rules are valid, and fire as their tests say", () => {
  const promtool = (...args: string[]) =>
    execFileSync("promtool", args, { cwd: prometheus, encoding: "utf8" });
  expect(promtool("check", "config", "prometheus.yml")).toContain(`${alerts.length} rules found`);
  expect(promtool("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
});
