/** What a failed statement or batch means for the command that sent it. */
export type Fault =
  /** Another writer got there first: load and decide again. */
  | "conflict"
  /** The database is locked for the moment: nothing was written. */
  | "busy"
  /** The connection failed: the batch may have committed or not. Send the same again. */
  | "unknown"
  /** The database has too much to do, and has not begun: do not add to it. */
  | "overload"
  /** The runtime lets this invocation ask nothing more: the batch was not sent, nor would the next be. */
  | "used-up"
  /** The database gives no answer as large: ask for less. Nothing was written. */
  | "too-large"
  /** The database broke down under its work: the batch may have committed. Do not add to it. */
  | "breakdown"
  /** The database takes no writes: it is full, read-only, over its quota, or lets nobody in. */
  | "unavailable"
  /** The database is damaged: what it answers can't be relied on. */
  | "damaged"
  | "defect";

// SQLite's own text is the only thing that the file, the remote and the D1 binding share. D1's own
// errors are told apart as Cloudflare's list of them does; docs/reliability.md has the table.
const patterns: readonly [RegExp, Fault][] = [
  // First, since it quotes what it could not read, whatever that says.
  [/Failed to parse body as JSON/, "unknown"],
  [/Too many (?:API requests|subrequests) by single Worker invocation/i, "used-up"],
  [/RESPONSE_TOO_LARGE|Response is too large/, "too-large"],
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
  // An answer that is cut off, or a proxy's own page in its place, can't be read as JSON.
  [/^UNKNOWN |^HRANA_/m, "unknown"],
  [
    /Network connection lost|Replica disconnected|storage caused object to be reset|reset because its code was updated|client disconnected|internal error|Cannot resolve D1 DB|fetch failed|ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|WebSocket|timed? ?out|stream (?:not found|has expired|expired)|HTTP status [45]\d\d|terminated|other side closed|UND_ERR_|Premature close|(?:in|valid) JSON|JSON input/i,
    "unknown",
  ],
];

/** Tells what an executor's error means, by walking its causes. */
export function faultOf(error: unknown): Fault {
  const text = causes(error).join("\n");
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? "defect";
}

/** What an executor's error says, with its codes and its causes, in a line. */
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
