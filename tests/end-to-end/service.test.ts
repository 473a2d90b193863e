import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startWarnings } from "@asbuilt/node/start-warnings";
import { afterAll, expect, test } from "vitest";
import {
  asbuilt,
  type Served,
  serveAsbuilt,
  startAsbuilt,
  stop,
  temporaryFolder,
  until,
} from "./processes.ts";
import { countOf, execute, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const on = (name: string) => ({ DATABASE_URL: `file:${path(name)}` });

/** Begins a request whose body is still to come. By then the service has accepted it. */
async function beginReceive({ address, key }: Served, body: string) {
  const call = request(`${address}/api/MaterialItem/Receive`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      Expect: "100-continue",
    },
  });
  call.flushHeaders();
  await once(call, "continue");
  return async () => {
    call.end(body);
    // The event's first argument is the response.
    const [answer] = (await once(call, "response")) as [import("node:http").IncomingMessage];
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
  };
}

test("a start whose seeding is cut off is completed by the next one", async () => {
  const file = await seededInPart();
  const service = await serveAsbuilt({ ...on(file), ASBUILT_SEED: "demo" });
  expect(countOf(path(file), "build")).toBeGreaterThan(0);
  expect(service.key).not.toBe("");
  await stop(service);
});

/** Kills a start in the middle of its seeding. On a busy machine some starts end it before. */
async function seededInPart(): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const file = `seeded-${attempt}.db`;
    const cutOff = startAsbuilt(["serve"], { ...on(file), PORT: "0", ASBUILT_SEED: "demo" });
    await until(() => countOf(path(file), "product") > 2, cutOff);
    cutOff.child.kill("SIGKILL");
    await cutOff.ended;
    if (countOf(path(file), "build") === 0) return file;
  }
}

test.runIf(process.platform === "linux")(
  "on one core the threads that seal and checkpoint wait for the service",
  async () => {
    const service = await serveAsbuilt({ ...on("one-core.db") }, ["taskset", "-c", firstCore()]);
    await until(
      () => nicenessOf(service.child.pid!).filter((nice) => nice === 5).length === 2,
      service,
    );
    expect(nicenessOf(service.child.pid!)[0]).toBe(0);
    const answer = await fetch(`${service.address}/api/User/List`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" },
      body: "{}",
    });
    expect(answer.status).toBe(200);
    expect(await stop(service)).toMatchObject({ status: 0 });
  },
);

/** Returns a core that this process may use. */
const firstCore = (): string =>
  /Cpus_allowed_list:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))![1]!;

