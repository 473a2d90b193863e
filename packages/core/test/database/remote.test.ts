import { expect, test } from "vitest";
import { faultOf } from "../../src/database/faults.ts";
import { type LibsqlClientLike, remoteDatabase } from "../../src/database/remote.ts";

test("a server's answer is lost at the deadline, and its call is told so", async () => {
  let givenUp = 0;
  const client: LibsqlClientLike = {
    batch: (_statements, _mode, signal) => {
      signal.addEventListener("abort", () => givenUp++);
      return new Promise(() => {});
    },
  };
  const database = remoteDatabase(client);
  for (const kind of ["read", "write"] as const) {
    const statements = [{ sql: "select 1", params: [], row: (raw: unknown) => raw }];
    const lost = database[kind](statements, performance.now() + 100).catch(
      (error: unknown) => error,
    );
    expect(faultOf(await lost)).toBe("unknown");
  }
  expect(givenUp).toBe(2);
});
