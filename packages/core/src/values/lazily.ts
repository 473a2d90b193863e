/** Returns a function that makes a value on its first call, and returns the same one afterwards. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Cuts a list into pieces of at most `size`, each when it is needed. */
export function* chunksOf<Of>(list: readonly Of[], size: number): Generator<readonly Of[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