/** Returns the niceness of each thread of a process, the main thread first. */
function nicenessOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`).toSorted((a, b) => Number(a) - Number(b));
  return threads.map((thread) => {
    const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8").split(") ")[1]!;
    return Number(fields.split(" ")[16]);
  });
}

test("a service that starts removes Idempotency-Keys that are older than 7 days", async () => {
  const file = path("swept.db");
  await stop(await serveAsbuilt(on("swept.db")));
  const seeded = countOf(file, "keyed_answer");
  const eightDays = 8 * 24 * 60 * 60 * 1000;
  execute(file, `update keyed_answer set at = at - ${eightDays} where rowid > 3`);
  const service = await serveAsbuilt(on("swept.db"));
  await until(() => countOf(file, "keyed_answer") < seeded, service);
  await stop(service);
  const left = rowsOf(file, "select rowid as id from keyed_answer");
  expect(left).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test("a signal lets running requests finish, and ends the service with status 0", async () => {
  const service = await serveAsbuilt({ ...on("stopped.db"), ASBUILT_SEED: "demo" });
  const item = { productName: "Seal", visualSerialNo: "IN-FLIGHT", qty: 1 };
  const finish = await beginReceive(service, JSON.stringify(item));
  service.child.kill("SIGTERM");
  await until(() => service.printed.stderr.includes("Stopping."), service);
  service.child.kill("SIGINT");
  service.child.kill("SIGTERM");
  await expect(fetch(`${service.address}/healthz`)).rejects.toThrow("fetch failed");
  expect(await finish()).toMatchObject({ status: 200, body: { visualSerialNo: "IN-FLIGHT" } });
  const { status, stderr } = await service.ended;
  expect(status).toBe(0);
  expect(stderr).toContain("Stopped.");
  // A database that was closed leaves only its file.
  expect(existsSync(path("stopped.db-wal"))).toBe(false);
});

test("a signal cuts off no request that is on its way on a kept connection", async () => {
  const service = await serveAsbuilt({ ...on("kept.db"), ASBUILT_SEED: "demo" });
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const faults: unknown[] = [];
  let answered = 0;
  const askOn = (agent: Agent) =>
    new Promise<void>((resolve, reject) => {
      const call = request(`${service.address}/healthz`, { agent }, (answer) => {
        answered++;
        answer.resume().once("end", resolve);
      });
      call.once("error", reject).end();
    });
  const asking = agents.map(async (agent) => {
    for (;;) await askOn(agent);
  });
  const all = Promise.all(
    asking.map((asks) => asks.catch((error: NodeJS.ErrnoException) => faults.push(error.code))),
  );
  await until(() => answered > 500, service);
  service.child.kill("SIGTERM");
  await all;
  // A client that learned of the end opens another connection, and nothing listens.
  expect(faults).toEqual(agents.map(() => "ECONNREFUSED"));
  expect((await service.ended).status).toBe(0);
});

test("a start warns of an address without TLS, unless the proxy before it is named", async () => {
  const warned = async (variables: Readonly<Record<string, string>>) => {
    const { stderr } = await stop(await serveAsbuilt({ ...on("warned.db"), ...variables }));
    const lines = stderr.trimEnd().split("\n");
    return lines
      .map((line) => JSON.parse(line))
      .filter(({ level, msg }) => level === "warn" && !msg.includes("as root"))
      .map(({ msg }) => msg);
  };
  expect(await warned({})).toEqual([]);
  expect(await warned({ HOST: "localhost" })).toEqual([]);
  const proxied = { HOST: "0.0.0.0", ASBUILT_TRUST_PROXY: "127.0.0.1" };
  expect(await warned(proxied)).toEqual([]);
  chmodSync(path("warned.db.seal-key"), 0o640);
  expect(await warned({ HOST: "0.0.0.0" })).toEqual([
    `Other users can read the sealing key: run chmod 600 ${realpathSync(path("warned.db.seal-key"))}`,
    expect.stringMatching(/^HOST: 0\.0\.0\.0 can be reached .* name it in ASBUILT_TRUST_PROXY/),
  ]);
});

test.for([
  ["127.0.0.1", 1000, false, false],
  ["127.1.2.3", undefined, false, false],
  ["::1", 1000, false, false],
  ["::", 1000, true, false],
  ["0.0.0.0", 1000, true, false],
  ["192.0.2.1", 1000, true, false],
  ["fe80::1%eth0", 1000, true, false],
  ["127.0.0.1", 0, false, true],
] as const)("on %s, as user %s, a start warns as it should", ([host, userId, isOpen, isRoot]) => {
  const database = { url: "http://127.0.0.1:1" };
  const metrics = { host, port: 9464 };
  const configuration = {
    database,
    sealKey: undefined,
    trustedProxies: undefined,
    metrics,
    unknownVariables: [],
  };
  const warnings = startWarnings(configuration, { host, userId });
  for (const variable of ["HOST", "ASBUILT_METRICS"]) {
    const own = warnings.filter((warning) => warning.startsWith(`${variable}: `));
    expect(own, variable).toHaveLength(isOpen ? 1 : 0);
  }
  expect(warnings.filter((warning) => warning.includes("runs as root"))).toHaveLength(
    isRoot ? 1 : 0,
  );
});

test("a variable that asbuilt does not have is named once, with the one that is meant", async () => {
  const service = await serveAsbuilt({
    ...on("variables.db"),
    ASBUILT_TIMEZONE: "Europe/Berlin",
    ASBUILT_ADMINKEY_FILE: "/nowhere",
    ASBUILT_COLOUR: "red",
    DATABASE_URI: "file:elsewhere.db",
    DATABASE_HOST: "of-another",
    // Of the clients and the proxy in the documents, and cleared.
    ASBUILT_KEY: "a-secret-that-no-log-has",
    ASBUILT_SITE: "plant.example",
    ASBUILT_METRIC: "",
  });
  const { stderr } = await stop(service);
  const lines = stderr.split("\n").filter((line) => line.includes("no such variable"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: "warn",
      msg: "ASBUILT_TIMEZONE: asbuilt has no such variable. Did you mean ASBUILT_TIME_ZONE?",
    },
    {
      msg: "ASBUILT_ADMINKEY_FILE: asbuilt has no such variable. Did you mean ASBUILT_ADMIN_KEY_FILE?",
    },
    { msg: "ASBUILT_COLOUR: asbuilt has no such variable." },
    { msg: "DATABASE_URI: asbuilt has no such variable. Did you mean DATABASE_URL?" },
  ]);
  expect(stderr).not.toContain("a-secret");
});

test.runIf(existsSync("/proc/locks"))(
  "a second service on a database file names the first one, which has no other",
  async () => {
    const first = await serveAsbuilt(on("shared.db"));
    const second = await serveAsbuilt(on("shared.db"));
    const [ofFirst, ofSecond] = [await stop(first), await stop(second)];
    expect(ofSecond.stderr).toContain(
      `"msg":"Process ${first.child.pid} has the database open too.`,
    );
    expect(ofFirst.stderr).not.toContain("has the database open too");
  },
);

