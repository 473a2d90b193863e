import type { Figures, Measured } from "../contenders/contender.ts";
import { medianOf } from "../contenders/contender.ts";

/** A measured ratio and its goal. A ratio of at least the goal meets it. */
export interface Verdict {
  readonly name: string;
  readonly ratio: number;
  /** A ratio without a goal is only shown. */
  readonly goal?: number;
  /** A further mark, beyond the goal. */
  readonly beyond?: number;
}

/** A bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The service's own bar, or one that misses its goal. */
  readonly tone?: "own" | "missed";
}

export interface Chart {
  /** The name of its file without the extension. */
  readonly file: string;
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** A line across the bars. */
  readonly mark?: { readonly value: number; readonly label: string };
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The results of one measure. */
export interface Section {
  readonly title: string;
  /** The method, as a paragraph of Markdown. */
  readonly text: string;
  readonly table: Table;
  readonly verdicts: readonly Verdict[];
  readonly charts?: readonly Chart[];
}

/** Returns whether a verdict meets its goal. One without a goal always does. */
export const meetsGoal = ({ ratio, goal }: Verdict): boolean => goal === undefined || ratio >= goal;

/** Returns a verdict on a limit. The ratio is the limit divided by the value, and the goal is 1. */
export const withinLimit = (name: string, value: number, limit: number): Verdict => ({
  name,
  ratio: limit / value,
  goal: 1,
});

export const formatCount = (value: number) => Math.round(value).toLocaleString("en");
export const fixed = (value: number, digits: number) =>
  Number.isNaN(value) ? "" : value.toFixed(digits);

const columns: readonly [head: string, measure: keyof Figures, digits: number][] = [
  ["p50 ms", "p50", 2],
  ["p99 ms", "p99", 2],
  ["CPU µs each", "cpuUs", 1],
];

/** Returns a table with a row of medians per contender. */
export function measuredTable(measured: Measured, what: string): Table {
  const names = [...measured.keys()];
  const shown = columns.filter(([, measure]) =>
    names.some((name) => !Number.isNaN(medianOf(measured, name, measure))),
  );
  return {
    head: ["", `${what} a second`, ...shown.map(([head]) => head)],
    rows: names.map((name) => [
      name,
      formatCount(medianOf(measured, name)),
      ...shown.map(([, measure, digits]) => fixed(medianOf(measured, name, measure), digits)),
    ]),
  };
}

/** Returns a bar with the median rate of each contender. The first is the service. */
export const rateBars = (measured: Measured): Bar[] =>
  [...measured.keys()].map((label, index) => ({
    label,
    value: medianOf(measured, label),
    ...(index === 0 ? { tone: "own" as const } : {}),
  }));
