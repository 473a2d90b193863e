import { join } from "node:path";
import { isReplica, libsqlServer } from "@asbuilt/core/database";
import { afterAll, expect, test } from "vitest";
import { startSqld } from "../plants/sqld-server.ts";
import { listenFor } from "./front.ts";
import { asbuilt, freePort, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

test("a replica is refused in one line, by a start and by a service that began before it was one", async () => {
  const log = `127.0.0.1:${await freePort()}`;
  const primary = await startSqld(join(temporary.path, "primary"), ["--grpc-listen-addr", log]);
  const startReplica = (name: string) =>
    startSqld(join(temporary.path, name), ["--primary-grpc-url", `http://${log}`]);
  const problem = "it is a replica, which lags behind its primary. Name the primary instead";
  try {
    // The start on the primary creates the tables.
    await stop(await serveAsbuilt({ DATABASE_URL: primary.address }));
    expect(await isReplica(libsqlServer({ url: primary.address }))).toBe(false);
    const replica = await startReplica("replica");
    try {
      const server = libsqlServer({ url: replica.address });
      await expect.poll(() => isReplica(server), { timeout: 30_000 }).toBe(true);
      const env = { DATABASE_URL: replica.address, PORT: "0" };
      for (const command of ["serve", "migrate"]) {
        expect(await asbuilt([command], env)).toEqual({
          status: 1,
          stdout: "",
          stderr: `DATABASE_URL: ${replica.address}/ can't be opened: ${problem}\n`,
        });
      }
      const front = await listenFor(primary.address);
      const service = await serveAsbuilt({ DATABASE_URL: front.address });
      front.lead(replica.address);
      const { status, stderr } = await service.ended;
      front.close();
      expect(status).toBe(1);
      expect(stderr).toContain(`DATABASE_URL: ${problem}: this service stops.`);
      // A verification only reads.
      expect(await asbuilt(["verify"], env)).toMatchObject({ status: 0, stderr: "" });
    } finally {
      await replica.stop();
    }
  } finally {
    await primary.stop();
  }
});
