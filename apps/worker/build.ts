// Bundles the Worker into `dist`: a folder for each database, with all that wrangler uploads.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecordPdf } from "@asbuilt/record-pdf/build";

const folder = import.meta.dirname;
const dist = join(folder, "dist");
const stamp = join(dist, "sources");

const lightZod = fileURLToPath(import.meta.resolve("@asbuilt/contract/light-zod"));

/** The source of the Worker for each database. Its folder has the same name. */
const entries = { d1: "src/index.ts", libsql: "src/libsql.ts" };

/** The folders of all code that the Worker is made of, but for the libraries. */
export const sourceFolders = [
  "src",
  "../../packages/contract/src",
  "../../packages/core/src",
  "../../packages/http/src",
].map((path) => join(folder, path));

/**
 * Bundles the Worker, and what it loads later as modules of their own: wrangler would put all of it
 * into one. It does nothing if no source has changed since, and a file with the same content is left
 * alone: a change of a file restarts the Workers that wrangler serves from it.
 */
export async function buildWorker(): Promise<void> {
  const recordPdf = join(folder, "src/lazy/record-pdf.js");
  await buildRecordPdf(recordPdf);
  const sources = hashOfSources();
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== sources) {
    mkdirSync(dist, { recursive: true });
    await Promise.all(Object.entries(entries).map(rebuild));
    writeFileSync(stamp, sources);
  }
  for (const name of Object.keys(entries)) {
    copyChanged(recordPdf, join(dist, name, "lazy/record-pdf.js"));
  }
}

/** Copies a file if its content has changed. */
export function copyChanged(from: string, to: string): void {
  if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

async function rebuild([name, entry]: readonly [string, string]): Promise<void> {
  // As deep as the folder that wrangler reads: source maps have relative paths.
  const made = mkdtempSync(join(dist, "making-"));
  try {
    await bundle(entry, made);
    replaceChanged(made, join(dist, name));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

async function bundle(entry: string, into: string): Promise<void> {
  // Loaded only now: most starts have nothing to bundle.
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: folder,
    logLevel: "warn",
    publicDir: false,
    resolve: {
      // The part of zod that it uses is a quarter of the code.
      alias: [{ find: /^zod$/, replacement: lightZod }],
    },
    ssr: {
      noExternal: true,
      resolve: { conditions: ["workerd", "worker", "browser", "module", "import", "default"] },
    },
    build: {
      ssr: true,
      outDir: into,
      target: "esnext",
      sourcemap: true,
      rolldownOptions: {
        input: { index: join(folder, entry) },
        // The runtime takes each export of the first module for an entrypoint.
        preserveEntrySignatures: "strict",
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          comments: false,
          minify: true,
        },
      },
    },
  });
}

/** Replaces the files of a folder that have changed, the first module last, and removes the others. */
function replaceChanged(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from);
  for (const name of names.toSorted((one) => (one === "index.js" ? 1 : -1))) {
    const kept = join(to, name);
    const made = join(from, name);
    if (existsSync(kept) && readFileSync(kept).equals(readFileSync(made))) continue;
    renameSync(made, kept);
  }
  const old = readdirSync(to).filter((name) => name !== "lazy" && !names.includes(name));
  for (const name of old) rmSync(join(to, name));
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  const others = [import.meta.filename, join(folder, "../../pnpm-lock.yaml")];
  for (const path of [...sourceFolders.flatMap(filesIn), ...others]) {
    hash.update(`${path}\0`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

const filesIn = (from: string): string[] =>
  readdirSync(from, { recursive: true, encoding: "utf8" })
    .map((name) => join(from, name))
    .filter((path) => path.endsWith(".ts") && statSync(path).isFile())
    .toSorted();
