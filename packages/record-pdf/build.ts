// Bundles the package into one module without imports, for a runtime that loads it when it is asked
// for: `await buildRecordPdf(FILE)`. It does nothing if no source has changed since.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "vite";

const folder = import.meta.dirname;

/** Writes the bundle to a file, unless it is newer than all that it is made of. */
export async function buildRecordPdf(to: string): Promise<void> {
  if (existsSync(to) && changedMs() < statSync(to).mtimeMs) return;
  await build({
    configFile: false,
    root: folder,
    logLevel: "warn",
    // Such a runtime gives modules no address, and pdfkit looks for one.
    plugins: [withoutWoff2],
    define: { "import.meta.url": JSON.stringify("file:///record-pdf.js") },
    build: {
      outDir: dirname(to),
      emptyOutDir: false,
      target: "es2022",
      license: { fileName: "licenses.md" },
      rolldownOptions: { output: { minify: true } },
      lib: {
        entry: join(folder, "src/index.ts"),
        formats: ["es"],
        fileName: () => basename(to),
      },
    },
  });
}

/** fontkit reads compressed fonts with a dictionary of 120 kB. The fonts of documents are not. */
const withoutWoff2 = {
  name: "without-woff2",
  enforce: "pre" as const,
  load: (id: string) =>
    id.endsWith("brotli/decompress.js") ? "export default () => undefined;" : undefined,
};

/** The time of the last change of a source, or of the versions of the libraries. */
const changedMs = (): number => {
  const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
  const files = [...sources.map((name) => join("src", name)), "build.ts", "../../pnpm-lock.yaml"];
  return Math.max(...files.map((name) => statSync(join(folder, name)).mtimeMs));
};
