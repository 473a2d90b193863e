// Makes the package that npm installs as `asbuilt`: `npm run pack [-- FOLDER]` writes it into a folder,
// by default into `dist`. With `--executable` it also makes one file that needs no Node.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { version } from "@asbuilt/contract/version";
import { buildRecordPdf } from "@asbuilt/record-pdf/build";
import { build, type Plugin } from "vite";
import { buildExecutable, licensesOfExecutable } from "./executable/build.ts";
import * as place from "./src/place.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const { positionals, values } = parseArgs({
  options: { executable: { type: "boolean" } },
  allowPositionals: true,
});
const [into] = positionals;
const dist = into === undefined ? join(folder, "dist") : resolve(into);
const output = join(dist, "package");
const share = join(output, "share");

/** The one dependency: its native binding is a file for each platform. */
const native = "libsql";

// Another folder can have files of its own.
rmSync(into === undefined ? dist : output, { recursive: true, force: true });
await bundle();
copyFiles();
writeManifest();
execFileSync("npm", ["pack", "--silent", "--pack-destination", dist], {
  cwd: output,
  stdio: ["ignore", "inherit", "inherit"],
});
if (values.executable) {
  const name = `asbuilt-${version}-${process.platform}-${process.arch}`;
  const packed = join(dist, `asbuilt-${version}.tgz`);
  const scratch = join(dist, "executable");
  buildExecutable(packed, join(dist, name), scratch);
  writeFileSync(join(dist, `${name}.licenses.txt`), licensesOfExecutable(scratch));
  console.log(name);
}

/** The module that makes documents is a file of its own, beside the others. */
function recordPdfAsItIs(): Plugin {
  return {
    name: "record-pdf-as-it-is",
    enforce: "pre",
    resolveId: (id) =>
      id === "@asbuilt/record-pdf" ? { id: "./record-pdf.js", external: true } : undefined,
  };
}

/** Bundles the command and the threads, with the licences of all that the bundle contains. */
async function bundle(): Promise<void> {
  const lib = join(output, "lib");
  const licences = join(lib, "licenses.md");
  // Minified, as the Worker has it: nobody looks for a fault of this program in it.
  await buildRecordPdf(join(lib, "record-pdf.js"));
  const ofRecordPdf = readFileSync(licences, "utf8");
  await build({
    configFile: false,
    root: folder,
    logLevel: "warn",
    ssr: { noExternal: true, external: [native] },
    plugins: [recordPdfAsItIs()],
    build: {
      ssr: true,
      outDir: lib,
      emptyOutDir: false,
      target: "node22",
      license: { fileName: "licenses.md" },
      rolldownOptions: {
        input: {
          main: join(folder, "src/main.ts"),
          "sealing-thread": fileURLToPath(place.threads.sealing),
          "record-pdf-thread": fileURLToPath(place.threads.recordPdf),
          "checkpoints-thread": fileURLToPath(place.threads.checkpoints),
        },
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          comments: { jsdoc: false },
        },
      },
    },
  });
  appendFileSync(licences, `\n${ofRecordPdf}`);
}

function copyFiles(): void {
  const root = join(folder, "../..");
  cpSync(join(folder, "bin"), join(output, "bin"), { recursive: true });
  for (const name of ["LICENSE", "README.md"]) cpSync(join(root, name), join(output, name));
  cpSync(place.migrationsFolder, join(share, "migrations"), {
    recursive: true,
    filter: (path) => !path.endsWith("_snapshot.json"),
  });
  for (const name of ["base", "demo"]) {
    cpSync(place.seedFolder(name), join(share, "seed", name), { recursive: true });
  }
  writeFileSync(join(share, "commit"), place.readCommit() ?? "");
  // Without its white space the document takes a third less of the package.
  const document = JSON.stringify(JSON.parse(readFileSync(place.documentFile, "utf8")));
  writeFileSync(join(share, "openapi.json"), document);
  cpSync(place.apiReferenceFile, join(share, "api-reference.js"));
  cpSync(place.fontsFolder, join(share, "fonts"), { recursive: true });
  // The library comes without the text of its licence.
  const {
    name,
    version: of,
    license,
    homepage,
  } = manifestAt(join(dirname(place.apiReferenceFile), "../../package.json"));
  writeFileSync(
    join(share, "api-reference-license.txt"),
    `api-reference.js is ${name} ${of} (${homepage}), under the ${license} licence.\n`,
  );
  copyConsole();
}

/** Copies the console without the files of an earlier build, which stay for pages that are open. */
function copyConsole(): void {
  const from = place.consoleFolder;
  const stamp = join(from, "build.json");
  // Only the console's build writes it.
  const { files } = JSON.parse(readFileSync(stamp, "utf8")) as { files: string[] };
  const isOfBuild = (path: string) => !path.startsWith("assets/") || files.includes(path);
  const to = join(share, "console");
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = relative(from, join(entry.parentPath, entry.name));
    if (!entry.isFile() || path.startsWith(".vite/") || path === basename(stamp)) continue;
    if (isOfBuild(path)) cpSync(join(from, path), join(to, path));
  }
  const licences = ["license.md", "service-worker-license.md"].map((name) =>
    readFileSync(join(from, ".vite", name), "utf8"),
  );
  writeFileSync(join(share, "console-licenses.md"), licences.join("\n"));
}

/** Reads a package.json, whose fields are texts where they are used here, but for the repository. */
function manifestAt(path: string) {
  return JSON.parse(readFileSync(path, "utf8")) as Readonly<
    Record<string, string> & { repository?: object }
  >;
}

function writeManifest(): void {
  const installed = join(folder, "node_modules", native, "package.json");
  const { version: nativeVersion } = manifestAt(installed);
  const { description, license, repository, homepage, bugs } = manifestAt(
    join(folder, "../../package.json"),
  );
  const manifest = {
    name: "asbuilt",
    version,
    description,
    license,
    repository,
    homepage,
    bugs,
    keywords: ["manufacturing", "mes", "traceability", "genealogy", "bill-of-materials"],
    type: "module",
    bin: { asbuilt: "bin/asbuilt.js" },
    engines: { node: ">=22" },
    dependencies: { [native]: nativeVersion },
  };
  writeFileSync(join(output, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
