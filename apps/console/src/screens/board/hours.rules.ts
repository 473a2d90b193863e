interface Hour {
  readonly at: string;
  readonly built: number;
}

export interface HourBar {
  readonly at: string;
  readonly built: number;
  /** The height, as a share of the highest bar. */
  readonly share: number;
}

/** Returns a bar for each hour, the last one for the hour that is not over. */
export function barsOf(hours: readonly Hour[]): HourBar[] {
  const most = Math.max(1, ...hours.map(({ built }) => built));
  return hours.map(({ at, built }) => ({ at, built, share: built / most }));
}
