/**
 * Whether a text fits a pattern in which `%` stands for any number of characters.
 * Both are folded first, where case does not matter. Source: spec.md, general rule 2.
 */
export function isLike(text: string, pattern: string): boolean {
  const pieces = pattern.split("%");
  const first = pieces.shift()!;
  const last = pieces.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
