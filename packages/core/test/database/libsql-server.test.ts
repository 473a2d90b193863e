import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { faultOf } from "../../src/database/faults.ts";
import { libsqlServer } from "../../src/database/libsql-server.ts";

interface Sent {
  readonly baton: string | null;
  readonly requests: readonly { readonly type: string }[];
}

/** Starts a program that answers instead of a server. Returns its address. */
async function listen(
  respond: (sent: Sent, answer: ServerResponse, request: IncomingMessage) => void,
): Promise<string> {
  const server = createServer(async (request, answer) => {
    // The body of a pipeline.
    respond((await json(request)) as Sent, answer, request);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  // A TCP server's address is an object; a pipe's would be text.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** A result of one step, with the baton of the next request. */
const result = (baton: string, base_url: string | null = null) =>
  JSON.stringify({
    baton,
    base_url,
    results: [
      {
        type: "ok",
        response: {
          type: "batch",
          result: {
            step_results: [{ rows: [[{ type: "integer", value: "1" }]] }],
            step_errors: [null],
            replication_index: "7",
          },
        },
      },
    ],
  });

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a proxy's JSON keeps its status, and is not taken for the server's", async () => {
  for (const [status, fault] of [
    [200, "unknown"],
    [403, "unavailable"],
    [429, "overload"],
    [502, "unknown"],
  ] as const) {
    const url = await listen((_sent, answer) => {
      answer.writeHead(status, { "Content-Type": "application/json" });
      answer.end(JSON.stringify({ code: 42, message: "Bad Gateway" }));
    });
    const error = await errorOf(libsqlServer({ url }).execute("select 1"));
    expect(faultOf(error), String(status)).toBe(fault);
    if (status !== 200) expect(String(error)).toContain(`HTTP status ${status}: {"code":42`);
  }
});

test("a stream continues where the server says, with its newest baton and the token", async () => {
  const sent: [string | null, string | undefined][] = [];
  const other = await listen(({ baton }, answer, { headers }) => {
    sent.push([baton, headers.authorization]);
    answer.end(result("third"));
  });
  const url = await listen(({ baton }, answer, { headers }) => {
    sent.push([baton, headers.authorization]);
    answer.end(result("second", other));
  });
  const server = libsqlServer({ url, authToken: "secret" });
  for (let call = 0; call < 3; call++) {
    expect(await server.execute("select 1")).toEqual({ rows: [[1]] });
  }
  expect(sent).toEqual([
    [null, "Bearer secret"],
    ["second", "Bearer secret"],
    ["third", "Bearer secret"],
  ]);
});

test("calls at the same time have streams of their own, and no more than 9 are kept", async () => {
  const closed: (string | null)[] = [];
  let opened = 0;
  const url = await listen(({ baton, requests }, answer) => {
    if (requests[0]!.type === "close") closed.push(baton);
    answer.end(result(baton ?? `stream ${++opened}`));
  });
  const server = libsqlServer({ url });
  const together = () => Promise.all(Array.from({ length: 12 }, () => server.execute("select 1")));
  await together();
  await expect.poll(() => closed.length).toBe(3);
  await together();
  expect(opened).toBe(15);
});

test("a statement that a server knows no stream for runs on a new one; one in doubt does not", async () => {
  for (const [refusal, batons] of [
    ["Received an invalid baton", [null, "first", null]],
    ["Received a baton that has already been used", [null, "first"]],
  ] as const) {
    const sent: (string | null)[] = [];
    const url = await listen(({ baton }, answer) => {
      sent.push(baton);
      if (baton === null) answer.end(result("first"));
      else answer.writeHead(400).end(refusal);
    });
    const server = libsqlServer({ url });
    await server.execute("select 1");
    const fault = faultOf(await errorOf(server.execute("select 1")));
    expect(fault === "unknown").toBe(batons.length === 2);
    expect(sent).toEqual(batons);
  }
});

test("a replication index goes to the server, and comes back", async () => {
  const sent: Sent[] = [];
  const url = await listen((request, answer) => {
    sent.push(request);
    answer.end(result("next"));
  });
  const { signal } = new AbortController();
  const results = await libsqlServer({ url }).batch(
    [{ sql: "select 1", args: [] }],
    "read",
    signal,
    "5",
  );
  expect(results.replicationIndex).toBe("7");
  expect(sent).toMatchObject([{ requests: [{ batch: { replication_index: "5" } }] }]);
});

test("a stream is used again after a batch whose transaction has ended, and closed otherwise", async () => {
  const error = { message: "database is locked", code: "SQLITE_BUSY" };
  const done = { rows: [] };
  for (const [outcome, isClosed, step_results, step_errors] of [
    ["it did not begin", false, [null, null, null, null], [error, null, null, error]],
    ["it was rolled back", false, [done, null, null, done], [null, error, null, null]],
    ["neither COMMIT nor ROLLBACK ran", true, [done, null, null, null], [null, error, null, error]],
  ] as const) {
    const closed: (string | null)[] = [];
    const url = await listen(({ baton, requests }, answer) => {
      if (requests[0]!.type === "close") closed.push(baton);
      const results = [{ type: "ok", response: { result: { step_results, step_errors } } }];
      answer.end(JSON.stringify({ baton: "next", base_url: null, results }));
    });
    const server = libsqlServer({ url });
    const { signal } = new AbortController();
    const failed = await errorOf(server.batch([{ sql: "x", args: [] }], "write", signal));
    expect(faultOf(failed)).toBe("busy");
    // Gives a stream that is being closed the time of another call.
    await errorOf(server.execute("select 1"));
    await expect.poll(() => closed.length > 0, { message: outcome }).toBe(isClosed);
  }
});
