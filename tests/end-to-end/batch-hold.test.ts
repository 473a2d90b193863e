import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { serveAsbuilt, stop, temporaryFolder } from "./processes.ts";
import { execute, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);
const file = join(temporary.path, "batch.db");
const variables = { DATABASE_URL: `file:${file}`, ASBUILT_SEED: "demo" };

const count = 100_000;
const lot = "SEAL-LOT-1";

/** Copies a lot as 100,000 further items of its batch. */
function multiply(): void {
  const columns = rowsOf(file, "select name from pragma_table_info('material_item')")
    .map(({ name }) => String(name))
    .filter((name) => !["id", "visual_serial_no", "serial_key"].includes(name));
  execute(
    file,
    `insert into material_item (visual_serial_no, serial_key, ${columns.join(", ")})
    select 'COPY-' || n, 'copy-' || n, ${columns.join(", ")} from material_item, (
      with recursive row (n) as (select 1 union all select n + 1 from row where n < ${count})
      select n from row) where serial_key = '${lot.toLowerCase()}'`,
  );
}

test("a batch of 100,000 items is held as a whole or not at all, also by a service that is killed", async () => {
  await stop(await serveAsbuilt(variables));
  multiply();
  const first = await serveAsbuilt(variables);
  const { key } = first;
  const [batch] = await requestsTo(first).done("post", "/api/MaterialItem/List", {
    visualSerialNo: lot,
  });
  const { productName, batchNo } = batch;
  const body = { productName, batchNo, holdReason: "Quality" };
  const options = { headers: { "Idempotency-Key": "recall" } };
  const hold = requestsTo(first)
    .put("/api/BatchHold/Upsert", body, options)
    .catch(() => undefined);
  first.child.kill("SIGKILL");
  await Promise.all([first.ended, hold]);

  const again = await serveAsbuilt(variables);
  const requests = requestsTo({ ...again, key });
  const read = (filter: object) =>
    requests.done("post", "/api/MaterialItem/Count", { productName, batchNo, ...filter });
  const holds = await requests.done("post", "/api/BatchHold/List", {});
  const free = await read({ isHeld: false });
  expect(free.count === 0).toBe(holds.length === 1);

  // The client sends it again under its key, and every item is held when it is answered.
  const { status } = await requests.put("/api/BatchHold/Upsert", body, options);
  expect(status).toBe(200);
  expect(await read({ isHeld: false })).toMatchObject({ count: 0 });
  for (const child of [`COPY-1`, `COPY-${count}`]) {
    const built = await requests.put("/api/Build/Build", {
      parentSerialNo: "PUMP-0002",
      childSerialNo: child,
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    });
    expect(built.body).toMatchObject({ status: 409, code: "item_on_hold" });
  }
  await stop(again);
});
