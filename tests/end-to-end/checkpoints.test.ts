import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { serveAsbuilt, stop, temporaryFolder, until } from "./processes.ts";
import { rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

test("commits are taken into the file while it is served, long before the log is long", async () => {
  const [path, alone] = ["plant.db", "alone.db"].map((name) => join(temporary.path, name));
  const key = "an-administrators-key-of-the-checkpoint-test";
  const service = await serveAsbuilt({ DATABASE_URL: `file:${path}`, ASBUILT_ADMIN_KEY: key });
  const plant = requestsTo({ address: service.address, key });
  await plant.done("put", "/api/Location/Upsert", { name: "Dock" });
  const isInFile = () => {
    // Copied without the log. A copy in the middle of a checkpoint can be unsound.
    copyFileSync(path!, alone!);
    try {
      return rowsOf(alone!, "select name from location where name = 'Dock'").length === 1;
    } catch {
      return false;
    }
  };
  await until(isInFile);
  expect(await stop(service)).toMatchObject({ status: 0 });
});
