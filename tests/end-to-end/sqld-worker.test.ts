import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { startSqld } from "../plants/sqld-server.ts";
import { adminKey, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";
import { serveFirstWorker } from "./workers.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

test("a Worker with a configured server is bundled with its client, and writes there", async () => {
  const server = await startSqld(join(temporary.path, "data"));
  await stop(await serveAsbuilt({ DATABASE_URL: server.address }));
  const worker = await serveFirstWorker(join(temporary.path, "worker"), {
    DATABASE_URL: server.address,
    ASBUILT_ADMIN_KEY: adminKey,
  });
  try {
    const requests = requestsTo({ ...worker, key: adminKey });
    await requests.done("put", "/api/Location/Upsert", { suid: "DOCK", name: "Dock" });
    expect(await server.sql("select name from location where suid = 'DOCK'")).toEqual([
      { name: "Dock" },
    ]);
  } finally {
    await stop(worker);
    await server.stop();
  }
});
