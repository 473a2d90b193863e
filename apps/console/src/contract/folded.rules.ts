import type { Draft } from "./draft.ts";

/** The fields of a form that few people fill. */
export interface Folded {
  readonly names: readonly string[];
  /** The values that most records have in them. A record without others shows none. */
  readonly usual?: Draft;
}

/** Tells whether a record has something to show in its folded fields. */
export const isFilled = ({ names, usual = {} }: Folded, record: Draft): boolean =>
  names.some((name) => !isEmpty(record[name]) && record[name] !== usual[name]);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);
