import { refusingNewerSchema } from "@asbuilt/core";
import { libsqlServer, remoteExecutor } from "@asbuilt/core/database";
import type { Connect } from "./app.ts";
import { readVariables } from "./configuration.ts";

/** Connects to a libSQL server. Requests can share its streams: these are no connections. */
export const onServer: Connect = (bindings) => {
  const { server, readsNearest } = readVariables(bindings);
  if (!server) throw new Error("DATABASE_URL: the address of a libSQL server; or deploy to D1.");
  if (readsNearest) throw new Error("ASBUILT_READS: nearest is for D1; DATABASE_URL is a server.");
  return refusingNewerSchema(remoteExecutor(libsqlServer(server)), "__drizzle_migrations");
};
