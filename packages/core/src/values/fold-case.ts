/**
 * The key under which text is compared "not case sensitive": NFC, full case folding, NFC.
 * SQLite's NOCASE and upper() fold ASCII only, so the key is stored in a column of its own.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let folded = "";
  for (const character of text.normalize("NFC")) folded += foldCharacter(character);
  return folded.normalize("NFC");
}

/** The key of a text that may be left out, as a filter's. */
export const foldGiven = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : foldCase(text);

// Dotless i has no folding, although its upper case is I. Lower, upper, lower gives every other
// character its full folding, and taking one at a time leaves out the rule of the final sigma.
const foldCharacter = (character: string) =>
  character === "\u0131" ? character : character.toLowerCase().toUpperCase().toLowerCase();

// oxlint-disable-next-line no-control-regex -- the range is ASCII itself
const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text);
