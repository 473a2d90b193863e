import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createApp } from "@asbuilt/http";
import { openFileCopy } from "./file-copy.ts";

/** A server for plants on database files. */
export interface FileService {
  readonly address: string;
  readonly close: () => Promise<void>;
}

type App = ReturnType<typeof createApp>;

/**
 * Serves plants on copies of a template, for tests on another database that compare the two.
 * A plant is opened at its first request, in the zone of X-Plant-Time-Zone. X-Plant names it, and
 * X-Plant-Clock sets its clock.
 */
export async function serveFiles(template: string): Promise<FileService> {
  const plants = new Map<string, App>();
  let clock = 0;
  const plantOf = (name: string, timeZone: string | undefined): App => {
    const known = plants.get(name);
    if (known) return known;
    const { executor } = openFileCopy(template);
    const eventSource = "https://plant.test/events";
    const asset = () => Promise.resolve(undefined);
    const settings = { now: () => clock, log: () => {}, eventSource, timeZone, asset };
    const opened = createApp({ executor, ...settings });
    plants.set(name, opened);
    return opened;
  };
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      clock = Number(request.headers.get("X-Plant-Clock"));
      const timeZone = request.headers.get("X-Plant-Time-Zone") ?? undefined;
      return plantOf(request.headers.get("X-Plant") ?? "", timeZone).fetch(request);
    },
  });
  await new Promise((resolve) => server.once("listening", resolve));
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
