// Fails if the OpenAPI document breaks clients of the newest release of its line: of the same major
// version, or before 1.0 of the same minor version. docs/reference/versions.md says when a change
// breaks them. A release's accepted-changes.txt has the single changes that are made all the same.
//   node tools/compatible.mjs [DOCUMENT]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const releases = join(root, "tests/releases");
const oasdiff = "github.com/oasdiff/oasdiff@v1.37.0";

const [document = join(root, "packages/contract/openapi.json")] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(document, "utf8")).info;

const lineOf = (of) => /^(?:0\.\d+|[1-9]\d*)\./.exec(of)?.[0];
const inOrder = new Intl.Collator("en", { numeric: true }).compare;
const base = readdirSync(releases)
  .filter((name) => lineOf(name) === lineOf(version))
  .toSorted(inOrder)
  .at(-1);
if (base === undefined) {
  console.log(`No release is of the line of ${version}: there is nothing to compare with.`);
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), "asbuilt-compatible-"));
try {
  const released = join(folder, `${base}.json`);
  writeFileSync(released, gunzipSync(readFileSync(join(releases, base, "openapi.json.gz"))));
  const levels = ["--severity-levels", join(releases, "severity-levels.txt")];
  const accepted = join(releases, base, "accepted-changes.txt");
  const ignoring = existsSync(accepted) ? ["--err-ignore", accepted] : [];
  const args = ["breaking", "--fail-on", "WARN", ...levels, ...ignoring, released, document];
  const { status } = spawnSync("go", ["run", oasdiff, ...args], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
