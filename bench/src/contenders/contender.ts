/** The figures of a contender in one round. Rates are per second, latencies in milliseconds. */
export interface Figures {
  readonly rate: number;
  readonly p50?: number;
  readonly p99?: number;
  /** The CPU time of the contender's process per operation, in microseconds. */
  readonly cpuUs: number;
}

/** A program that can be measured repeatedly, alternating with others. */
export interface Contender {
  readonly name: string;
  /** Works for some seconds, so that the rounds find warm code. */
  warmUp?(seconds: number): Promise<void>;
  round(seconds: number, seed: number): Promise<Figures>;
  stop(): Promise<void>;
}

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
}

/** The rounds of each contender, by its name. */
export type Measured = ReadonlyMap<string, readonly Figures[]>;

/**
 * Measures the contenders alternately, so that other load on the machine affects all of them
 * equally. Warms each up first, and reverses the order after every round.
 */
export async function alternate(
  contenders: readonly Contender[],
  { rounds, seconds }: Rounds,
): Promise<Measured> {
  const measured = new Map(contenders.map(({ name }) => [name, [] as Figures[]]));
  for (const contender of contenders) await warmUp(contender, seconds);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const contender of order) {
      measured.get(contender.name)!.push(await contender.round(seconds, round + 2));
    }
  }
  return measured;
}

const warmUp = async (contender: Contender, seconds: number) => {
  if (contender.warmUp) await contender.warmUp(seconds);
  else await contender.round(seconds, 1);
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

type Measure = keyof Figures;

/** Returns the median of a contender's rounds. */
export const medianOf = (measured: Measured, name: string, measure: Measure = "rate"): number =>
  median(measured.get(name)!.map((figures) => figures[measure] ?? Number.NaN));

/** Returns the ratio of two contenders: the median of the ratios of their rates in each round. */
export function ratioOf(measured: Measured, numerator: string, denominator: string): number {
  const others = measured.get(denominator)!;
  return median(measured.get(numerator)!.map(({ rate }, round) => rate / others[round]!.rate));
}
