import type { ChildProcess } from "node:child_process";
import { connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { LoadFigures, LoadOrder } from "../load/main.ts";
import { adminKey, sealer, type Units } from "../plant/workload.ts";
import type { Contender } from "./contender.ts";
import { cpuUsOf, endProcess, loadCore, serverCore, startPinned } from "./pinned.ts";

/** A server in its own process, on the server's core. */
export interface Server {
  readonly port: number;
  readonly process: ChildProcess;
  /** Other processes that do its work, and whose CPU time counts: that of a libSQL server. */
  readonly others?: readonly Pick<ChildProcess, "pid">[];
  stop(): Promise<void>;
}

const scriptPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const nodeHttp = scriptPath("node-http.ts");
const appAlone = scriptPath("app-alone.ts");
const usualStack = scriptPath("../usual-stack/server.ts");
const service = scriptPath("../../../apps/node/src/main.ts");
const loader = scriptPath("../load/main.ts");

/** Starts `asbuilt serve` on a database file. */
export const startServiceOn = (
  path: string,
  flags: readonly string[] = [],
  variables: NodeJS.ProcessEnv = {},
): Promise<Server> =>
  startServer((port) => ({
    script: [...flags, service, "serve"],
    env: {
      PORT: String(port),
      DATABASE_URL: `file:${path}`,
      ASBUILT_ADMIN_KEY: adminKey,
      ASBUILT_TRUSTED_SEAL_KEYS: sealer,
      ...variables,
    },
  }));

/** Starts the hand-written server, which commits each request separately. */
export const startNodeHttp = (path: string, recordingPath: string): Promise<Server> =>
  startServer((port) => ({ script: [nodeHttp, path, recordingPath, String(port)] }));

/** Starts the service's app with or without sealing. */
export const startApp = (path: string, sealing: "sealed" | "not sealed"): Promise<Server> =>
  startServer((port) => ({ script: [appAlone, path, String(port), sealing] }));

/** Starts the usual stack: zod-openapi, Drizzle and @libsql/client. */
export const startUsualStack = (path: string): Promise<Server> =>
  startServer((port) => ({ script: [usualStack, path, String(port)] }));

interface Program {
  readonly script: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

async function startServer(program: (port: number) => Program): Promise<Server> {
  const port = await freePort();
  const { script, env } = program(port);
  const child = startPinned(serverCore, script, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: process.env["PATH"], LOG_LEVEL: "warn", ...env },
  });
  while (!(await listens(port))) {
    if (child.exitCode !== null)
      throw new Error(`${script.join(" ")} has ended before it listened.`);
    await wait(50);
  }
  return { port, process: child, stop: () => endProcess(child) };
}

/** Returns a port that nothing listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      // A server on a network address has a port.
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

type Load = Pick<LoadOrder, "kind" | "connections" | "cookie"> & { readonly units: Units };

/** Exchanges the key of the benchmarks for a session of the service, and returns its cookie. */
export async function signInTo({ port }: Server): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/Session/Create`, {
    method: "POST",
    headers: { Authorization: `Bearer ${adminKey}`, "Content-Type": "application/json" },
    body: "{}",
  });
  const cookie = answer.headers.get("Set-Cookie")?.split(";", 1)[0];
  if (cookie === undefined) throw new Error(`Session/Create answered ${answer.status}.`);
  return cookie;
}

/** V8 still compiles a server's code during its first tens of thousands of requests. */
const warmUpRounds = 4;

/** Makes a contender of a server. The load runs in its own process on the other core. */
export const underLoad = (name: string, server: Server, load: Load): Contender => ({
  name,
  stop: () => server.stop(),
  warmUp: async (seconds) => {
    await runLoad({ ...load, port: server.port, seconds: warmUpRounds * seconds, seed: 1 });
  },
  round: async (seconds, seed) => {
    const before = cpuUsOfAll(server);
    const figures = await runLoad({ ...load, port: server.port, seconds, seed });
    const cpuUs = (cpuUsOfAll(server) - before) / (figures.rate * seconds);
    if (figures.refused > 0) throw new Error(`${name} refused ${figures.refused} requests.`);
    return { ...figures, cpuUs };
  },
});

const cpuUsOfAll = ({ process, others = [] }: Server): number =>
  [process, ...others].reduce((sum, one) => sum + cpuUsOf(one), 0);

/** Sends one load from its own process. */
export async function runLoad(order: LoadOrder): Promise<LoadFigures> {
  const child = startPinned(loadCore, [loader, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // The loader prints only figures.
  return JSON.parse(await text(child.stdout!)) as LoadFigures;
}
