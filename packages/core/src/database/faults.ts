/** The meaning of a failed statement or batch for the command that sent it. */
export type Fault =
  /** Another writer was faster: load and decide again. */
  | "conflict"
  /** The database is locked at the moment: nothing was written. */
  | "busy"
  /** The connection failed: the batch can have committed. Send it again unchanged. */
  | "unknown"
  /** The database has too much to do, and has not begun: do not add load. */
  | "overload"
  /** The invocation has no queries left: the batch was not sent, and no other one would be. */
  | "used-up"
  /** The result is too large for the database: request less. Nothing was written. */
  | "too-large"
  /** A value is too large for the database, such as the record of a batch. Nothing was written. */
  | "too-big"
  /** The database broke down under its load: the batch can have committed. Do not add load. */
  | "breakdown"
  /** The database accepts no writes: it is full, read-only, over its quota, or denies access. */
  | "unavailable"
  /** The database is damaged: its results can't be trusted. */
  | "damaged"
  | "defect";

// The file, the remote and the D1 binding share only SQLite's own texts. D1's own errors are
// distinguished as in Cloudflare's list of them; docs/explanation/reliability.md has the table.
const patterns: readonly [RegExp, Fault][] = [
  // First, because the message quotes the unreadable text, which can match other patterns.
  [/Failed to parse body as JSON/, "unknown"],
  [/Too many (?:API requests|subrequests) by single Worker invocation/i, "used-up"],
  [/RESPONSE_TOO_LARGE|Response is too large/, "too-large"],
  [/SQLITE_TOOBIG/, "too-big"],
  [/(UNIQUE|CHECK|FOREIGN KEY|PRIMARY KEY|NOT NULL) constraint failed|stale: /, "conflict"],
  [/database disk image is malformed|file is not a database|SQLITE_(?:CORRUPT|NOTADB)/, "damaged"],
  [/database is locked|database table is locked|SQLITE_BUSY|^ Not sent: /m, "busy"],
  [
    /overloaded|too many (?:requests queued|concurrent requests)|requests queued for too long|cannot handle additional transactions|processing a long-running (?:export|import)|HTTP status 429/i,
    "overload",
  ],
  [
    /database or disk is full|readonly database|unable to open database file|SQLITE_(?:FULL|READONLY|CANTOPEN|IOERR_WRITE)|Operation was blocked|Exceeded maximum DB size|Your account has exceeded D1's|HTTP status 40[13]|^AUTH_/m,
    "unavailable",
  ],
  [
    /operation exceeded timeout which caused object to be reset|exceeded its (?:memory|CPU time) limit and was reset|disk I\/O error|SQLITE_IOERR/,
    "breakdown",
  ],
  // A truncated response, or a page of a proxy, is not valid JSON.
  [/^UNKNOWN |^HRANA_/m, "unknown"],
  [
    /Network connection lost|Replica disconnected|storage caused object to be reset|reset because its code was updated|client disconnected|internal error|Cannot resolve D1 DB|fetch failed|ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|timed? ?out|stream (?:not found|has expired|expired)|HTTP status [45]\d\d|terminated|other side closed|UND_ERR_|Premature close|(?:in|valid) JSON|JSON input/i,
    "unknown",
  ],
];

/** Returns the meaning of an executor's error, by its causes. */
export function faultOf(error: unknown): Fault {
  const text = causes(error).join("\n");
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? "defect";
}

/** Returns an executor's error in one line, with its codes and causes. */
export const textOf = (error: unknown): string =>
  causes(error)
    .map((text) => text.trim())
    .join(": ");

function causes(error: unknown): string[] {
  const texts: string[] = [];
  for (let cause = error; cause instanceof Error && texts.length < 8; cause = cause.cause) {
    texts.push(`${"code" in cause ? String(cause.code) : ""} ${cause.message}`);
  }
  return texts;
}
