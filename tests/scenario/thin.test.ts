import { expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

test("an item that was received is what Get answers", async () => {
  const { Name: productName } = await plant.product();
  const received = await plant.receive({ productName, qty: 25, visualSerialNo: "Lot 7" });
  expect(received).toMatchObject({ visualSerialNo: "Lot 7", nominalQty: 25, actualQty: 25 });
  const { status, body } = await plant.get(`/api/MaterialItem/Get/${received.id}`);
  expect(status).toBe(200);
  expect(body).toEqual(received);
});

test("an item that does not exist is an empty array", async () => {
  const { status, body } = await plant.get("/api/MaterialItem/Get/9999999999");
  expect(status).toBe(200);
  expect(body).toEqual([]);
});
