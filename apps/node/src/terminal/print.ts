/** What a terminal would act on, or reorder, instead of showing it. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Text as a terminal shows it whole: what it would act on is written as in JSON, such as \u001b. */
export const printable = (text: string): string =>
  text.replaceAll(unseen, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

const lineOf = (fields: readonly string[]) => `${fields.map(printable).join("\t")}\n`;

/** Prints a line to standard output; of several fields, with tabs between. */
export function print(...fields: readonly string[]): void {
  process.stdout.write(lineOf(fields));
}

/** Prints a line to standard error. */
export function complain(line: string): void {
  process.stderr.write(lineOf([line]));
}
