import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { adminKey, root, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";
import { allOf, get, silentReaders } from "./sockets.ts";
import { execute } from "./stored.ts";
import { serveWorker } from "./workers.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

type Line = Readonly<Record<string, unknown>>;

/** Returns the lines of the log in what a service has printed. */
const linesIn = (printed: string): Line[] =>
  printed
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

/** Returns the fields that docs/reference/log.md lists. */
function documentedFields(): Set<string> {
  const lines = readFileSync(join(root, "docs/reference/log.md"), "utf8").split("\n");
  const rows = lines.slice(lines.indexOf("| field | in lines about | meaning |") + 2);
  const cells = rows.filter((row) => row.startsWith("|")).map((row) => row.split("|")[1]!);
  return new Set(
    cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name!)),
  );
}

/** The facts of single kinds of security, which docs/reference/security-log.md lists. */
const ofSecurity = ["keyPrefix", "ofSessionId"];

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const headers = (key: string) => ({
  Authorization: `Bearer ${key}`,
  "Content-Type": "application/json",
  "X-Request-Id": "request-1",
  traceparent,
});

const list = (address: string, key = adminKey) =>
  fetch(`${address}/api/Location/List?limit=1`, {
    method: "POST",
    headers: headers(key),
    body: "{}",
  });

/** Sends a request by the cookie of a session. */
async function getByCookie(address: string): Promise<void> {
  const send = (path: string, more: Readonly<Record<string, string>>) =>
    fetch(`${address}/api/Session/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...more },
      body: "{}",
    });
  const made = await send("Create", { Authorization: `Bearer ${adminKey}` });
  const cookie = made.headers.get("Set-Cookie")!.split(";", 1)[0]!;
  await send("Get", { Cookie: cookie, "Sec-Fetch-Site": "same-origin" });
}

const request = {
  operation: "locationList",
  method: "POST",
  path: "/api/Location/List",
  keyId: expect.any(Number),
  userId: expect.any(Number),
  requestId: "request-1",
  traceId,
};

/** Requests that Node or the adapter refuses without asking the app. Of the target, no query is logged. */
const refusedUnseen = [
  "nonsense\r\n\r\n",
  get("/", `X-Long: ${"x".repeat(20_000)}\r\n`),
  get("/a?secret", `Expect: x\r\ntraceparent: ${traceparent}\r\n`),
  "GET /b HTTP/1.1\r\n\r\n",
  "GET /c HTTP/1.1\r\nHost: a:b\r\nConnection: close\r\n\r\n",
  get("/d/..", "Connection: close\r\n"),
];

test("the log names the operation, the key and the trace of a request, and each field is documented", async () => {
  const file = join(temporary.path, "log.db");
  const env = { DATABASE_URL: `file:${file}`, ASBUILT_ADMIN_KEY: adminKey };
  const service = await serveAsbuilt({ ...env, ASBUILT_ACCESS_LOG: "1", ASBUILT_READ_LOG: "1" });
  const served = await list(service.address);
  const body = await served.text();
  await list(service.address, "another-key-that-nobody-has-made");
  await getByCookie(service.address);
  await fetch(`${service.address}/healthz`, { method: "HEAD" });
  for (const raw of refusedUnseen) {
    const [socket] = await silentReaders(service.address, raw, 1);
    await allOf(socket!);
  }
  execute(file, "alter table location rename to lost");
  expect((await list(service.address)).status).toBe(500);
  const lines = linesIn((await stop(service)).stderr);

  const requests = lines.filter(({ kind }) => kind === "request");
  const address = "127.0.0.1";
  const ms = expect.any(Number);
  expect(requests).toMatchObject([
    { level: "info", ...request, address, ms, status: 200, bytes: Buffer.byteLength(body) },
    { level: "info", operation: "locationList", requestId: "request-1", status: 401 },
    { level: "info", operation: "sessionCreate", status: 200 },
    { level: "info", operation: "sessionGet", sessionId: 1, status: 200 },
    { level: "info", method: "HEAD", path: "/healthz", status: 200, bytes: 0 },
    { level: "info", address, status: 400, bytes: 0, reason: "HPE_INVALID_METHOD" },
    { level: "info", address, status: 431, bytes: 0, reason: "HPE_HEADER_OVERFLOW" },
    { level: "info", method: "GET", path: "/a", address, status: 417, bytes: 0, traceId },
    { level: "info", method: "GET", path: "/b", address, status: 400, bytes: 0 },
    { level: "info", method: "GET", path: "/c", address, status: 400, bytes: 0 },
    { level: "info", method: "GET", path: "/d/..", status: 400, requestId: expect.any(String) },
    { level: "info", ...request, status: 500 },
  ]);
  expect(JSON.stringify(requests)).not.toMatch(/secret|nonsense|xxx/);
  const failed = lines.filter(({ level }) => level === "error");
  expect(failed).toMatchObject([{ msg: "A request failed.", ...request, err: {} }]);
  expect(lines.find(({ kind }) => kind === "key_refused")).toMatchObject({ traceId });
  expect(lines.find(({ kind }) => kind === "read")).toMatchObject({ traceId });
  // Of these lines, the page on security names the fields.
  const ofPage = lines.filter(({ kind }) => kind !== "read");
  const fields = new Set(ofPage.flatMap((line) => Object.keys(line)));
  const documented = documentedFields();
  expect([...fields].filter((name) => !documented.has(name))).toEqual(ofSecurity);
  const ofDatabase = ["database", "from", "to", "migrations", "bytesMax", "share"];
  const ofOthers = ["message", "error", "suppressed", "webhook", "seq", "attempts", "task"];
  const unseen = [...documented].filter((name) => !fields.has(name) && name !== "commit");
  expect(unseen.toSorted()).toEqual([...ofDatabase, ...ofOthers].toSorted());

  const silent = await serveAsbuilt({ ...env, DATABASE_URL: `${env.DATABASE_URL}-silent` });
  await list(silent.address);
  expect((await stop(silent)).stderr).not.toContain("Request completed.");
});

test("the Worker writes the same line of a request", async () => {
  const folder = join(temporary.path, "worker");
  const worker = await serveWorker(folder, {
    ASBUILT_ADMIN_KEY: adminKey,
    ASBUILT_ACCESS_LOG: "1",
  });
  const body = await (await list(worker.address)).text();
  const { stdout, stderr } = await stop(worker);
  const lines = linesIn(stdout + stderr);
  const documented = documentedFields();
  const line = lines.find(({ operation }) => operation === "locationList");
  const bytes = Buffer.byteLength(body);
  expect(line).toMatchObject({ level: "info", ...request, status: 200, bytes });
  const fields = new Set(lines.flatMap((one) => Object.keys(one)));
  expect([...fields].filter((name) => !documented.has(name))).toEqual([]);
});
