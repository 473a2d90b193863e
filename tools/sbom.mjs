// `npm run sbom [-- FILE]` writes everything that asbuilt runs on, with versions, hashes and
// licences, as CycloneDX JSON. Without a file it writes to standard output.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pnpm } from "./pnpm.mjs";

const root = new URL("..", import.meta.url);

/** Returns the integrity of each locked package, by `name@version`. */
function lockedHashes() {
  const lockfile = readFileSync(new URL("pnpm-lock.yaml", root), "utf8");
  const entries = lockfile.matchAll(
    /^ {2}'?([^\s'(]+)'?:\n {4}resolution: \{integrity: (\S+?)[,}]/gm,
  );
  return new Map([...entries].map(([, name, integrity]) => [name, integrity]));
}

/** Returns an integrity as CycloneDX writes it: SHA-512 in hexadecimal. */
function hashOf(integrity) {
  const [alg, base64] = integrity.split("-");
  const content = Buffer.from(base64, "base64").toString("hex");
  return { alg: alg.replace("sha", "SHA-"), content };
}

const fileHash = (path) => ({
  alg: "SHA-512",
  content: createHash("sha512").update(readFileSync(path)).digest("hex"),
});

/** Returns the runtime of asbuilt on Node: this program, which the package `node` installs. */
const nodeComponent = () => ({
  type: "platform",
  name: "node",
  version: process.versions.node,
  "bom-ref": `node@${process.versions.node}`,
  cpe: `cpe:2.3:a:nodejs:node.js:${process.versions.node}:*:*:*:*:*:*:*`,
  licenses: [{ license: { id: "MIT" } }],
  hashes: [fileHash(process.execPath)],
  properties: [{ name: "asbuilt:platform", value: `${process.platform}-${process.arch}` }],
});

/** Returns the SQLite that the native binding of libsql contains, with the hash of the binding. */
function sqliteComponent() {
  const ofCore = createRequire(new URL("packages/core/package.json", root));
  const Database = ofCore("libsql");
  const database = new Database(":memory:");
  const { version } = database.prepare("select sqlite_version() as version").get();
  database.close();
  // The binding is the only native module that is loaded here.
  const binding = process.report.getReport().sharedObjects.find((path) => path.endsWith(".node"));
  return {
    type: "library",
    name: "sqlite",
    version,
    "bom-ref": `sqlite@${version}`,
    cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: "blessing" } }],
    hashes: [fileHash(binding)],
    properties: [{ name: "asbuilt:contained-in", value: "libsql" }],
  };
}

/** The licences of packages whose package.json names none, from the file LICENSE in each. */
const licencesInFiles = { "png-js@2.0.0": "MIT" };

/** Adds hashes to a bill of materials, and the parts that are no packages. */
function completed(bill) {
  const hashes = lockedHashes();
  const packages = bill.components.map((component) => {
    const { group, name, version } = component;
    const full = `${group ? `${group}/` : ""}${name}@${version}`;
    const integrity = hashes.get(full);
    const id = licencesInFiles[full];
    return {
      ...component,
      ...(integrity && { hashes: [hashOf(integrity)] }),
      ...(id && { licenses: [{ license: { id } }] }),
    };
  });
  return { ...bill, components: [...packages, nodeComponent(), sqliteComponent()] };
}

const [file] = process.argv.slice(2);
const kind = ["--prod", "--sbom-format=cyclonedx", "--sbom-type=application"];
const { status, stdout, stderr } = pnpm(["sbom", ...kind], { maxBuffer: 2 ** 28 });
if (status !== 0) {
  process.stderr.write(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}
const text = `${JSON.stringify(completed(JSON.parse(stdout)), undefined, 2)}\n`;
if (file) writeFileSync(file, text);
else process.stdout.write(text);
