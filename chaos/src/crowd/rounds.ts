import { chanceOf, type Chance } from "@asbuilt/tests/chance";
import type { Figures, Order } from "../experiment.ts";
import { expectSound } from "../services.ts";
import { onStages, type Stage } from "./stages.ts";

/** The number of concurrent callers. */
export const callers = 64;

/** The numbers of served and refused callers. */
export interface Tally {
  readonly done: number;
  readonly refused: number;
}

/** Runs one round with a random crowd. Throws if the promise is broken. */
export type Round = (chance: Chance, number: number) => Promise<Tally>;

/** Runs the rounds on every kind of database. `open` makes the records that all rounds share. */
export const runRounds = (order: Order, open: (stage: Stage) => Promise<Round>): Promise<Figures> =>
  onStages(async (stages) => {
    const ends = await Promise.allSettled(stages.map((stage) => runOn(stage, order, open)));
    const all = ends.map((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value;
    });
    const sum = (of: keyof Tally) => all.reduce((total, { tally }) => total + tally[of], 0);
    return {
      ...Object.fromEntries(all.map(({ name, rounds }) => [`rounds on ${name}`, rounds])),
      "callers together": callers,
      served: sum("done"),
      refused: sum("refused"),
    };
  });

async function runOn(
  stage: Stage,
  order: Order,
  open: (stage: Stage) => Promise<Round>,
): Promise<{ name: string; rounds: number; tally: Tally }> {
  const { name, share } = stage;
  const rounds = Math.ceil(order.rounds * share);
  let done = 0;
  let refused = 0;
  try {
    const run = await open(stage);
    for (let round = 0; round < rounds; round++) {
      // Counting from the seed gives short runs different kinds of rounds.
      const number = order.seed + round;
      const tally = await run(chanceOf(number), number);
      done += tally.done;
      refused += tally.refused;
      if (round % 50 === 49) order.say(`  ${round + 1} of ${rounds} on ${name}`);
    }
    await expectSound(stage);
    return { name, rounds, tally: { done, refused } };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`On ${name}: ${reason}`, { cause });
  }
}
