/** The D1 databases of a test file: each plant takes one. */
export const bindings = Array.from({ length: 24 }, (_, index) => `DB${index}` as const);
