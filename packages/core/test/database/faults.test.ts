import { describe, expect, test } from "vitest";
import { type Fault, faultOf } from "../../src/database/faults.ts";

/** The messages of the databases. */
const messages: Readonly<Record<string, readonly [Fault, string][]>> = {
  // https://developers.cloudflare.com/d1/observability/debug-d1/#error-list, in its order.
  "D1, in Cloudflare's list": [
    [
      "unavailable",
      "Your account has exceeded D1's maximum account storage limit, please contact Cloudflare to raise your limit.",
    ],
    ["unavailable", "Exceeded maximum DB size."],
    ["unknown", "D1 DB reset because its code was updated."],
    ["unknown", "Internal error while starting up D1 DB storage caused object to be reset."],
    ["unknown", "Network connection lost."],
    ["unknown", "Replica disconnected from primary."],
    ["unknown", "Internal error in D1 DB storage caused object to be reset."],
    ["unknown", "Cannot resolve D1 DB due to transient issue on remote node."],
    ["unknown", "Can't read from request stream because client disconnected."],
    ["breakdown", "D1 DB storage operation exceeded timeout which caused object to be reset."],
    ["overload", "D1 DB is overloaded. Requests queued for too long."],
    ["overload", "D1 DB is overloaded. Too many requests queued."],
    ["breakdown", "D1 DB's isolate exceeded its memory limit and was reset."],
    ["breakdown", "D1 DB exceeded its CPU time limit and was reset."],
  ],
  "D1, besides the list": [
    ["conflict", "UNIQUE constraint failed: product.name_key: SQLITE_CONSTRAINT"],
    ["conflict", "FOREIGN KEY constraint failed: SQLITE_CONSTRAINT"],
    ["conflict", "stale: the change log has this row: SQLITE_CONSTRAINT"],
    ["unknown", "internal error; reference = 0123456789abcdef"],
    ["unknown", "Failed to parse body as JSON, got: <html>D1 DB is overloaded.</html>"],
    ["overload", "Currently processing a long-running export."],
    ["overload", "Currently processing a long-running import."],
    ["used-up", "Too many API requests by single worker invocation."],
    ["too-large", "RESPONSE_TOO_LARGE: Response is too large"],
    ["too-big", "string or blob too big: SQLITE_TOOBIG"],
    ["used-up", "Too many subrequests by single Worker invocation."],
    ["unavailable", "database or disk is full: SQLITE_FULL"],
    [
      "unavailable",
      "Your account has exceeded D1's free tier daily row write limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
    ],
    ["defect", "No SQL statements detected."],
    ["defect", "no such table: product: SQLITE_ERROR"],
    ["defect", "too many SQL variables at offset 300: SQLITE_ERROR"],
  ],
  "a libSQL server": [
    ["conflict", "SQLITE_CONSTRAINT: SQLite error: UNIQUE constraint failed: product.name_key"],
    ["busy", "SQLITE_BUSY: SQLite error: database is locked"],
    ["overload", "Server returned HTTP status 429"],
    ["overload", "TRANSACTION_BUSY: Server cannot handle additional transactions"],
    ["busy", "Not sent: those before it took too long."],
    ["unavailable", "Server returned HTTP status 401"],
    ["unavailable", "Server returned HTTP status 403: Forbidden"],
    ["unavailable", "BLOCKED: Operation was blocked: the plan's storage is used up"],
    ["unavailable", "SQLITE_FULL: SQLite error: database or disk is full"],
    ["breakdown", "SQLITE_IOERR: SQLite error: disk I/O error"],
    ["unknown", "TRANSACTION_TIMEOUT: Transaction timed out"],
    ["unknown", "STREAM_EXPIRED: The stream has expired due to inactivity"],
    ["unknown", "Server returned HTTP status 400"],
    ["unknown", "Server returned HTTP status 404"],
    ["unknown", "Server returned HTTP status 408: Request Timeout"],
    ["unknown", "Server returned HTTP status 413"],
    ["unknown", "Server returned HTTP status 499"],
    ["unknown", "Server returned HTTP status 502"],
    ["unknown", "the server did not respond in time (timed out)"],
    ["unknown", "fetch failed"],
    ["unknown", "terminated"],
    ["unknown", "other side closed"],
    ["unknown", "Unterminated string in JSON at position 20 (line 1 column 21)"],
    ["unknown", `Unexpected token '<', "<html><hea"... is not valid JSON`],
    ["unknown", "Unexpected end of JSON input"],
    ["defect", "SQLITE_ERROR: SQLite error: malformed JSON"],
    ["defect", "SQL_INPUT_ERROR: SQL input error: no such table: product (at offset 14)"],
  ],
  "a file": [
    ["conflict", "CHECK constraint failed: stale"],
    ["conflict", "stale: the change log has this row"],
    ["busy", "database is locked"],
    ["unavailable", "database or disk is full"],
    ["unavailable", "attempt to write a readonly database"],
    ["unavailable", "unable to open database file"],
    ["breakdown", "disk I/O error"],
    ["damaged", "database disk image is malformed"],
  ],
};

describe.each(Object.entries(messages))("a message of %s", (origin, texts) => {
  const prefix = origin.startsWith("D1") ? "D1_ERROR: " : "";

  test.each(texts)("%s: %s", (fault, text) => {
    expect(faultOf(new Error(`${prefix}${text}`))).toBe(fault);
    expect(faultOf(new Error("Wrapped.", { cause: new Error(text) }))).toBe(fault);
  });
});

test("a proxy's response is not taken for the database's", () => {
  const upstream = Object.assign(new Error("UNKNOWN: upstream!"), { code: "UNKNOWN" });
  expect(faultOf(upstream)).toBe("unknown");
});

test("a token that a server rejects on a WebSocket is not a defect", () => {
  const expired = Object.assign(new Error("The JWT has expired"), { code: "AUTH_JWT_EXPIRED" });
  expect(faultOf(expired)).toBe("unavailable");
});

test("a write that the disk refuses differs from one that it does not confirm", () => {
  const failed = (code: string) => Object.assign(new Error("disk I/O error"), { code });
  expect(faultOf(failed("SQLITE_IOERR_WRITE"))).toBe("unavailable");
  expect(faultOf(failed("SQLITE_IOERR_FSYNC"))).toBe("breakdown");
});
