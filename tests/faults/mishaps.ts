/** A failure between the service and its database, with the texts that databases use for it. */
export interface Mishap {
  readonly name: string;
  /** Whether the batch still reaches the database: in time, or late. */
  readonly arrives: "never" | "before" | "late" | "perhaps";
  /** `again` if the service must send the batch again, else the code that it must refuse with. */
  readonly leadsTo: "again" | "overloaded" | "outcome_unknown" | "unavailable";
  /** Whether the service can't know if a write has committed. */
  readonly isDoubtful: boolean;
  readonly texts: readonly string[];
}

const lost = [
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: Replica disconnected from primary.",
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  "D1_ERROR: Can't read from request stream because client disconnected.",
  "D1_ERROR: internal error; reference = 0123456789abcdef",
  "read ECONNRESET",
  "socket hang up",
  "fetch failed",
  "Server returned HTTP status 502",
  "The stream has expired due to inactivity",
  "terminated",
  "other side closed",
  "Unterminated string in JSON at position 20 (line 1 column 21)",
  "Unexpected end of JSON input",
  `Unexpected token '<', "<html><hea"... is not valid JSON`,
  "The operation was aborted due to timeout",
];

/** Mishaps after which the service sends the same batch again. */
export const passing: readonly Mishap[] = [
  { name: "lost on the way", arrives: "never", leadsTo: "again", isDoubtful: true, texts: lost },
  { name: "its answer lost", arrives: "before", leadsTo: "again", isDoubtful: true, texts: lost },
  { name: "late, given up", arrives: "late", leadsTo: "again", isDoubtful: true, texts: lost },
  {
    name: "locked out",
    arrives: "never",
    leadsTo: "again",
    isDoubtful: false,
    texts: ["SQLITE_BUSY: SQLite error: database is locked", "database table is locked"],
  },
];

/** Mishaps after which the service must leave the database alone. */
export const final: readonly Mishap[] = [
  {
    name: "refused by an overloaded database",
    arrives: "never",
    leadsTo: "overloaded",
    isDoubtful: false,
    texts: [
      "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
      "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
      "Server returned HTTP status 429",
    ],
  },
  {
    name: "in a breakdown of the database",
    arrives: "perhaps",
    leadsTo: "outcome_unknown",
    isDoubtful: true,
    texts: [
      "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
      "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
      "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
      "SQLITE_IOERR: SQLite error: disk I/O error",
    ],
  },
  {
    name: "refused by a full database",
    arrives: "never",
    leadsTo: "unavailable",
    isDoubtful: false,
    texts: [
      "D1_ERROR: Exceeded maximum DB size.",
      "D1_ERROR: Your account has exceeded D1's maximum account storage limit, please contact Cloudflare to raise your limit.",
      "SQLITE_FULL: SQLite error: database or disk is full",
      "SQLITE_READONLY: attempt to write a readonly database",
    ],
  },
];
