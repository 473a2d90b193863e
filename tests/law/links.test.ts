import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const tracked = (...patterns: string[]) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    cwd: root,
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .filter((path) => existsSync(join(root, path)));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = tracked("*.md").filter((path) => !path.startsWith("."));

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const text = read(page).replaceAll(/^```[^]*?^```/gm, "");
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Returns the links of a page that lead nowhere. */
function deadLinksOf(page: string): string[] {
  const links = Array.from(read(page).matchAll(/\]\(\s*([^)\s]+)\)/g), ([, link]) => link!);
  return links.filter((link) => {
    if (/^(?:https?:|mailto:)/.test(link)) return false;
    const [path, anchor] = link.split("#", 2) as [string, string?];
    const target = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && statSync(join(root, target)).isFile()
      ? !anchorsOf(target).has(anchor)
      : false;
  });
}

test.each(pages)("every link of %s leads to a file and a heading", (page) => {
  expect(deadLinksOf(page)).toEqual([]);
});

/** Returns the links of a page whose text is a path, and that lead to another file. */
function misnamedLinksOf(page: string): string[] {
  const links = Array.from(
    read(page).matchAll(/\[`?([\w./-]+\.(?:md|ts|mjs|json|ya?ml))`?\]\(\s*([^)#\s]+)/g),
  );
  return links.flatMap(([link, text, target]) =>
    join("/", dirname(page), target!).endsWith(join("/", text!)) ? [] : link,
  );
}

test.each(pages)("a link of %s whose text is a path leads to that file", (page) => {
  expect(misnamedLinksOf(page)).toEqual([]);
});

test("every page of docs that a file names exists", () => {
  const missing = tracked("--", ":!pnpm-lock.yaml", ":!*.png", ":!*.gz").flatMap((path) =>
    Array.from(read(path).matchAll(/\bdocs\/[\w/-]+\.(?:md|json)\b/g), ([name]) => name)
      .filter((name) => !existsSync(join(root, name)))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("README.md can be read in 120 lines", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});

test("docs/README.md lists every page of the folders for readers", () => {
  const list = read("docs/README.md");
  const unlisted = tracked("docs/*.md")
    .map((path) => path.slice("docs/".length))
    .filter((path) => path !== "README.md" && !path.startsWith("explanation/decisions/"))
    .filter((path) => !list.includes(`](${path})`));
  expect(unlisted).toEqual([]);
});
