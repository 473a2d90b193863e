import type { Contender, Measured, Rounds } from "../contenders/contender.ts";
import { alternate } from "../contenders/contender.ts";
import type { Plants } from "../plant/plant.ts";
import type { Section } from "../report/section.ts";

/** What every measure works with. */
export interface Bench {
  readonly plants: Plants;
  /** The file of the recorded statements. */
  readonly recordingPath: string;
  readonly rounds: Rounds;
}

/** Measures one thing against its baselines. */
export type Measure = (bench: Bench) => Promise<Section[]>;

/** Measures contenders in turn, and ends them whatever happens. */
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
