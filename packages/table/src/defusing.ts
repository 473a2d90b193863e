/**
 * The beginning of a text that a spreadsheet could run as a formula, and a text that is empty. Any
 * number of apostrophes can be before it, so that a text that has them already comes back too.
 */
const dangerous = /^'*(?:[=+\-@\t\r\n]|$)/;

/** Returns a text as a cell that no spreadsheet runs: an apostrophe makes it text. */
export const defused = (text: string): string => (dangerous.test(text) ? `'${text}` : text);

/** Returns the text of such a cell. Any other cell is its own text. */
export const undefused = (cell: string): string =>
  cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell;