test("the log is JSON lines without any key or body", async () => {
  const ASBUILT_ADMIN_KEY = "an-administrators-key-that-is-long-enough";
  const service = await serveAsbuilt({ ...on("log.db"), ASBUILT_ADMIN_KEY, LOG_LEVEL: "debug" });
  const receive = (key: string) =>
    fetch(`${service.address}/api/MaterialItem/Receive`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ productName: "Unheard-of", visualSerialNo: "S", qty: 1 }),
    });
  expect((await receive(ASBUILT_ADMIN_KEY)).status).toBe(404);
  expect((await receive("another-key-that-nobody-has-made")).status).toBe(401);
  const { stdout, stderr } = await stop(service);
  const lines = stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  // Tests can run as root, which has a test of its own.
  expect(lines.filter(({ msg }) => !msg.includes("as root"))).toMatchObject([
    { level: "info", msg: "Serving.", address: service.address, timeZone: "UTC" },
    { level: "debug", method: "POST", path: "/api/MaterialItem/Receive", status: 404 },
    { level: "info", msg: "Security.", kind: "key_refused", address: "127.0.0.1" },
    { level: "debug", method: "POST", path: "/api/MaterialItem/Receive", status: 401 },
    { level: "info", msg: "Stopping." },
    { level: "info", msg: "Stopped." },
  ]);
  expect(stdout + stderr).not.toMatch(/an-administrators|another-key|Unheard-of/);
  // Without the demo plant the greeting shows nothing to build.
  expect(stdout).not.toContain("curl");
});

test("an address may try any number of keys if the limit of attempts is 0", async () => {
  const service = await serveAsbuilt({ ...on("lifted.db"), ASBUILT_FAILURES_PER_ADDRESS: "0" });
  const headers = { Authorization: "Bearer another-key-that-nobody-has-made" };
  const attempt = () => fetch(`${service.address}/api/MaterialItem/Get/1`, { headers });
  const answers = await Promise.all(Array.from({ length: 30 }, attempt));
  expect(answers.filter(({ status }) => status !== 401)).toEqual([]);
  await stop(service);
});

test("faults in the environment are reported line by line, without their values", async () => {
  const { status, stdout, stderr } = await asbuilt(["serve"], {
    PORT: "65536",
    HOST: "my host",
    DATABASE_URL: "libsql://user:secret@plant.example/plant",
    DATABASE_AUTH_TOKEN: "a secret",
    ASBUILT_READ_URL: "https://near.plant.example, file:plant.db",
    ASBUILT_ADMIN_KEY: "too-short",
    ASBUILT_SEED: "test",
    ASBUILT_EPCIS_BASE: "https://plant.example/?of=1",
    ASBUILT_TIME_ZONE: "Mars/Base",
    ASBUILT_BACKDATING_HOURS: "-1",
    ASBUILT_OIDC_ISSUER: "http://login.example",
    ASBUILT_OIDC_AUDIENCE: "machines",
    ASBUILT_OIDC_CLIENT_SECRET: "a secret",
    ASBUILT_OIDC_ROLES: "operators=operator",
    LOG_LEVEL: "loud",
  });
  expect(stderr.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^ASBUILT_OIDC_ISSUER: an https:\/\/ address /),
    expect.stringMatching(/^ASBUILT_OIDC_ROLES: a JSON object /),
    "ASBUILT_OIDC_CLIENT_SECRET: ASBUILT_OIDC_CLIENT_ID is needed with it",
    "PORT: a whole number from 0 to 65535 (0 takes any free port)",
    "HOST: an address of this machine",
    "DATABASE_URL: file:PATH, or a libsql://, http(s):// or ws(s):// address without a user or password",
    "DATABASE_AUTH_TOKEN: a token, without spaces",
    "ASBUILT_READ_URL: libsql://, http(s):// or ws(s):// addresses of replicas, without a user or password, between commas",
    expect.stringMatching(/^ASBUILT_ADMIN_KEY: at least 32 printable ASCII characters, /),
    "ASBUILT_SEED: base or demo",
    "ASBUILT_EPCIS_BASE: a URI without ? and #, such as https://id.plant.example",
    "ASBUILT_TIME_ZONE: the IANA name of a time zone, such as Europe/Berlin",
    "ASBUILT_BACKDATING_HOURS: a whole number of hours; 0 lets an operator date nothing back",
    "LOG_LEVEL: debug, info, warn, error or silent",
  ]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  const ofFile = { ...on("replicated.db"), ASBUILT_READ_URL: "https://near.plant.example" };
  expect(await asbuilt(["serve"], ofFile)).toMatchObject({
    status: 2,
    stderr: "ASBUILT_READ_URL: a file has no replicas: DATABASE_URL is one\n",
  });
});

