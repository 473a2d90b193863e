/** Returns the serials of a text that has one a line, as a person or a scanner types them. */
export const serialsOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
