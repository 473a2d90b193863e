import { jsonBodyOf, operations } from "@asbuilt/contract";
import { type AppOptions, createApp, type LogEntry, overloadGuard } from "@asbuilt/http";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();
const { executor } = plant.database;

/** Makes a service on the plant whose queue of commands is full. */
function busyService() {
  const log: LogEntry[] = [];
  const commands: Parameters<typeof executor.run>[0][] = [];
  const options: AppOptions = {
    executor: {
      ...executor,
      isFull: () => true,
      run: (attempt) => {
        commands.push(attempt);
        return executor.run(attempt);
      },
    },
    now: () => Date.now(),
    log: (entry) => log.push(entry),
    asset: () => Promise.resolve(undefined),
  };
  const service = createApp(options);
  const send = async (method: string, path: string, body?: string) => {
    const headers = {
      Authorization: `Bearer ${plant.keys.admin}`,
      "Content-Type": "application/json",
    };
    const { status, headers: told } = await service.request(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status, retryAfter: told.get("Retry-After") };
  };
  return { send, log, commands, options, service };
}

const requests = operations
  .filter(({ operationId }) => operationId !== "eventStream")
  .map((route) => ({
    method: route.method.toUpperCase(),
    path: route.path.replace("{id}", "1"),
    body: jsonBodyOf(route)?.example,
    isWrite: route.isWrite,
  }));

const refused = { status: 503, retryAfter: "1" };

describe("a service that has too much to do", () => {
  test("refuses a write unread, and still answers reads, if only writes wait", async () => {
    const { send } = busyService();
    expect(await send("PUT", "/api/Location/Upsert", "{ not read")).toEqual(refused);
    expect(await send("POST", "/api/Location/List", "{}")).toEqual({
      status: 200,
      retryAfter: null,
    });
  });

  test.each(requests)("$method $path waits for others only if it writes", async (operation) => {
    const { send, commands } = busyService();
    const { method, path, body, isWrite } = operation;
    const { status } = await send(method, path, body && JSON.stringify(body));
    if (isWrite) expect(status).toBe(503);
    else expect([200, 404]).toContain(status);
    expect(commands).toEqual([]);
  });

  test("warns once a second with a count, so that the log adds no load", async () => {
    const { send, log } = busyService();
    for (let write = 0; write < 50; write++) await send("PUT", "/api/Location/Upsert", "{}");
    expect(log.length).toBeLessThan(10);
    expect(log[0]).toMatchObject({
      level: "warn",
      message: expect.stringContaining("too much to do"),
    });
  });

  const write = { method: "PUT", url: "/api/Location/Upsert", headers: {} };

  test("is guarded by a check that refuses the same writes, word for word, without a Request", async () => {
    const { service, options, log } = busyService();
    const guard = overloadGuard(options);
    const { status, headers, body } = guard({
      ...write,
      headers: { "x-request-id": "asked-twice" },
    })!;
    const answer = await service.request(write.url, {
      method: "PUT",
      headers: { "X-Request-Id": "asked-twice" },
    });
    expect({ status, body }).toEqual({ status: answer.status, body: await answer.text() });
    const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    expect(Object.fromEntries(lowered)).toEqual(Object.fromEntries(answer.headers));
    expect(log).toHaveLength(2);
  });

  test.for([
    ["a read", { ...write, method: "POST", url: "/api/Location/List" }],
    ["a path that is spelled otherwise", { ...write, url: "/api/Location/Upsert?x" }],
    ["a page's request", { ...write, headers: { origin: "https://erp.example" } }],
  ] as const)("leaves %s to the app", ([, incoming]) => {
    expect(overloadGuard(busyService().options)(incoming)).toBeUndefined();
  });

  test("refuses nothing if there is room", () => {
    const { options } = busyService();
    expect(overloadGuard({ ...options, executor })(write)).toBeUndefined();
    expect(overloadGuard(options)(write)).toMatchObject({ status: 503 });
  });

  test.for(["debug", "info"] as const)(
    "is guarded in the same way if each request is logged at the level %s, with a line of its own",
    (requestLog) => {
      const { options, log } = busyService();
      const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
      const headers = { "x-request-id": "refused-1", traceparent };
      const answer = overloadGuard({ ...options, requestLog })({ ...write, headers });
      expect(answer).toMatchObject({ status: 503 });
      expect(log.filter(({ kind }) => kind === "request")).toEqual([
        {
          level: requestLog,
          message: "Request completed.",
          kind: "request",
          operation: "locationUpsert",
          method: "PUT",
          path: "/api/Location/Upsert",
          requestId: "refused-1",
          traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
          status: 503,
          ms: 0,
          bytes: new TextEncoder().encode(answer!.body).length,
        },
      ]);
    },
  );
});
