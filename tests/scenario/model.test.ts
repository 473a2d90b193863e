import { assert, asyncProperty, pre, type RunDetails } from "fast-check";
import { expect, inject, test } from "vitest";
import { openPlant } from "#plant";
import { layFloor } from "../model/floor.ts";
import { type Step, transcripts, verbNames } from "../model/steps.ts";
import { timeZone } from "../model/times.ts";
import { perform, type Stage } from "../model/transcript.ts";
import { twinOf } from "../model/twin.ts";
import { factories } from "./factories.ts";
import { expectConservation } from "./conservation.ts";
import { eventsOf, expectToldApart } from "./traced.ts";

const { seed, steps, path, saysMix } = inject("model");
const plant = await openPlant({ timeZone });
const requests = twinOf(plant);
const stage: Stage = {
  plant,
  requests,
  floor: await layFloor({ ...requests, ...factories(requests) }),
  mix: new Map(),
  deepest: 0,
  clock: Date.now() + 60_000,
  done: 0,
};

/** Every code that the verbs refuse with, except those of retired records: the model has none. */
const refusals =
  "validation_failed backdated before_it_was forbidden not_found duplicate stale_revision fixed decimal_places in_use " +
  "receipt_profile reason_not_assigned negative_quantity item_status item_on_hold item_expired " +
  "order_status bom_status incomplete cycle not_in_bom over_maximum insufficient_quantity " +
  "details_contradict serial_range not_built contains_held";

/** The maximum number of steps in a transcript. */
const stepsMax = 250;

/** The time to look for a smaller transcript after one has failed. */
const shrinkMsMax = 120_000;

/**
 * Makes the property that each transcript matches the model. A transcript always runs to its end:
 * the next one moves the same clock, so two must never overlap.
 */
function matchesModel() {
  let deadline = Number.POSITIVE_INFINITY;
  return asyncProperty(transcripts(stepsMax), async (transcript) => {
    pre(performance.now() < deadline);
    try {
      await perform(stage, transcript);
    } catch (error) {
      deadline = Math.min(deadline, performance.now() + shrinkMsMax);
      throw error;
    }
  });
}

/** Reports the failure of the smallest transcript, and the command that repeats it. */
function report({ failed, seed: of, counterexamplePath, counterexample, ...details }: Details) {
  if (!failed) return;
  const variables = `ASBUILT_MODEL_SEED=${of} ASBUILT_MODEL_PATH=${counterexamplePath}`;
  const command = `npm test -- --project ${plant.database.runtime} tests/scenario/model.test.ts`;
  const [transcript] = counterexample ?? [];
  const cause = details.errorInstance;
  throw new Error(
    `${cause instanceof Error ? cause.message : String(cause)}\n` +
      `The smallest transcript: ${JSON.stringify(transcript)}\n` +
      `Repeat it with: ${variables} ${command}`,
    { cause: cause instanceof Error ? cause.cause : cause },
  );
}
type Details = RunDetails<[readonly Step[]]>;

test(
  `seed ${seed}: after ${steps} steps, every response and the record match the model`,
  {
    timeout: 300_000 + steps * 40,
  },
  async () => {
    const property = matchesModel();
    for (let round = 0; round === 0 || stage.done < steps; round++) {
      const replay = path === undefined ? {} : { path };
      const numRuns = Math.min(20, Math.ceil((steps - stage.done) / stepsMax));
      await assert(property, {
        seed: seed + round,
        numRuns,
        reporter: report,
        ...replay,
      });
      if (path !== undefined) break;
    }
    if (saysMix) console.log(mixOf(stage));
    await expectConservation(plant);
    expectToldApart(await eventsOf(plant, {}));
    if (stage.done < 20_000) return;
    // A model that is never contradicted proves nothing unless the steps tried everything.
    const came = [...stage.mix.keys()];
    expect(verbNames.filter((verb) => !stage.mix.has(`${verb} 200`))).toEqual([]);
    expect(
      refusals.split(" ").filter((code) => !came.some((what) => what.endsWith(` ${code}`))),
    ).toEqual([]);
  },
);

const succeeded = (mix: Stage["mix"]) =>
  verbNames.reduce((count, verb) => count + (mix.get(`${verb} 200`) ?? 0), 0);

const mixOf = ({ mix, deepest, done }: Stage) =>
  [
    `${done} steps, ${succeeded(mix)} of them successful; structures of up to ${deepest} levels`,
    ...Array.from(mix, ([what, count]) => `${what}: ${count}`).toSorted(),
  ].join("\n");
