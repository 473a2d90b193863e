/** The D1 databases of one test file. Each plant takes one. */
export const bindings = Array.from({ length: 24 }, (_, index) => `DB${index}` as const);
