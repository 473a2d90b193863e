/**
 * Returns the key for comparing texts without case: NFC, full case folding, NFC. SQLite's NOCASE
 * and upper() fold ASCII only, so keys are stored in columns of their own.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let folded = "";
  for (const character of text.normalize("NFC")) folded += foldCharacter(character);
  return folded.normalize("NFC");
}

/** Folds an optional text, such as the value of a filter. */
export const foldGiven = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : foldCase(text);

/** Folds a text that a record need not have. */
export const foldStored = (text: string | null): string | null =>
  text === null ? null : foldCase(text);

/**
 * Returns the keys that a text can have in a column that a migration filled: its folded form, and
 * that of SQLite's lower(), which folds ASCII letters only.
 */
export const possibleKeysOf = (text: string): readonly [folded: string, filled: string] => [
  foldCase(text),
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
];

// Dotless i has no folding, although its upper case is I. For every other character, lower, upper,
// lower is the full folding. One character at a time, the rule of the final sigma does not apply.
const foldCharacter = (character: string) =>
  character === "\u0131" ? character : character.toLowerCase().toUpperCase().toLowerCase();

// oxlint-disable-next-line no-control-regex -- the range is ASCII
const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text);
