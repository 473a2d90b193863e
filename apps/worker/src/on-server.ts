import { refusingNewerSchema } from "@asbuilt/core";
import { fetchUntil, remoteExecutor } from "@asbuilt/core/database";
import { createClient } from "@libsql/client/http";
import type { Connect } from "./app.ts";
import { readVariables } from "./configuration.ts";

/** Connects to a libSQL server. Each batch has its own client: requests can't share connections. */
export const onServer: Connect = (bindings) => {
  const { server } = readVariables(bindings);
  if (!server) throw new Error("DATABASE_URL: the address of a libSQL server; or deploy to D1.");
  const executor = remoteExecutor({
    batch: (statements, mode, signal) =>
      createClient({ ...server, fetch: fetchUntil(signal) }).batch(statements, mode),
  });
  return refusingNewerSchema(executor, "__drizzle_migrations");
};
