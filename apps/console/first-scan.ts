// A first scan at the station loads one chunk that it shares with other screens, the station, and only
// the texts that these two can show.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { formatter } from "@lingui/format-po";
import type { Plugin } from "vite";

const folder = fileURLToPath(new URL(".", import.meta.url));
const [entry, station] = ["src/main.tsx", "src/screens/station/"];

const imported = /^(?:import|export) (?!type )[^;]*?"(\.[^"]+\.tsx?)";/gm;

/** Adds a module with all that it imports, as paths in this folder. */
function addClosure(path: string, known: Set<string>): void {
  if (known.has(path)) return;
  known.add(path);
  for (const [, name] of readFileSync(join(folder, path), "utf8").matchAll(imported)) {
    addClosure(join(dirname(path), name!), known);
  }
}

/** Returns the modules of a first scan, without those that are imported only when they are shown. */
function modulesOfFirstScan(): ReadonlySet<string> {
  const known = new Set<string>();
  addClosure(entry, known);
  addClosure(`${station}station-screen.tsx`, known);
  return known;
}

/** Packages that only other screens need. */
const lateLibraries = /react-virtual|virtual-core|bwip-js|csv-parse/;

/** The page reads the styles of the first chunk first, and these have the order of the layers. */
const firstStyles = ["src/ui/tokens.css", "src/ui/parts.css"];

/** Returns the chunk of what a first scan shares with others: it is smaller than its many parts. */
export function firstChunk() {
  // The build names the entry and the station by chunks of their own.
  const isOwn = (path: string) => path === entry || path.startsWith(station);
  const shared = [...modulesOfFirstScan()].filter((path) => !isOwn(path));
  const paths = new Set([...shared, ...firstStyles].map((path) => join(folder, path)));
  const test = (id: string) =>
    id.includes("/node_modules/") ? !lateLibraries.test(id) : paths.has(id);
  return { name: "first", test };
}

/**
 * The chunk of what four or more other parts share. The list of items had 24 chunks of less than 4 kB
 * without it, each a request that the first rows waited for.
 */
export const sharedChunk = {
  name: "shared",
  minShareCount: 4,
  // Most screens have no attachments: those that have some load one chunk more.
  test: (id: string) => !/\/node_modules\/|\/src\/attachment\//.test(id),
};

const compiled = /JSON\.parse\((".*")\)/s;

const catalogue = formatter();

/** Has `messages/en.po?first?lingui` the texts of a first scan, and `?later?lingui` all others. */
export const divideTexts = (): Plugin => ({
  name: "divide-texts",
  transform: {
    // After the plugin of lingui, which compiles what ends with its own name.
    order: "post",
    filter: { id: /\.po\?(?:first|later)\?lingui$/ },
    async handler(code, id) {
      const [path, part] = id.split("?");
      const modules = modulesOfFirstScan();
      const context = { locale: "en", sourceLocale: "en", filename: relative(folder, path!) };
      const entries = await catalogue.parse(readFileSync(path!, "utf8"), context);
      const isFirst = (key: string) =>
        entries[key]?.origin?.some(([file]) => modules.has(file)) ?? true;
      const divided = code.replace(compiled, (_, text: string) => {
        // The compiler of the catalogue has written it as JSON in a text.
        const messages = JSON.parse(JSON.parse(text) as string) as Record<string, unknown>;
        const wanted = Object.entries(messages).filter(
          ([key]) => isFirst(key) === (part === "first"),
        );
        return `JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(wanted)))})`;
      });
      return { code: divided, map: null, moduleType: "js" };
    },
  },
});
