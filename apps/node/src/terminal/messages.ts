/**
 * An error that the user of a command can correct. Its message is printed without a stack. The
 * command ends with the status: 2 if it was called or configured wrongly, else 1.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly lines: readonly string[];
  readonly status: 1 | 2;

  constructor(message: string | readonly string[], status: 1 | 2 = 1) {
    const lines = typeof message === "string" ? [message] : message;
    super(lines.join("\n"));
    this.lines = lines;
    this.status = status;
  }
}

/**
 * Returns the message of an error on one line. SQLite quotes SQL with its line breaks, and the
 * native binding prints its error in Rust's notation. For a failed fetch, only the cause is useful.
 */
export function errorLineOf(error: unknown): string {
  if (!(error instanceof Error)) return onOneLine(String(error));
  if (error instanceof AggregateError && error.errors.length > 0) {
    return errorLineOf(error.errors[0]);
  }
  return error.cause instanceof Error ? errorLineOf(error.cause) : onOneLine(error.message);
}

const onOneLine = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replace(/^\w+\("(.*)"\)$/, "$1");

/** The characters that a terminal interprets or reorders instead of showing them. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Returns text for a terminal: control characters are escaped as in JSON, such as \u001b. */
export const printable = (text: string): string =>
  text.replaceAll(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

const printableLine = (fields: readonly string[]) => `${fields.map(printable).join("\t")}\n`;

/** Prints a line to standard output. Several fields are separated by tabs. */
export function print(...fields: readonly string[]): void {
  process.stdout.write(printableLine(fields));
}

/** Prints a line to standard error. */
export function complain(line: string): void {
  process.stderr.write(printableLine([line]));
}
