import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitOf } from "@asbuilt/node/commit";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "asbuilt-commit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clone = join(folder, "clone");
const linked = join(folder, "linked");
const git = (...args: string[]) =>
  execFileSync("git", ["-C", clone, ...args], { encoding: "utf8", stdio: "pipe" }).trim();

test("the commit is known in a clone, with packed references and in a linked work tree", () => {
  mkdirSync(join(clone, "sources"), { recursive: true });
  expect(commitOf(clone)).toBeUndefined();
  git("init", "--quiet");
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  const commit = () => {
    git(...author, "commit", "--quiet", "--allow-empty", "--message=A");
    return git("rev-parse", "HEAD");
  };
  expect(commitOf(clone)).toBeUndefined();
  expect(commit()).toBe(commitOf(clone));
  git("pack-refs", "--all");
  const packed = commitOf(clone);
  expect(packed).toMatch(/^[0-9a-f]{40}$/);
  git("worktree", "add", "--quiet", linked);
  git("pack-refs", "--all");
  expect(commitOf(linked)).toBe(packed);
  expect(commit()).not.toBe(packed);
  expect(commitOf(linked)).toBe(packed);
  // It is a folder of something else's history.
  expect(commitOf(join(clone, "sources"))).toBeUndefined();
});
