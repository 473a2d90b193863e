/** What one contender did in one round. Rates are a second, latencies in milliseconds. */
export interface Figures {
  readonly rate: number;
  readonly p50?: number;
  readonly p99?: number;
  /** CPU time of the contender's process for each operation, in microseconds. */
  readonly cpuUs: number;
}

/** Something that can be measured again and again, in turn with others. */
export interface Contender {
  readonly name: string;
  /** Works for some seconds, so that what follows is measured warm. */
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
 * Measures contenders in turn, so that what else the machine does falls on all alike. Each
 * is warmed up first; the order turns around from round to round.
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

/** The median over the rounds of one contender. */
export const medianOf = (measured: Measured, name: string, measure: Measure = "rate"): number =>
  median(measured.get(name)!.map((figures) => figures[measure] ?? Number.NaN));

/** How many times the rate of another a contender has: the median of the ratios of each round. */
export function ratioOf(measured: Measured, name: string, other: string): number {
  const others = measured.get(other)!;
  return median(measured.get(name)!.map(({ rate }, round) => rate / others[round]!.rate));
}
