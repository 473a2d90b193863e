import { expect, test } from "vitest";
import { openPlant } from "#plant";

test("a defect is logged whole, and answered with the request's id only", async () => {
  const plant = await openPlant();
  await plant.sql("alter table location rename to place");
  const answer = await plant.post("/api/Location/List", {});
  expect(answer).toMatchObject({ status: 500, body: { code: "internal" } });
  expect(JSON.stringify(answer.body)).not.toMatch(/location|table|SQL|\.ts/i);
  const { requestId } = answer.body;
  expect(answer.headers.get("X-Request-Id")).toBe(requestId);
  const [entry] = plant.log;
  expect(entry).toMatchObject({ level: "error", requestId });
  expect(String(entry?.["error"])).toMatch(/no such table/);
});
