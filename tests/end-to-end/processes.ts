import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** The folder of the project. */
export const root = resolve(import.meta.dirname, "../..");

type Variables = Readonly<Record<string, string>>;

/** The output of a process so far. */
interface Printed {
  stdout: string;
  stderr: string;
}

/** A process that has ended. Its status is a signal's name if a signal ended it. */
export interface Ended extends Printed {
  readonly status: number | NodeJS.Signals;
}

/** A process that runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly printed: Printed;
  readonly ended: Promise<Ended>;
}

const running = new Set<ChildProcess>();
// A failed test can leave processes running. They end what they have started themselves.
process.once("exit", () => running.forEach((child) => child.kill("SIGTERM")));

// Variables that configure this run or asbuilt. The others are this machine's network settings.
const ours =
  /^(?:PORT|HOST|DATABASE_.*|ASBUILT_.*|OTEL_.*|LOG_LEVEL|WORKER_STATE|NODE_ENV|NODE_OPTIONS|VITEST.*|npm_(?!config_).*|INIT_CWD)$/;

const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !ours.test(name)),
);

/** Starts a command that only the options configure. */
export function start(command: string, args: readonly string[], options: SpawnOptions): Running {
  const child = spawn(command, args, {
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
    env: { ...inherited, ...options.env },
  });
  running.add(child);
  const printed = { stdout: "", stderr: "" };
  child.stdout!.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text));
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text));
  const ended = once(child, "close").then(([code, signal]) => {
    running.delete(child);
    return { ...printed, status: (code ?? signal) as Ended["status"] };
  });
  return { child, printed, ended };
}

/** Returns the file of `asbuilt` that Node runs: the bundle of the run, if it has one. */
export const asbuiltMain = (): string =>
  process.env["ASBUILT_TEST_BUNDLE"] ?? join(root, "apps/node/src/main.ts");

/**
 * Starts `asbuilt` as `npm run asbuilt --` does once the dependencies are installed, from the bundle
 * of the run if it has one. `by` is a command that runs it.
 */
export function startAsbuilt(
  args: readonly string[],
  env: Variables = {},
  by: readonly string[] = [],
): Running {
  const [command = process.execPath, ...others] = [...by, process.execPath, asbuiltMain(), ...args];
  return start(command, others, { env });
}

/** Runs `asbuilt` to its end. */
export const asbuilt = (args: readonly string[], env?: Variables): Promise<Ended> =>
  startAsbuilt(args, env).ended;

/** The command that runs another one without root's power to read and write every file. */
export const asOthers: readonly string[] =
  process.getuid?.() === 0
    ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    : ["env"];

/** A started service, with the values from its greeting. */
export interface Served extends Running {
  readonly address: string;
  /** The administrator's key, if this start has made it. */
  readonly key: string;
}

/** Starts a service on a free port and waits for its greeting. Makes a new file from nothing. */
export const serveFirst = (env: Variables, by?: readonly string[]): Promise<Served> =>
  greeted(startAsbuilt(["serve"], { PORT: "0", ...env }, by));

/**
 * Does the same, but a new file begins as a copy of the run's plant: migrated and seeded, without
 * keys and seals. To make it from nothing takes half of a start.
 */
export const serveAsbuilt = (env: Variables, by?: readonly string[]): Promise<Served> => {
  copyPlant(env);
  return serveFirst(env, by);
};

/**
 * Copies the run's plant to a file that does not exist, if the run has a plant: migrated and seeded,
 * without keys and seals.
 */
export function copyPlant({ DATABASE_URL = "", ASBUILT_SEED = "base" }: Variables): void {
  const plants = process.env["ASBUILT_TEST_PLANTS"];
  const [, path] = /^file:(.+)$/.exec(DATABASE_URL) ?? [];
  if (plants === undefined || path === undefined || existsSync(path)) return;
  for (const suffix of ["", ".anchor"]) {
    copyFileSync(join(plants, `${ASBUILT_SEED}.db${suffix}`), path + suffix);
  }
}

/** The key of the administrator of services that `servicesIn` starts. */
export const adminKey = "an-administrators-key-of-the-tests";

/** Returns a function that starts a service on a database file of a name in a folder. */
export const servicesIn =
  (folder: string) =>
  (name: string, env: Variables = {}): Promise<Served> =>
    serveAsbuilt({
      DATABASE_URL: `file:${join(folder, `${name}.db`)}`,
      ASBUILT_ADMIN_KEY: adminKey,
      ...env,
    });

/**
 * Returns a port that nothing listens on. It is lower than those that the system chooses itself, so
 * no other process is given it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await once(server.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    return port;
  }
}

/** Waits for a service's greeting, and returns the service with the values in it. */
export async function greeted(service: Running): Promise<Served> {
  const { printed } = service;
  // wrangler's line about a request can come right after it.
  await until(() => /^Key [^]*\n\n(?:$|\[wrangler)/m.test(printed.stdout), service);
  const [, address = ""] = /^Console +(\S+)\/console\/$/m.exec(printed.stdout) ?? [];
  // A service without a terminal writes the first key into a file.
  const [, file] = /^Key +in (.+\.admin-key) /m.exec(printed.stdout) ?? [];
  const [, printedKey = ""] = /^Key +(ab_\S+)/m.exec(printed.stdout) ?? [];
  const key = file === undefined ? printedKey : readFileSync(file, "utf8").trim();
  return { ...service, address, key };
}

/** Waits until a condition holds. Fails if the process that should bring it about has ended. */
export async function until(isSo: () => boolean | Promise<boolean>, by?: Running): Promise<void> {
  while (!(await isSo())) {
    if (by && (by.child.exitCode !== null || by.child.signalCode !== null)) {
      throw new Error(`The process has ended.\n${by.printed.stdout}\n${by.printed.stderr}`);
    }
    await wait(20);
  }
}

/** The time after which a process that has to stop counts as hanging. */
const hangsAfterMs = 60_000;

/** Stops a process and waits for its end. A process that hangs is killed. */
export async function stop({ child, ended }: Running, signal: NodeJS.Signals = "SIGTERM") {
  child.kill(signal);
  const hangs = setTimeout(() => child.kill("SIGKILL"), hangsAfterMs);
  try {
    return await ended;
  } finally {
    clearTimeout(hangs);
  }
}

/** Makes a folder for one test file, and returns a function that removes it. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "asbuilt-end-to-end-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
