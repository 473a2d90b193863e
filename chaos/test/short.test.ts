import { expect, test } from "vitest";
import { newSeed, runExperiment } from "../src/experiment.ts";
import { experiments } from "../src/experiments.ts";

test.for(Object.entries(experiments))("%s", async ([name, experiment], { skip }) => {
  const lacking = experiment.lacks?.();
  skip(lacking !== undefined, `It needs ${lacking}.`);
  const order = { seed: newSeed(), rounds: experiment.rounds.short, say: () => {} };
  expect(await runExperiment(name, experiment, order)).toBeTypeOf("object");
});
