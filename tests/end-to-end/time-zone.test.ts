import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { factories } from "../scenario/factories.ts";
import { asbuilt, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const on = (name: string, zone?: string) => ({
  DATABASE_URL: `file:${join(temporary.path, name)}`,
  ...(zone === undefined ? {} : { ASBUILT_TIME_ZONE: zone }),
});

/** Writes a file of one receipt that expires at the end of a day. Returns its path. */
function receiptFile(productName: string, visualSerialNo: string): string {
  const folder = join(temporary.path, visualSerialNo);
  mkdirSync(folder);
  const file = join(folder, "MaterialItem.Receive.csv");
  const row = `${productName},${visualSerialNo},1,2099-11-26`;
  writeFileSync(file, `productName,visualSerialNo,qty,expiryDate\n${row}\n`);
  return file;
}

test("a date is a day in the zone of the service, whichever way it comes", async () => {
  const service = await serveAsbuilt(on("tokyo.db", "Asia/Tokyo"));
  const requests = requestsTo(service);
  const plant = { ...requests, ...factories(requests) };
  const { Name: productName } = await plant.product({ ShelfLifeDays: 0 });
  const expiryOf = async (visualSerialNo: string) =>
    (await requests.post("/api/MaterialItem/List", { visualSerialNo })).body[0].expiryDate;
  const tokyo = "2099-11-26T14:59:59.999Z";

  const sent = await plant.receive({ productName, qty: 1, expiryDate: "2099-11-26" });
  expect(sent.expiryDate).toBe(tokyo);
  const today = await plant.receive({ productName, qty: 1, occurredAt: "2026-01-31T15:00:00Z" });
  expect(today.expiryDate).toBe("2026-02-01T14:59:59.999Z");
  const never = await plant.receive({ productName, qty: 1, expiryDate: null });
  expect(never.expiryDate).toBeNull();

  // The zone of the command is not that of the service at the address.
  const atUrl = ["--url", service.address, "--key", service.key];
  const elsewhere = { ASBUILT_TIME_ZONE: "America/Los_Angeles" };
  const overHttp = await asbuilt(["import", receiptFile(productName, "A"), ...atUrl], elsewhere);
  expect(overHttp).toMatchObject({ status: 0, stderr: "" });
  expect(await expiryOf("A")).toBe(tokyo);

  // On the database itself, the command is the service.
  const local = await asbuilt(
    ["import", receiptFile(productName, "B")],
    on("tokyo.db", "Asia/Tokyo"),
  );
  expect(local).toMatchObject({ status: 0, stderr: "" });
  expect(await expiryOf("B")).toBe(tokyo);

  const key = ["--user", "Administrator", "--role", "viewer", "--name", "K", "--expires"];
  const made = await asbuilt(["key", "create", ...key, "2099-11-26"], on("tokyo.db", "Asia/Tokyo"));
  expect(made).toMatchObject({ status: 0, stderr: "" });
  const { stdout } = await asbuilt(["key", "list"], on("tokyo.db"));
  expect(stdout).toContain(`K\texpires ${tokyo}\tused never\n`);
  await stop(service);
});

test("without a zone, a day is one of UTC", async () => {
  const service = await serveAsbuilt(on("utc.db"));
  const requests = requestsTo(service);
  const plant = { ...requests, ...factories(requests) };
  const { Name: productName } = await plant.product();
  const { expiryDate } = await plant.receive({ productName, qty: 1, expiryDate: "2099-11-26" });
  expect(expiryDate).toBe("2099-11-26T23:59:59.999Z");
  await stop(service);
});

test.for(["Mars/Base", "+09:00", "GMT+9", " "])(
  "the zone %j is refused in one line",
  async (zone) => {
    const rule = "ASBUILT_TIME_ZONE: the IANA name of a time zone, such as Europe/Berlin\n";
    const refused = { status: 2, stdout: "", stderr: rule };
    for (const command of ["serve", "migrate"]) {
      expect(await asbuilt([command], on("none.db", zone))).toEqual(refused);
    }
  },
);
