import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  asbuilt,
  greeted,
  root,
  type Served,
  serveAsbuilt,
  serveFirst,
  startAsbuilt,
  stop,
  temporaryFolder,
  until,
} from "./processes.ts";
import { local } from "./sockets.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const on = (name: string) => ({ DATABASE_URL: `file:${path(name)}` });

test("a command asks the service whether it can do its work", async () => {
  // The rows of a copied plant can be old, and would wait for their first seal.
  const service = await serveFirst(on("ready.db"));
  const { port } = new URL(service.address);
  const env = { HOST: "0.0.0.0", PORT: port };
  expect(await asbuilt(["ready"], env)).toMatchObject({ status: 0, stdout: "ready\n", stderr: "" });
  // An address that answers, and not with a status.
  const page = `${service.address}/console`;
  expect(await asbuilt(["ready", "--url", page])).toMatchObject({ status: 0 });
  await stop(service);
  expect(await asbuilt(["ready"], env)).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED.*\n$/),
  });
  expect(await asbuilt(["ready", "--url", "plant"])).toMatchObject({ status: 2, stdout: "" });
});

test.each(["<h1>It works!</h1>", "null", '{"status":"ready"}'])(
  "a command tells another server that answers from the service: %s",
  async (body) => {
    const { address, close } = await local(createServer((_, outgoing) => void outgoing.end(body)));
    expect(await asbuilt(["ready", "--url", address])).toEqual({
      status: 1,
      stdout: "",
      stderr: `${address}: what answers there is not asbuilt: it has no readiness at /readyz\n`,
    });
    close();
  },
);

test("a full standard output is reported in one line, and ends a command but no service", async () => {
  const full = ["sh", "-c", 'exec "$@" >/dev/full', "sh"];
  const migrated = await startAsbuilt(["migrate"], on("full.db"), full).ended;
  expect(migrated.stderr).toMatch(/^standard output: ENOSPC[^\n]+\n$/);
  expect(migrated.status).toBe(1);

  const service = startAsbuilt(["serve"], { ...on("full.db"), PORT: "0" }, full);
  await until(() => service.printed.stderr.includes("could not be printed"), service);
  // The key is in its file, so it is not lost with the greeting.
  expect(service.printed.stderr).not.toContain("nor its key");
  expect(readFileSync(`${path("full.db")}.admin-key`, "utf8")).toMatch(/^ab_/);
  const [, address] = /"address":"([^"]+)"/.exec(service.printed.stderr)!;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await stop(service)).toMatchObject({ status: 0 });
});

test("every command has help, and reports unknown arguments with status 2", async () => {
  const commands = ["serve", "migrate", "import", "key", "key create", "key list", "key revoke"];
  const run = (lines: readonly string[]) =>
    Promise.all(lines.map((line) => asbuilt(line.split(" "))));
  for (const help of await run(["--help", ...commands.map((command) => `${command} --help`)])) {
    expect(help.stdout).toMatch(/^Usage: asbuilt /);
    expect(help.status).toBe(0);
  }
  const aFile = join(root, "seed/base/Location.Upsert.csv");
  const wrong = ["no-command", "import", "key create", "key revoke x", `import ${aFile} --url x`];
  for (const { status, stderr } of await run(wrong)) {
    expect(stderr).toMatch(/^\S.*\n$/);
    expect(status).toBe(2);
  }
  const nowhere = await asbuilt(["import", path("nowhere")]);
  expect(nowhere.stderr).toBe(`${path("nowhere")}: there is no such file or folder\n`);
  expect(nowhere.status).toBe(1);
});

test.for([
  ["key", "create", "--user", "Administrator", "--role", "viewer", "--name", "n"],
  ["key", "list"],
  ["key", "revoke", "1"],
  ["anchor"],
  ["verify"],
  ["backup", path("of.db")],
  ["checkpoint"],
])("%s makes no database at a path that is mistyped", async (command) => {
  const nowhere = await asbuilt(command, on("mistyped.db"));
  expect(nowhere.stderr + nowhere.stdout).toContain(path("mistyped.db"));
  expect(nowhere.status).toBe(1);
  expect(existsSync(path("mistyped.db"))).toBe(false);
});

test("a key is created, listed and revoked while the service runs", async () => {
  const service = await serveAsbuilt(on("keys.db"));
  const location = on("keys.db");
  const args = ["--user", "Administrator", "--role", "viewer", "--name", "A wall display"];
  const made = await asbuilt(["key", "create", ...args], location);
  expect(made).toMatchObject({ status: 0, stderr: "" });
  const list = (resource: string) =>
    fetch(`${service.address}/api/${resource}/List`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${made.stdout.trim()}`,
        "Content-Type": "application/json",
      },
      body: "{}",
    });
  expect((await list("Product")).status).toBe(200);
  expect((await list("ApiKey")).status).toBe(403);
  const listed = await asbuilt(["key", "list"], location);
  const [, id] = /^(\d+)\tviewer\tAdministrator\tA wall display\texpires never\tused \S+$/m.exec(
    listed.stdout,
  )!;
  expect(listed.stdout).not.toContain(made.stdout.trim());
  const atUrl = ["--url", service.address, "--key", service.key];
  const revoked = await asbuilt(["key", "revoke", id!, ...atUrl]);
  expect(revoked).toMatchObject({ status: 0, stdout: `Key ${id} (A wall display) is revoked.\n` });
  expect((await list("Product")).status).toBe(401);
  rmSync(`${path("keys.db")}.admin-key`);
  const again = await greetedLater(service);
  expect(again.printed.stdout).toMatch(/^Key +the one that the first start printed/m);
  await stop(again);
});

/** Starts the service again on the same database, and waits for its greeting. */
async function greetedLater(service: Served): Promise<Served> {
  await stop(service);
  return greeted(startAsbuilt(["serve"], { ...on("keys.db"), PORT: "0" }));
}
