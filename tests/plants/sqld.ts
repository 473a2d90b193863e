import { Agent, request as sendRequest } from "node:http";
import { Readable } from "node:stream";
import {
  groupedExecutor,
  libsqlServer,
  optimisticExecutor,
  remoteDatabase,
} from "@asbuilt/core/database";
import { createClient } from "@libsql/client/http";
import { inject } from "vitest";
import type { PlantDatabase } from "./database.ts";
import { openFolder } from "./folder.ts";
import { watch } from "./watch.ts";

const agent = new Agent({ keepAlive: true });

/** Forks the template as a namespace of a real libSQL server. */
export async function openDatabase(): Promise<PlantDatabase> {
  const { address, admin } = inject("sqld")!;
  const namespace = `plant-${crypto.randomUUID()}`;
  const forked = await fetch(`${admin}/v1/namespaces/127/fork/${namespace}`, { method: "POST" });
  if (!forked.ok) throw new Error(`sqld did not fork: ${await forked.text()}`);
  const server = libsqlServer({ url: address }, { fetch: fetchFrom(namespace) });
  const client = createClient({ url: address, fetch: fetchFrom(namespace) });
  const batches = watch(remoteDatabase(server));
  const grouped = groupedExecutor(batches.database, { readsMax: 8, writeMsMin: 2000 });
  const optimistic = optimisticExecutor(batches.database);
  return {
    runtime: "sqld",
    executor: {
      ...grouped,
      run: (attempt) => (batches.isBetween ? optimistic : grouped).run(attempt),
    },
    batches,
    ...openFolder(),
    sql: async (sql, params) => {
      // Tests bind text, numbers and null only.
      const { rows, columns } = await client.execute({ sql, args: params as string[] });
      return rows.map((row) =>
        Object.fromEntries(columns.map((name, index) => [name, row[index]])),
      );
    },
  };
}

/** Returns a fetch that can send a Host header, which names sqld's namespace. Node's can't. */
const fetchFrom =
  (namespace: string): typeof fetch =>
  async (...call) => {
    const request = new Request(...call);
    const { method, signal } = request;
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), Host: `${namespace}.plants` };
    return new Promise<Response>((resolve, reject) => {
      const sent = sendRequest(request.url, { method, headers, agent, signal }, (answer) =>
        resolve(
          new Response(Readable.toWeb(answer) as ReadableStream, { status: answer.statusCode! }),
        ),
      );
      sent.on("error", reject);
      sent.end(body);
    });
  };
