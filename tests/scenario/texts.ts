/** Returns text of exactly this number of bytes in UTF-8, in fewer characters. */
export const textOfBytes = (bytes: number): string =>
  "é".repeat(Math.floor(bytes / 2)) + "x".repeat(bytes % 2);

/** Returns text of exactly this number of characters, in more bytes. */
export const textOfChars = (characters: number): string => "é".repeat(characters);
