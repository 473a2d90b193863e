import type { Contender, Figures, Measured, Rounds } from "../contenders/contender.ts";
import { alternate } from "../contenders/contender.ts";
import type { Plants } from "../plant/plant.ts";
import type { Section } from "../report/section.ts";

/** The plants, the recording and the rounds of every measure. */
export interface Bench {
  readonly plants: Plants;
  /** The path of the recorded statements. */
  readonly recordingPath: string;
  readonly rounds: Rounds;
}

/** A measure of the service and its baselines. */
export type Measure = (bench: Bench) => Promise<Section[]>;

/** Measures contenders alternately, and stops them even if a round fails. */
export async function measureAll(
  contenders: readonly Contender[],
  rounds: Rounds,
): Promise<Measured> {
  try {
    return await alternate(contenders, rounds);
  } finally {
    for (const contender of contenders) await contender.stop();
  }
}

/** Two processes of the same code differ by some percent for as long as they live. */
const generations = 3;

/**
 * Measures contenders that differ by less than two of their processes do: in several generations of
 * processes, each with the usual rounds.
 */
export async function measureGenerations(
  start: () => Promise<readonly Contender[]>,
  rounds: Rounds,
): Promise<Measured> {
  const all = new Map<string, readonly Figures[]>();
  for (let generation = 0; generation < generations; generation++) {
    const measured = await measureAll(await start(), rounds);
    for (const [name, figures] of measured) all.set(name, [...(all.get(name) ?? []), ...figures]);
  }
  return all;
}
