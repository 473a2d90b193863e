import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

describe.each(globSync(".github/workflows/*.yml", { cwd: root }))("%s", (path) => {
  const text = readFileSync(join(root, path), "utf8");
  const jobs = text
    .slice(text.search(/^jobs:$/m))
    .split(/^ {2}(?=[\w-]+:$)/m)
    .slice(1);

  test("runs each action at a commit, with its version in a comment", () => {
    const actions = text.match(/^.*\buses:.*$/gm) ?? [];
    expect(actions).not.toEqual([]);
    for (const action of actions) {
      expect(action).toMatch(/ uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("gives its jobs no rights but those that each names", () => {
    expect(text).toMatch(/^permissions: \{\}$/m);
    expect(jobs).not.toEqual([]);
    for (const job of jobs) expect(job).toMatch(/^ {4}permissions:\n {6}\w/m);
  });

  test("has no stored secret, and leaves no key in a clone", () => {
    expect(text).not.toMatch(/\bsecrets\b/);
    const clones = text.match(/uses: actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(clones.length);
  });
});
