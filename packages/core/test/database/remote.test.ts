import { expect, test } from "vitest";
import { faultOf } from "../../src/database/faults.ts";
import { type LibsqlClientLike, remoteDatabase } from "../../src/database/remote.ts";

const statements = [{ sql: "select 1", params: [], row: (raw: unknown) => raw }];

test("a response counts as lost at the deadline, and its call is aborted", async () => {
  let aborted = 0;
  const client: LibsqlClientLike = {
    batch: (_statements, _mode, signal) => {
      signal.addEventListener("abort", () => aborted++);
      return new Promise(() => {});
    },
  };
  const database = remoteDatabase(client);
  for (const kind of ["read", "write"] as const) {
    const lost = database[kind](statements, performance.now() + 100).catch(
      (error: unknown) => error,
    );
    expect(faultOf(await lost)).toBe("unknown");
  }
  expect(aborted).toBe(2);
});

test.each([
  ["unknown", new TypeError("Cannot use 'in' operator to search for 'message' in null")],
  ["unknown", Object.assign(new Error("upstream connect error"), { code: "UNAVAILABLE" })],
  ["conflict", Object.assign(new Error("stale: 1"), { code: "SQLITE_CONSTRAINT" })],
  ["defect", Object.assign(new Error("no such table: x"), { code: "SQL_INPUT_ERROR" })],
  ["defect", Object.assign(new Error("malformed JSON"), { code: "SQLITE_ERROR" })],
] as const)(
  "a batch that the server's SQL has not refused can have committed: %s for %s",
  async (fault, error) => {
    const database = remoteDatabase({ batch: () => Promise.reject(error) });
    const refused = database.write(statements, performance.now() + 1000);
    expect(faultOf(await refused.catch((thrown: unknown) => thrown))).toBe(fault);
  },
);