test("a service lets operators date back the hours that it is configured with", async () => {
  const service = await serveAsbuilt({
    ...on("backdating.db"),
    ASBUILT_SEED: "demo",
    ASBUILT_BACKDATING_HOURS: "2",
  });
  const send = async (route: string, key: string, body: object) => {
    const answer = await fetch(`${service.address}${route}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    // A record, a problem or a list of records.
    return (await answer.json()) as Record<string, string> & { Name: string }[];
  };
  const operator = { name: "Bench", user: "Administrator", role: "operator" };
  const { key } = await send("/api/ApiKey/Create", service.key, operator);
  const [product] = await send("/api/Product/List", service.key, {});
  const productName = product!.Name;
  const receive = (visualSerialNo: string, hoursBack: number) =>
    send("/api/MaterialItem/Receive", key!, {
      productName,
      visualSerialNo,
      qty: 1,
      occurredAt: new Date(Date.now() - hoursBack * 3_600_000).toISOString(),
    });
  expect((await receive("DATED-1", 2.5))["detail"]).toContain("more than 2 hours ago");
  expect(await receive("DATED-2", 1.5)).toMatchObject({ visualSerialNo: "DATED-2" });
  await stop(service);
});

test("a service that can't start reports why in one line, with status 1", async () => {
  const service = await serveAsbuilt(on("first.db"));
  const { port } = new URL(service.address);
  const second = await asbuilt(["serve"], { ...on("second.db"), PORT: port });
  const inUse = `PORT: ${port} is in use on 127.0.0.1. Set another, or 0 for any free one.\n`;
  expect(second).toMatchObject({ status: 1, stdout: "", stderr: inUse });
  // The failed start could not show a key, so it made none.
  expect(countOf(path("second.db"), "api_key")).toBe(0);
  await stop(service);

  writeFileSync(
    path("garbage.db"),
    "This is not a database, whatever its name may say. ".repeat(50),
  );
  const unopened = await asbuilt(["migrate"], on("garbage.db"));
  expect(unopened.stderr).toBe(
    `DATABASE_URL: file:${path("garbage.db")} can't be opened: file is not a database\n`,
  );
  expect(unopened.status).toBe(1);
  const away = await asbuilt(["migrate"], { DATABASE_URL: "http://127.0.0.1:2?authToken=secret" });
  expect(away.stderr).toMatch(/^DATABASE_URL: http:\/\/127\.0\.0\.1:2\/ can't be opened: .+\n$/);
  expect(away.status).toBe(1);
});

test("a log that can't be written, as on a full disk, ends no service", async () => {
  const muted = ["sh", "-c", 'exec "$@" 2>/dev/full', "sh"];
  const service = await serveAsbuilt({ ...on("muted.db"), LOG_LEVEL: "debug" }, muted);
  for (let asked = 0; asked < 20; asked++) {
    expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  }
  expect(await stop(service)).toMatchObject({ status: 0 });
});

test("a log that nobody reads any more keeps no service from ending", async () => {
  // The service itself is the pipe's reader, and never reads.
  const unread = ["sh", "-c", 'mkfifo "$0"; exec 3<>"$0"; exec "$@" 2>"$0"', path("unread.log")];
  const service = await serveAsbuilt({ ...on("unread.db"), LOG_LEVEL: "debug" }, unread);
  for (let asked = 0; asked < 600; asked++) {
    expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  }
  expect(await stop(service)).toMatchObject({ status: 0 });
});
