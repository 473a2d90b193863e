import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../deploy/systemd");
const analyze = (...args: string[]) =>
  execFileSync("systemd-analyze", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

// The checks install it. A developer's system can be another one.
const hasSystemd = existsSync("/usr/bin/systemd-analyze");

test.runIf(hasSystemd).each(globSync("*.service", { cwd: folder }))(
  "%s is sandboxed, as systemd judges it",
  (unit) => {
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(
      analyze("security", "--offline=yes", "--no-pager", unit),
    )!;
    expect(Number(exposure)).toBeLessThanOrEqual(1.5);
  },
);
