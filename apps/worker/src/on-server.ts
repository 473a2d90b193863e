import { createClient } from "@libsql/client/http";
import { fetchUntil, remoteExecutor } from "@asbuilt/core/database";
import type { Connect } from "./app.ts";
import { readConfiguration } from "./configuration.ts";

/** The way to a libSQL server. A client for each batch: nothing of one request serves another's. */
export const onServer: Connect = (bindings) => {
  const { server } = readConfiguration(bindings);
  if (!server) throw new Error("DATABASE_URL: the address of a libSQL server; or deploy to D1.");
  return remoteExecutor({
    batch: (statements, mode, signal) =>
      createClient({ ...server, fetch: fetchUntil(signal) }).batch(statements, mode),
  });
};
