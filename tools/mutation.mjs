// `npm run mutation [-- --record] [-- -m FILES]` changes the rules of core one operator at a time,
// and checks that a test fails. `--record` writes the score to docs/explanation/reliability.md.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const core = fileURLToPath(new URL("../packages/core/", import.meta.url));
const page = fileURLToPath(new URL("../docs/explanation/reliability.md", import.meta.url));
const stryker = `${core}node_modules/@stryker-mutator/core/bin/stryker.js`;

/** Counts the changes by outcome. A change of what a module computes at its start has none. */
function outcomes() {
  const { files } = JSON.parse(readFileSync(`${core}.tmp/mutation.json`, "utf8"));
  const all = Object.values(files).flatMap((file) => file.mutants);
  const mutants = all.filter((mutant) => !mutant.static);
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const [seen, unseen] = [count("Killed", "Timeout"), count("Survived", "NoCoverage")];
  return { files: Object.keys(files).length, seen, counted: seen + unseen };
}

function recordScore({ files, seen, counted }) {
  const day = new Date().toISOString().slice(0, 10);
  const score = ((100 * seen) / counted).toFixed(1);
  const figures = `${seen} of ${counted} changes in ${files} files seen; score ${score}%`;
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text
      .replace(/^[|] mutation [|].*$/m, `| mutation | ${day} | 1 | |`)
      .replace(/^- [*]{2}mutation[*]{2}:.*$/m, `- **mutation**: ${figures}`),
  );
}

const args = process.argv.slice(2);
const passed = args.filter((arg) => arg !== "--record");
const { status } = spawnSync(process.execPath, [stryker, "run", ...passed], {
  cwd: core,
  stdio: "inherit",
});
if (status === 0 && args.includes("--record")) recordScore(outcomes());
process.exitCode = status ?? 1;
