import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { commandsRunBy } from "./shell-blocks.ts";
import { packExecutableInto } from "./packed.ts";
import { greeted, start, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const [documented] = commandsRunBy("executable.test.ts") as [string];
let executable: string;

beforeAll(() => {
  executable = packExecutableInto(temporary.path);
});

/** Starts the executable where there is no other program, with a folder for its files. */
const run = (args: readonly string[], home: string, env: Readonly<Record<string, string>> = {}) =>
  start(executable, args, {
    cwd: temporary.path,
    env: { PATH: "/nowhere", XDG_CACHE_HOME: path(home), ...env },
  });

/** The folder that a start has unpacked its files into. */
function unpackedIn(home: string): string {
  const [name, ...others] = readdirSync(path(`${home}/asbuilt`));
  expect(others).toEqual([]);
  return path(`${home}/asbuilt/${name}`);
}

test("one file serves, builds, survives a kill, is verified and backed up without Node", async () => {
  expect(statSync(executable).size).toBeLessThan(140_000_000);
  expect(zstdCompressSync(readFileSync(executable)).length).toBeLessThan(55_000_000);
  const licenses = readFileSync(`${executable}.licenses.txt`, "utf8");
  for (const text of ["Copyright Node.js contributors", "MIT License", "public domain"]) {
    expect(licenses).toContain(text);
  }

  const [program, ...args] = documented.split(" ") as [string, ...string[]];
  expect(basename(program)).toBe(basename(executable));
  const service = await greeted(run(args, "home", { PORT: "0" }));
  for (const page of ["console/", "docs/standalone.js", "openapi.json"]) {
    expect((await fetch(`${service.address}/${page}`)).status, page).toBe(200);
  }
  await requestsTo(service).done("put", "/api/Build/Build", {
    parentSerialNo: "PUMP-0002",
    childSerialNo: "SEAL-LOT-1",
    builtQty: 1,
    receiveAtPointOfConsumption: false,
  });
  await stop(service, "SIGKILL");

  rmSync(path("data/asbuilt.db.admin-key"));
  const again = await greeted(run(["serve"], "home", { PORT: "0" }));
  const backup = await run(["backup", path("backup.db")], "home").ended;
  expect(backup).toMatchObject({ status: 0, stderr: "" });
  const { status, stdout, stderr } = await stop(again);
  expect(status).toBe(0);
  expect(stdout).toContain(`${executable} key create --user Administrator`);
  // The threads ran: they have sealed what the first service left.
  expect(stderr).not.toContain("not sealed");
  expect(await run(["verify"], "home").ended).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/sealed by \S+, 0 not yet\n.*no problems\n$/),
  });
  const restored = { DATABASE_URL: `file:${path("restored.db")}` };
  const reason = ["--reason", "A test", path("backup.db")];
  const seal = { ASBUILT_SEAL_KEY_FILE: path("data/asbuilt.db.seal-key") };
  expect(await run(["restore", ...reason], "home", { ...restored, ...seal }).ended).toMatchObject({
    status: 0,
  });
});

test("its files are private, unpacked once, and replaced if they are damaged", async () => {
  const version = (home: string) => run(["--version"], home).ended;
  const together = await Promise.all([1, 2, 3].map(() => version("shared")));
  for (const one of together) expect(one).toMatchObject({ status: 0, stderr: "" });
  const folder = unpackedIn("shared");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const main = join(folder, "node_modules/asbuilt/lib/main.js");
  expect(statSync(main).mode & 0o777).toBe(0o600);
  writeFileSync(main, "process.exit(9);");
  expect(await version("shared")).toMatchObject({ status: 0, stderr: "" });
  expect(unpackedIn("shared")).toBe(folder);

  chmodSync(folder, 0o777);
  expect(await version("shared")).toEqual({
    status: 1,
    stdout: "",
    stderr: `asbuilt can't unpack its files: other users can write to ${folder}. XDG_CACHE_HOME names another folder for them.\n`,
  });
  mkdirSync(path("closed"));
  writeFileSync(path("closed/asbuilt"), "");
  const closed = await version("closed");
  expect(closed.status).toBe(1);
  expect(closed.stderr).toMatch(/^asbuilt can't unpack its files: [^\n]+\n$/);
});
