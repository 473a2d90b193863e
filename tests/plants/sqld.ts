import { Agent, request as sendRequest } from "node:http";
import { Readable } from "node:stream";
import { groupedExecutor, optimisticExecutor, remoteDatabase } from "@asbuilt/core/database";
import { createClient } from "@libsql/client/http";
import { inject } from "vitest";
import type { PlantDatabase } from "./database.ts";
import { watch } from "./watch.ts";

const agent = new Agent({ keepAlive: true });

/** A fork of the template, as a namespace of a real libSQL server. */
export async function openDatabase(): Promise<PlantDatabase> {
  const { address, admin } = inject("sqld");
  const namespace = `plant-${crypto.randomUUID()}`;
  const forked = await fetch(`${admin}/v1/namespaces/127/fork/${namespace}`, { method: "POST" });
  if (!forked.ok) throw new Error(`sqld did not fork: ${await forked.text()}`);
  const client = createClient({ url: address, fetch: fetchFrom(namespace) });
  const batches = watch(remoteDatabase(client));
  const inTurn = groupedExecutor(batches.database, { readsMax: 8, writeMsMin: 2000 });
  const beside = optimisticExecutor(batches.database);
  return {
    runtime: "sqld",
    executor: {
      ...inTurn,
      run: (attempt) => (batches.isBetween ? beside : inTurn).run(attempt),
    },
    batches,
    sql: async (sql, params) => {
      // What a test binds is text, a number or null.
      const { rows, columns } = await client.execute({ sql, args: params as string[] });
      return rows.map((row) =>
        Object.fromEntries(columns.map((name, index) => [name, row[index]])),
      );
    },
  };
}

/** A fetch that sends the Host header by which sqld knows the namespace; Node's own does not. */
const fetchFrom = (namespace: string) => async (request: Request) => {
  const body = Buffer.from(await request.arrayBuffer());
  return new Promise<Response>((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), Host: `${namespace}.plants` };
    const call = sendRequest(request.url, { method: request.method, headers, agent }, (answer) =>
      resolve(
        new Response(Readable.toWeb(answer) as ReadableStream, { status: answer.statusCode! }),
      ),
    );
    call.on("error", reject);
    call.end(body);
  });
};
