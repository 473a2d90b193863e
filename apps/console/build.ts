// Builds the console into `dist`, if anything that it is made of has changed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstChunk, sharedChunk } from "./first-scan.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const output = join(folder, "dist");
const stampPath = join(output, "build.json");

const inputs = [
  "src",
  "public",
  "index.html",
  "build.ts",
  "first-scan.ts",
  "lingui.config.ts",
  "package.json",
  "vite.config.ts",
  "../../packages/client/src",
  "../../packages/contract/src/spelling.ts",
  "../../packages/table/src",
  "../../pnpm-lock.yaml",
];

/** The last build: a hash of its sources, and its files. */
interface Stamp {
  readonly sources: string;
  readonly files: readonly string[];
}

function sourcesHash(): string {
  const hash = createHash("sha256");
  for (const path of inputs.flatMap(filesAt)) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

/** Returns the path of a file, or of all files in a folder. */
function filesAt(input: string): string[] {
  const path = join(folder, input);
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

function readStamp(): Stamp | undefined {
  // Only this program writes the file.
  return existsSync(stampPath) ? (JSON.parse(readFileSync(stampPath, "utf8")) as Stamp) : undefined;
}

/** Returns the files as the service worker fetches and keeps them: those that have changed. */
const precached = (files: readonly string[]) =>
  files.map((name) => {
    // The name of a file in this folder changes with its content.
    const isNamedByContent = name.startsWith("assets/");
    const content = isNamedByContent ? undefined : readFileSync(join(output, name));
    const revision = content ? createHash("sha256").update(content).digest("hex") : null;
    return { url: `/console/${name}`, revision };
  });

const sources = sourcesHash();
const last = readStamp();
if (last?.sources !== sources) {
  // Loaded only now: a start whose console is built does not wait for it.
  const { build } = await import("vite");
  // A page that is open asks for files of the build that it came from: they stay for one more build.
  const { output: made } = (await build({
    root: folder,
    logLevel: "error",
    build: {
      outDir: output,
      emptyOutDir: false,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [firstChunk(), sharedChunk] },
          // Of each name one or two builds are kept: 42 bits tell them apart. The first scan loads the
          // names of all files.
          entryFileNames: "assets/[name]-[hash:7].js",
          chunkFileNames: "assets/[name]-[hash:7].js",
          assetFileNames: "assets/[name]-[hash:7][extname]",
        },
      },
    },
  })) as { readonly output: readonly { readonly fileName: string }[] };
  const files = made
    .map(({ fileName }) => fileName)
    // The list of files is none that a page loads.
    .filter((name) => !name.startsWith(".vite/"));
  await build({
    root: folder,
    logLevel: "error",
    define: {
      builtFiles: JSON.stringify(precached([...files, ...readdirSync(join(folder, "public"))])),
    },
    build: {
      outDir: output,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: false,
      license: { fileName: ".vite/service-worker-license.md" },
      rolldownOptions: {
        input: join(folder, "src/service-worker.ts"),
        // One classic script: every browser takes it, and it imports nothing.
        output: { format: "iife", entryFileNames: "[name].js" },
      },
    },
  });
  const kept = new Set([...files, ...(last?.files ?? [])]);
  for (const name of readdirSync(join(output, "assets"))) {
    if (!kept.has(`assets/${name}`)) rmSync(join(output, "assets", name));
  }
  writeFileSync(stampPath, JSON.stringify({ sources, files } satisfies Stamp));
}
