import type { Contender, Measured, Rounds } from "../contenders/contender.ts";
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
