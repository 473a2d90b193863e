/** The figures of a run, as recorded in docs/explanation/reliability.md. */
export type Figures = Readonly<Record<string, number | string>>;

/** The parameters of a run. */
export interface Order {
  /** The seed of all random choices. */
  readonly seed: number;
  readonly rounds: number;
  /** Prints a line of progress. */
  say(line: string): void;
}

/** A way to make the service fail, and the promise that it still keeps. */
export interface Experiment {
  /** The promise, in one sentence. */
  readonly promise: string;
  /** Returns the program that it needs and this machine lacks. */
  lacks?(): string | undefined;
  /** The rounds of a run in `npm test`, and of one on demand. */
  readonly rounds: { readonly short: number; readonly long: number };
  /** Runs the rounds. Throws at the first violation of the promise. */
  run(order: Order): Promise<Figures>;
}

/** Runs an experiment. An error names the command that repeats it. */
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
