/** A record that is not as it should be, and how. */
export interface Finding {
  /** Entity and id, with the serial of an item; or a place in the change log. */
  readonly record: string;
  readonly problem: string;
}
