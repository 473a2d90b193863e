/** A place of a request that is refused, as a problem lists it. */
export interface Fault {
  /** A JSON pointer into the body; empty for all of it. */
  readonly pointer: string;
  readonly detail: string;
}

/** The service's texts for a field that is empty, such as "Required without ID.". */
const emptyField = /^(Required\b|Either )/;

export const isOfEmptyField = ({ detail }: Pick<Fault, "detail">): boolean =>
  emptyField.test(detail);

/** Tells whether a fault is in a field of the request, or in a part of it. */
export const isWithin = ({ pointer }: Pick<Fault, "pointer">, name: string): boolean =>
  pointer.replace(/^#/, "").split("/")[1] === name;

/** Returns where a fault is in words: the names of its fields, and the numbers of its entries. */
export const faultPlace = (
  { pointer }: Pick<Fault, "pointer">,
  labelOf: (name: string) => string,
): string =>
  pointer
    .replace(/^#?\//, "")
    .split("/")
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : labelOf(step)))
    .join(" ");
