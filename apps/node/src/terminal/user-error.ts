/**
 * What whoever runs a command can put right: its message is all that they need, and no stack is
 * shown. The command ends with the status: 2 where it was called or configured wrongly.
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
 * What an error says, in one line: SQLite quotes SQL as it was written, and the native binding prints
 * its error as it is written in Rust. Of a failed fetch only the cause tells why.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return inLine(String(error));
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause instanceof Error ? reasonOf(error.cause) : inLine(error.message);
}

const inLine = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replace(/^\w+\("(.*)"\)$/, "$1");
