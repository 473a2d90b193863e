import { join } from "node:path";
import { migrateDatabase } from "@asbuilt/node/migrate";
import { verifyDatabase } from "@asbuilt/node/verification";
import Database from "libsql";
import { afterAll, expect, test } from "vitest";
import { assembly } from "../scenario/assembly.ts";
import { factories } from "../scenario/factories.ts";
import { requestsTo } from "../plants/requests.ts";
import { asAtFirst } from "./first-schema.ts";
import { serveAsbuilt, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);
const path = (name: string) => join(temporary.path, name);

/** Makes a plant in which something was built, removed, adjusted and described. */
async function workedIn(name: string): Promise<void> {
  const service = await serveAsbuilt({
    DATABASE_URL: `file:${path(name)}`,
    ASBUILT_SEED: "demo",
  });
  const requests = requestsTo(service);
  const plant = { ...requests, ...factories(requests) };
  const { build, remove, childId, part } = await assembly(plant);
  for (const step of [build, remove, build]) expect((await step()).status).toBe(200);
  await plant.done("post", "/api/MaterialItem/ItemAdjust", {
    materialitemid: childId,
    adjustqty: 3,
    reasonSUID: "COUNT",
  });
  await plant.done("put", "/api/Product/Upsert", {
    ID: part.ID,
    Properties: [{ Name: "Colour", Value: "red" }],
  });
  await plant.done("put", "/api/WorkCentreGroup/Upsert", { Name: "Line", WorkCentres: ["Press"] });
  await stop(service);
}

test("a database of the first schema matches its log once it is migrated", async () => {
  await workedIn("now.db");
  asAtFirst(path("now.db"), path("first.db"));
  const location = { url: `file:${path("first.db")}` };
  await migrateDatabase(location);
  const { problems, audited } = await verifyDatabase(location, "first.db");
  expect(problems).toEqual([]);
  expect(audited?.unsealed).toBeGreaterThan(300);
});

test("a service ends when a newer asbuilt has migrated its database", async () => {
  const service = await serveAsbuilt({ DATABASE_URL: `file:${path("newer.db")}` });
  const newer = new Database(path("newer.db"));
  newer.exec("insert into __drizzle_migrations (hash, created_at) values ('newer', 9e12)");
  newer.close();
  const { status, stderr } = await service.ended;
  expect(stderr).toContain("A newer asbuilt has migrated the database: this service stops.");
  expect(status).toBe(1);
});
