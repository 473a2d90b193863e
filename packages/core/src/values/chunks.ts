/** Cuts a list in pieces of at most `size`. */
export function* chunksOf<Of>(list: readonly Of[], size: number): Generator<readonly Of[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
