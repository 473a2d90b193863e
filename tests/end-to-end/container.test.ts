import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { imageSettings } from "./dockerfile.ts";
import { packInto } from "./packed.ts";
import {
  adminKey,
  freePort,
  greeted,
  root as repository,
  start,
  stop,
  temporaryFolder,
} from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const [root, data, backups, secret] = ["root", "data", "backups", "admin-key"].map(path) as [
  string,
  string,
  string,
  string,
];
const { user, folder, env, entryPoint, command, healthCheck } = imageSettings();
const [userId, groupId] = user.split(":") as [string, string];

const inOwnUser = ["--unshare-user", "--uid", userId, "--gid", groupId];
/** No container engine runs in the checks: bubblewrap gives a root the same limits. */
const canRun =
  spawnSync("bwrap", ["--ro-bind", "/", "/", ...inOwnUser, "true"]).status === 0 &&
  existsSync("/usr/bin/dpkg-query");
if (!canRun) console.warn("bubblewrap can't run here: the container's root is not tried.");

beforeAll(() => {
  if (!canRun) return;
  for (const each of [data, backups]) mkdirSync(each);
  writeFileSync(secret, `${adminKey}\n`);
  const assemble = join(repository, "deploy/container/assemble.sh");
  execFileSync("sh", [assemble, packInto(path("packed")), process.execPath, root]);
  // The image and its engine make these: the volumes, and the mount of a secret.
  for (const each of ["data", "backups", "run/secrets"]) mkdirSync(join(root, each));
  writeFileSync(join(root, "run/secrets/admin-key"), "");
});

/** Starts a program in the root: read-only, without capabilities, as the image's user. */
function inContainer(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const variables = { ...env, ASBUILT_ADMIN_KEY_FILE: "/run/secrets/admin-key", ...more };
  const mounts = Object.entries({ "/data": data, "/backups": backups });
  const limits = [
    `--ro-bind ${root} / --ro-bind ${secret} /run/secrets/admin-key`,
    ...mounts.map(([to, from]) => `--bind ${from} ${to}`),
    `--proc /proc --dev /dev --tmpfs /tmp --chdir ${folder}`,
    "--unshare-pid --unshare-ipc --unshare-uts --as-pid-1 --new-session --die-with-parent",
    "--cap-drop ALL --clearenv",
  ];
  const options = [...inOwnUser, ...limits.flatMap((line) => line.split(" "))];
  const set = Object.entries(variables).flatMap(([name, value]) => ["--setenv", name, value]);
  return start("bwrap", [...options, ...set, ...args], {});
}

/** The process in the container: the only child of bubblewrap. */
const insideOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());

test.runIf(canRun)("the root has a program and its libraries, no shell, and is small", async () => {
  const programs = readdirSync(join(root, "usr/bin"));
  expect(programs).toEqual(["node"]);
  for (const name of ["bin", "sbin", "usr/sbin", "usr/local"]) {
    expect(existsSync(join(root, name)), name).toBe(false);
  }
  const image = path("image.tar.gz");
  execFileSync("tar", ["--create", "--gzip", "--file", image, "--directory", root, "."]);
  expect(statSync(image).size).toBeLessThan(80_000_000);

  const probe = readFileSync(join(import.meta.dirname, "container-probe.mjs"), "utf8");
  const evaluate = ["/usr/bin/node", "--input-type=module", "--eval", probe];
  const { stdout, stderr } = await inContainer(evaluate).ended;
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    user,
    name: "asbuilt",
    capabilities: [0, 0, 0, 0, 0],
    gainsNone: true,
    root: "EROFS",
    program: "EROFS",
    data: true,
    hasShell: false,
    zone: "01:00:00",
    hasAuthorities: true,
  });
});

test.runIf(canRun)(
  "it serves, survives a kill, is asked for its health, and is backed up",
  async () => {
    // The image listens on all addresses of its own network. This test has the machine's.
    const at = { HOST: "127.0.0.1", PORT: String(await freePort()) };
    const serve = async (more = {}) => ({
      ...(await greeted(inContainer([...entryPoint, ...command], { ...at, ...more }))),
      key: adminKey,
    });
    const asbuilt = (...args: string[]) => inContainer([...entryPoint, ...args], at).ended;
    const health = () => inContainer(healthCheck, at).ended;

    expect(await health()).toMatchObject({ status: 1, stdout: "" });
    const service = await serve({ ASBUILT_SEED: "demo", ASBUILT_TIME_ZONE: "Europe/Berlin" });
    expect(await health()).toMatchObject({ status: 0, stdout: "ready\n" });
    const built = await requestsTo(service).done("put", "/api/Build/Build", {
      parentSerialNo: "PUMP-0002",
      childSerialNo: "SEAL-LOT-1",
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    });
    await stop(service, "SIGKILL");

    const again = await serve();
    const items = await requestsTo(again).done("post", "/api/Genealogy/AsBuilt", {
      visualSerialNo: "PUMP-0002",
    });
    expect(items.map((item: { visualSerialNo: string }) => item.visualSerialNo)).toContain(
      built.child.visualSerialNo,
    );
    expect(await asbuilt("keep-backups", "/backups")).toMatchObject({ status: 0, stderr: "" });
    // As the first process of its container it ends only by a signal that it listens for.
    process.kill(insideOf(again.child.pid!), "SIGTERM");
    expect(await again.ended).toMatchObject({ status: 0 });
    expect(await asbuilt("verify")).toMatchObject({ status: 0 });
  },
);
