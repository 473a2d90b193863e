import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { asbuilt, serveAsbuilt, start, stop, temporaryFolder } from "./processes.ts";
import { machineIn } from "./systemd-command.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

/** Makes a machine, and returns it with a function that runs its command `asbuilt`. */
function machineNamed(name: string) {
  const machine = machineIn(join(temporary.path, name));
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    start(join(machine.bin, "asbuilt"), args, { env }).ended;
  return { ...machine, DATABASE_URL: `file:${machine.database}`, run };
}
const ofKey = ["--user", "Administrator", "--role", "viewer", "--name", "Screen"];

test("the command has the environment of the service, and nothing of the caller's", async () => {
  const { configure, run, folder, DATABASE_URL } = machineNamed("environment");
  configure("# The plant", "", `DATABASE_URL='${DATABASE_URL}'`, "ASBUILT_TIME_ZONE=Asia/Tokyo");
  await stop(await serveAsbuilt({ DATABASE_URL }));
  const other = join(folder, "other.db");
  const caller = { DATABASE_URL: `file:${other}`, ASBUILT_SEED: "no seed" };
  const make = ["key", "create", ...ofKey, "--expires", "2030-12-31"];
  expect(await run(make, caller)).toMatchObject({ status: 0, stderr: "" });
  const { stdout } = await run(["key", "list"], caller);
  expect(stdout).toMatch(/\texpires 2030-12-31T14:59:59\.999Z\t/);
  expect(existsSync(other)).toBe(false);
});

test("it asks the service at the port of the environment file", async () => {
  const { configure, run, DATABASE_URL } = machineNamed("port");
  const service = await serveAsbuilt({ DATABASE_URL });
  configure(`PORT=${new URL(service.address).port}`);
  expect(await run(["ready"])).toMatchObject({ status: 0, stdout: "ready\n" });
  await stop(service);
});

const newKey = `${Buffer.alloc(32, 7).toString("base64")}\n`;
test.each([
  ["rotated", (file: string) => writeFileSync(file, newKey)],
  ["lost", (file: string) => rmSync(file)],
])(
  "a plant whose sealing key is %s continues as docs/how-to/sealing-key.md says",
  async (name, change) => {
    const { configure, run, database, DATABASE_URL } = machineNamed(name);
    await stop(await serveAsbuilt({ DATABASE_URL }));
    const before = await run(["verify"]);
    const [, sealer] = / sealed by ([\w-]{43}),/.exec(before.stdout)!;
    change(`${database}.seal-key`);
    expect(await asbuilt(["serve"], { DATABASE_URL, PORT: "0" })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`add ${sealer} to ASBUILT_TRUSTED_SEAL_KEYS`),
    });
    configure(`ASBUILT_TRUSTED_SEAL_KEYS=${sealer}`);
    await stop(await serveAsbuilt({ DATABASE_URL, ASBUILT_TRUSTED_SEAL_KEYS: sealer! }));
    expect(await run(["key", "create", ...ofKey])).toMatchObject({ status: 0, stderr: "" });
    const after = await run(["verify"]);
    expect(after.stdout).toMatch(new RegExp(` sealed by ${sealer}, [\\w-]{43}, 0 not yet`));
    expect(after).toMatchObject({ status: 0, stdout: expect.stringMatching(/, no problems\n$/) });
  },
);

test.each([
  ["PORT=3000 ", "a space stands around the value"],
  ["PORT = 3000", "a space stands around the value"],
  ["PORT=3000\r", "a space stands around the value"],
  ["PORT=30\\", "it has a backslash"],
  [`PORT="30"00`, "a quote stands inside of the value"],
  ["export PORT=3000", "it is not NAME=value"],
  ["PORT", "it is not NAME=value"],
])("it refuses the line %j, which a shell could read differently", async (line, reason) => {
  const { configure, run, folder } = machineNamed(Buffer.from(line).toString("hex"));
  configure("LOG_LEVEL=info", line);
  expect(await run(["--version"])).toEqual({
    status: 2,
    stdout: "",
    stderr: `asbuilt: ${join(folder, "etc/asbuilt/environment")}: line 2: ${reason}\n`,
  });
});
