// `npm run clients [-- NAME...]` generates clients with other people's generators at their defaults,
// compiles them, and runs one flow with each against a started service. Each flow must print the
// same. `--record` writes the table of docs/reference/generated-clients.md.
import { type Client, createClient } from "@asbuilt/client";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root, serveAsbuilt } from "../end-to-end/processes.ts";
import { hasProgram, nodeBin, run } from "./commands.ts";
import { type Generator, generators } from "./generators.ts";
import { expectedOutput, prepareFlow } from "./plant.ts";

interface Outcome {
  readonly name: string;
  readonly generator: Generator;
  readonly isSkipped: boolean;
  /** The warnings that the generator printed. */
  readonly warnings: number;
  /** The stages that succeeded, in order. */
  readonly done: readonly string[];
  /** Why the next stage failed; undefined if all is right. */
  readonly failure?: string;
}

const document = join(root, "packages/contract/openapi.json");
const page = join(root, "docs/reference/generated-clients.md");
const scratch = mkdtempSync(join(tmpdir(), "asbuilt-clients-"));

async function tryGenerator(name: string, client: Client, service: Service): Promise<Outcome> {
  const generator = generators[name]!;
  const outcome = { name, generator, isSkipped: false, warnings: 0, done: [] as string[] };
  const { flow, needs, generate, compile, run: runFlow } = generator;
  if (needs !== undefined && !(await hasProgram(needs))) return { ...outcome, isSkipped: true };
  const folder = join(scratch, name);
  mkdirSync(folder);
  copyFileSync(document, join(folder, "openapi.json"));
  if (flow) copyFileSync(join(import.meta.dirname, flow), join(folder, basename(flow)));
  try {
    const said = await run(await generate(), folder);
    outcome.warnings = said.match(/\bWARN/g)?.length ?? 0;
    outcome.done.push("generated");
    if (compile) {
      await run(await compile(), folder);
      outcome.done.push("compiled");
    }
    if (runFlow) {
      const names = await prepareFlow(client, name);
      const env = { ASBUILT_URL: service.address, ASBUILT_KEY: service.key, ...names };
      const printed = await run(await runFlow(), folder, env);
      if (printed !== expectedOutput(names)) throw new Error(`It printed:\n${printed}`);
      outcome.done.push("ran");
    }
    return outcome;
  } catch (error) {
    return { ...outcome, failure: (error as Error).message };
  }
}

interface Service {
  readonly address: string;
  readonly key: string;
}

function inWords({ isSkipped, failure, generator, done }: Outcome): string {
  if (isSkipped) return `skipped: this machine has no ${generator.needs}`;
  return failure === undefined ? done.join(", ") : `${[...done, "FAILED"].join(", ")}\n${failure}`;
}

function tableOf(outcomes: readonly Outcome[]): string {
  const mark = (of: Outcome, stage: string, applies: unknown) =>
    applies ? (of.done.includes(stage) ? "yes" : "no") : "not tried";
  const rows = outcomes.map((of) => {
    const { generator, warnings } = of;
    const cells = [generator.language, generator.release, String(warnings)];
    const stages = [mark(of, "compiled", generator.compile), mark(of, "ran", generator.run)];
    return `| ${[...cells, ...stages].join(" | ")} |\n`;
  });
  return `| language | generator | warnings | compiles | flow is right |\n|---|---|---|---|---|\n${rows.join("")}`;
}

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith("--"));
const unknown = named.filter((name) => !Object.hasOwn(generators, name));
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(", ")}. The generators: ${Object.keys(generators).join(", ")}.`,
  );
  process.exit(2);
}

process.env["PATH"] = `${nodeBin}:${process.env["PATH"]}`;
const service = await serveAsbuilt({ DATABASE_URL: `file:${join(scratch, "asbuilt.db")}` });
const client = createClient({ baseUrl: service.address, key: service.key });
const outcomes: Outcome[] = [];
for (const name of named.length > 0 ? named : Object.keys(generators)) {
  const start = performance.now();
  const outcome = await tryGenerator(name, client, service);
  outcomes.push(outcome);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${name} (${outcome.generator.release}), ${seconds} s: ${inWords(outcome)}`);
}
service.child.kill("SIGTERM");
await service.ended;
if (args.includes("--record")) {
  const text = readFileSync(page, "utf8");
  writeFileSync(page, text.replace(/^[|] language [^]*?\n(?!\|)/m, tableOf(outcomes)));
}
rmSync(scratch, { recursive: true });
process.exitCode = outcomes.some(({ failure }) => failure !== undefined) ? 1 : 0;
