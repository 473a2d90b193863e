/** Returns a key of a body or a column without its case, spaces, `_` and `-`. */
export function canonicalSpelling(key: string): string {
  // ASCII letters only: toLowerCase alone would turn the Kelvin sign into a k.
  return key.replace(/[ _-]+/g, "").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
