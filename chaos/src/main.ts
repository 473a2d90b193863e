// `npm run chaos -- [name...] [--seed N] [--rounds N] [--record]` runs experiments in long form.
import { Command } from "commander";
import { newSeed, runExperiment } from "./experiment.ts";
import { experiments } from "./experiments.ts";
import { recordFigures } from "./figures.ts";

interface Options {
  readonly seed?: string;
  readonly rounds?: string;
  readonly record?: boolean;
}

const names = Object.keys(experiments);
const command = new Command("chaos")
  .description("Make everything fail, and check that the service keeps its promises.")
  .argument("[names...]", `of ${names.join(", ")} (default: all)`)
  .option("--seed <n>", "repeat a run")
  .option("--rounds <n>", "the rounds of each experiment")
  .option("--record", "write the figures to docs/explanation/reliability.md")
  .parse();
const options = command.opts<Options>();

const say = (line: string) => process.stderr.write(`${line}\n`);

async function runByName(name: string): Promise<void> {
  const experiment = experiments[name];
  if (!experiment) throw new Error(`No experiment is named ${name}.`);
  const lacking = experiment.lacks?.();
  if (lacking !== undefined) {
    if (command.args.includes(name)) throw new Error(`${name} needs ${lacking}.`);
    say(`${name}: skipped, because it needs ${lacking}`);
    return;
  }
  const seed = Number(options.seed ?? newSeed());
  const rounds = Number(options.rounds ?? experiment.rounds.long);
  say(`${name}: ${experiment.promise}\n  seed ${seed}, ${rounds} rounds`);
  const figures = await runExperiment(name, experiment, { seed, rounds, say });
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
  if (options.record) recordFigures(name, { seed, rounds, figures });
}

for (const name of command.args.length > 0 ? command.args : names) {
  try {
    await runByName(name);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
