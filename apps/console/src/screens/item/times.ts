/** The state of the record that is shown: as things were, and as they were known. */
export type Times = Readonly<Partial<Record<"at" | "knownAt", string | undefined>>>;

/** Leaves out the times that are not given. */
export const givenTimes = ({ at, knownAt }: Times): { at?: string; knownAt?: string } => ({
  ...(at ? { at } : {}),
  ...(knownAt ? { knownAt } : {}),
});
