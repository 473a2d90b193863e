/** What an experiment saw, as it stands in docs/reliability.md. */
export type Figures = Readonly<Record<string, number | string>>;

/** What one run of an experiment is asked to do. */
export interface Order {
  /** Everything that is left to chance follows from it. */
  readonly seed: number;
  readonly rounds: number;
  /** Tells whoever watches how far it is. */
  say(line: string): void;
}

/** One way to make the service fail, and the promise that it keeps all the same. */
export interface Experiment {
  /** The promise, in one sentence. */
  readonly promise: string;
  /** How many rounds a run of `npm test` has, and one on demand. */
  readonly rounds: { readonly short: number; readonly long: number };
  /** Runs the rounds; throws at the first violation of the promise. */
  run(order: Order): Promise<Figures>;
}

/** Runs an experiment; an error says how to repeat it. */
export async function runExperiment(
  name: string,
  experiment: Experiment,
  order: Order,
): Promise<Figures> {
  try {
    return await experiment.run(order);
  } catch (cause) {
    const { seed, rounds } = order;
    const repeat = `npm run chaos -- ${name} --seed ${seed} --rounds ${rounds}`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${reason}\nRepeat it with: ${repeat}`, { cause });
  }
}

export const newSeed = (): number => Math.floor(Math.random() * 2 ** 31);
