/** Text of exactly that many bytes in UTF-8, in fewer characters. */
export const textOfBytes = (bytes: number): string =>
  "é".repeat(Math.floor(bytes / 2)) + "x".repeat(bytes % 2);

/** Text of exactly that many characters, in more bytes. */
export const textOfChars = (characters: number): string => "é".repeat(characters);
