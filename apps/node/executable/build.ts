import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";

/** The mark in Node's binary that says whether it has a program inside. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Makes one file of this Node and the packed asbuilt, with its native binding for this platform.
 * `scratch` is a folder for the parts.
 */
export function buildExecutable(packed: string, to: string, scratch: string): void {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", ["install", "--prefix", scratch, ...quietly, packed], { stdio: "inherit" });
  writeFileSync(join(scratch, "main.cjs"), 'import("./node_modules/asbuilt/bin/asbuilt.js");\n');
  const { index, bytes } = contentOf(scratch, ["main.cjs", ...modulesIn(scratch)]);
  const blob = join(scratch, "blob");
  const configuration = join(scratch, "configuration.json");
  writeFileSync(join(scratch, "index.json"), JSON.stringify(index));
  writeFileSync(join(scratch, "files"), bytes);
  writeFileSync(
    configuration,
    JSON.stringify({
      main: join(import.meta.dirname, "main.cjs"),
      output: blob,
      disableExperimentalSEAWarning: true,
      assets: { "index.json": join(scratch, "index.json"), files: join(scratch, "files") },
    }),
  );
  execFileSync(process.execPath, ["--experimental-sea-config", configuration], { stdio: "pipe" });
  copyFileSync(process.execPath, to);
  // It warns of sections that it does not know, and keeps them.
  const postject = createRequire(import.meta.url).resolve("postject/dist/cli.js");
  const options = [to, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse];
  execFileSync(process.execPath, [postject, ...options], { stdio: "pipe" });
}

/**
 * Returns the licences of what the executable contains besides the package, which has its own. The text
 * of Node's differs by its version, and an installation of it has none.
 */
export function licensesOfExecutable(scratch: string): string {
  const node = `node-${process.versions.node}-license.txt`;
  const texts = [
    ["Node", readFileSync(join(import.meta.dirname, node), "utf8")],
    ["libsql", readFileSync(join(scratch, "node_modules/libsql/LICENSE"), "utf8")],
    ["SQLite, inside of libsql", "SQLite is in the public domain.\n"],
  ] as const;
  return texts.map(([name, text]) => `${name}\n${"=".repeat(name.length)}\n\n${text}`).join("\n\n");
}

/** Returns the paths of the installed modules, without npm's own notes. */
const modulesIn = (folder: string) =>
  readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((path) => !path.startsWith("node_modules/."))
    .toSorted();

/** Returns the files compressed together, with the digest of each. */
function contentOf(folder: string, paths: readonly string[]) {
  const contents = paths.map((path) => readFileSync(join(folder, path)));
  const files = paths.map((path, i) => ({
    path,
    size: contents[i]!.length,
    digest: sha256(contents[i]!),
  }));
  // The highest level takes ten times as long, for 1 MB of the 135 of the file.
  const params = { [constants.ZSTD_c_compressionLevel]: 12 };
  return {
    index: { digest: sha256(JSON.stringify(files)), files },
    bytes: zstdCompressSync(Buffer.concat(contents), { params }),
  };
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
