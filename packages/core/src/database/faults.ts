/** What a failed statement or batch means for the command that sent it. */
export type Fault =
  /** Another writer got there first: load and decide again. */
  | "conflict"
  /** The database is locked for the moment: nothing was written. */
  | "busy"
  /** The connection failed: the batch may have committed or not. */
  | "unknown"
  /** The database has too much to do: do not add to it. */
  | "overload"
  /** The database can't take writes: full or read-only. */
  | "unavailable"
  | "defect";

// SQLite's own text is the only thing that the file, the remote and the D1 binding share.
const patterns: readonly [RegExp, Fault][] = [
  [/(UNIQUE|CHECK|FOREIGN KEY|PRIMARY KEY|NOT NULL) constraint failed/, "conflict"],
  [/database is locked|database table is locked|SQLITE_BUSY/, "busy"],
  [/D1 DB is overloaded|Too many requests queued|overloaded/i, "overload"],
  [/database or disk is full|readonly database|SQLITE_FULL|SQLITE_READONLY/, "unavailable"],
  [
    /Network connection lost|storage caused object to be reset|reset because its code was updated|internal error|Cannot resolve D1 DB|fetch failed|ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|WebSocket|timed? ?out|stream (?:not found|expired)|HTTP status 5\d\d/i,
    "unknown",
  ],
];

/** Tells what an executor's error means, by walking its causes. */
export function faultOf(error: unknown): Fault {
  const text = causes(error).join("\n");
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? "defect";
}

function causes(error: unknown): string[] {
  const texts: string[] = [];
  for (let cause = error; cause instanceof Error && texts.length < 8; cause = cause.cause) {
    texts.push(`${"code" in cause ? String(cause.code) : ""} ${cause.message}`);
  }
  return texts;
}
