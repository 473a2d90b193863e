import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../apps/console");

/** A file of the build, as its manifest describes it by the source that it was made from. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

let chunks: Readonly<Record<string, Chunk>> = {};

beforeAll(() => {
  // Does nothing if the sources are those of the last build. As in a plant, not as in a test.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, [join(folder, "build.ts")], { env });
  const manifest = readFileSync(join(folder, "dist/.vite/manifest.json"), "utf8");
  // The build has just written it.
  chunks = JSON.parse(manifest) as typeof chunks;
});

const gzippedKb = (file: string) =>
  gzipSync(readFileSync(join(folder, "dist", file)), { level: 9 }).length / 1000;

/** Returns the chunks that the browser loads together for sources. */
function loadedFor(sources: readonly string[], known = new Set<string>()): ReadonlySet<string> {
  for (const source of sources.filter((name) => !known.has(name))) {
    known.add(source);
    loadedFor(chunks[source]!.imports ?? [], known);
  }
  return known;
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

const sizeOf = (sources: Iterable<string>) =>
  sum([...sources].map((source) => gzippedKb(chunks[source]!.file)));

/** The scripts of every page: the frame, the sign-in and the larger catalogue. */
const frame = () => loadedFor(["index.html", ...["first", "later"].map(largerCatalogue)]);

const cataloguesOf = (part: string) =>
  Object.keys(chunks).filter((source) => source.endsWith(`.po?${part}?lingui`));

const largerCatalogue = (part: string) =>
  cataloguesOf(part).toSorted(
    (a, b) => gzippedKb(chunks[b]!.file) - gzippedKb(chunks[a]!.file),
  )[0]!;

/** The scripts of a first scan at the station. */
const ofFirstScan = () =>
  loadedFor(["index.html", largerCatalogue("first"), "src/screens/station/station-screen.tsx"]);

/** Returns the size of the scripts that a source needs besides those of every page. */
function extraOf(source: string): number {
  const known = frame();
  return sizeOf([...loadedFor([source])].filter((name) => !known.has(name)));
}

const screens = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith("-screen.tsx") && !name.includes("sign-in"))
  .map((name) => `src/${name}`);

// React and the router are 105 kB of them.
test("a first scan at the station needs at most 157 kB of scripts", () => {
  expect(sizeOf(ofFirstScan())).toBeLessThan(157);
});

test("the page reads the order of the layers before any rule of one", () => {
  const page = readFileSync(join(folder, "dist/index.html"), "utf8");
  const [, first] = /<link rel="stylesheet"[^>]* href="\/console\/([^"]+)"/.exec(page)!;
  // Without the order, a layer that comes first would give way to all others.
  const styles = readFileSync(join(folder, "dist", first!), "utf8");
  const layers = Array.from(styles.matchAll(/@layer ([a-z]+)\{/g), ([, name]) => name!);
  expect([...new Set(layers)]).toEqual(["reset", "tokens", "base", "parts", "screens"]);
});

test("a first scan needs no text that comes later", () => {
  const built = (source: string) =>
    readFileSync(join(folder, "dist", chunks[source]!.file), "utf8");
  const idsIn = (sources: Iterable<string>, pattern: RegExp) =>
    new Set(
      [...sources].flatMap((source) =>
        Array.from(built(source).matchAll(pattern), ([, id]) => id!),
      ),
    );
  const named = idsIn(ofFirstScan(), /[`"]([\w+/-]{6})[`"]/g);
  const later = idsIn(cataloguesOf("later"), /"([\w+/-]{6})":\[/g);
  expect(later.size).toBeGreaterThan(500);
  expect([...later].filter((id) => named.has(id))).toEqual([]);
});

describe.each(screens)("%s", (screen) => {
  test("needs at most 60 kB of scripts besides those of the frame", () => {
    expect(extraOf(screen)).toBeLessThan(60);
  });

  test("needs at most 12 kB of styles", () => {
    const sources = [...frame(), ...loadedFor([screen])];
    const styles = new Set(sources.flatMap((source) => chunks[source]!.css ?? []));
    expect(sum([...styles].map(gzippedKb))).toBeLessThan(12);
  });
});

// The tables of GS1 are 21 kB of them, QR 17, Data Matrix 11 and Code 128 7.
test("a first label needs at most 62 kB of scripts for its symbol", () => {
  expect(extraOf("src/label/symbol.ts")).toBeLessThan(62);
});
