// `npm test [-- OPTIONS] [FILES]` runs the tests by vitest, whose own options it takes too:
//   --quick   what runs in a minute: the rules, the contract, and the scenarios on a file
//   --all     every scenario on every database; without it tests/plants/selection.ts says which
//   --browser the tests in a browser alone, which otherwise only run where --project names them
//   --rest    what `npm test` leaves out, but for the tests in a browser: those of deployment and of
//             releases, the scenarios of one caller on D1, and large records on D1 and a file
import { availableParallelism } from "node:os";

const selections = new Set(["--quick", "--all", "--browser", "--rest"]);
const given = process.argv.slice(2);
const selection = given.find((arg) => selections.has(arg))?.slice(2);
const others = given.filter((arg) => !selections.has(arg));

const args = ["run"];
// Many tests wait for processes that they have started, so more files run together than there are
// cores. Those in a browser wait longest. Those of a quick run start few processes.
const filesPerCore = { quick: 1.5, browser: 2.5 }[selection] ?? 2;
if (!others.some((arg) => arg.startsWith("--maxWorkers"))) {
  args.push(`--maxWorkers=${Math.ceil(availableParallelism() * filesPerCore)}`);
}
if (selection === "quick") {
  process.env.ASBUILT_MODEL_STEPS ??= "500";
  const projects = ["contract", "core", "http", "law", "node"];
  args.push(...projects.map((name) => `--project=${name}`));
} else if (selection === "browser") args.push("--project=browser");
else if (selection === "rest") {
  const projects = ["deployment", "law", "node", "d1"];
  args.push(...projects.map((name) => `--project=${name}`));
} else if (!others.some((arg) => arg.startsWith("--project"))) {
  args.push("--project=!browser", "--project=!deployment");
}
if (selection) process.env.ASBUILT_TEST_SELECTION = selection;

process.argv.splice(2, Infinity, ...args, ...others);
await import("../node_modules/vitest/vitest.mjs");
