/** The values of a record, by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

/** One record three times: as it was read, as a person wants it, and as it is now. */
export interface ThreeWay {
  readonly base: Values;
  readonly mine: Values;
  readonly now: Values;
}

/** A field that a person or somebody else changed. */
export interface Divergence {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly now: unknown;
  /** Whether both changed it, to different values. */
  readonly isConflict: boolean;
}

/** Whose value a field gets. */
export type Side = "mine" | "now";

/** Returns the fields that differ between the three, in the order of their names in the records. */
export function divergencesOf({ base, mine, now }: ThreeWay): readonly Divergence[] {
  const names = new Set([base, mine, now].flatMap(Object.keys));
  return [...names].flatMap((name) => {
    const values = { base: base[name], mine: mine[name], now: now[name] };
    const [isMine, isTheirs] = [
      !isSame(values.base, values.mine),
      !isSame(values.base, values.now),
    ];
    if (!isMine && !isTheirs) return [];
    const isConflict = isMine && isTheirs && !isSame(values.mine, values.now);
    return [{ name, ...values, isConflict }];
  });
}

/**
 * Returns the record as it is now, with the person's changes. `choices` decides the fields that
 * both changed; without a choice the present value stays.
 */
export function mergeThreeWay(
  three: ThreeWay,
  choices: Readonly<Record<string, Side | undefined>>,
): Values {
  const mine = divergencesOf(three).filter(({ name, isConflict, base, mine: wanted }) =>
    isConflict ? choices[name] === "mine" : !isSame(base, wanted),
  );
  return {
    ...three.now,
    ...Object.fromEntries(mine.map(({ name, mine: value }) => [name, value])),
  };
}

/** An absent value and null are the same: neither shows anything. */
const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
