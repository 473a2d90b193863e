import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole, expectShown } from "./console.ts";
import { savedBy } from "./saved-file.ts";

/** Chooses a file of these bytes, as a person does. */
const choose = (page: Page, name: string, text: string | Uint8Array) =>
  page.getByLabel("Or a CSV file").setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });

const check = async (page: Page, rows: string) => {
  await page.getByLabel("Rows of a spreadsheet").fill(rows);
  await page.getByRole("button", { name: "Check the rows" }).click();
};

describeConsole("an import at the console", (console) => {
  const itemOf = async (visualSerialNo: string) =>
    (await console.client.materialItemList({ body: { visualSerialNo } }))[0];

  test("receives a delivery that is pasted from a spreadsheet, line by line", async () => {
    const page = await console.open("/receive", "stores");
    await page.getByRole("link", { name: "Import rows" }).click();
    // The headings are those of the screens, and the numbers and days those of a spreadsheet.
    await check(
      page,
      "Product\tSerial\tQuantity\tBatch\tExpiry date\n" +
        "Seal\tPASTE-1\t25\tPB\t31.12.2031\n" +
        "Seal\tPASTE-2\tten\tPB\t\n" +
        "Seals\tPASTE-3\t5\t\t\n" +
        "Seal\tPASTE-1\t5\t\t\n" +
        "Seal\tPASTE-4\t1,5\tPB\t12/31/2031\n" +
        "Seal\t\t5\t\t\n" +
        "Seal\tPASTE-5\t2.5\tPB\t\n",
    );
    await expectShown(page.getByText("2 new, 0 changed, 0 as they are, 5 refused"));
    const row = (serial: string) => page.getByRole("row").filter({ hasText: serial });
    await expectShown(row("ten").getByText("Quantity: ten is not a number."));
    await expectShown(page.getByText("Product name: No product has the name Seals."));
    await expectShown(page.getByText("It names the same record as line 2."));
    await expectShown(page.getByText("12/31/2031 is not a date. Write it as 2026-12-31."));
    await expectShown(page.getByText("Serial number: Fill this in."));
    await console.checkAccessible(page);
    expect(await itemOf("PASTE-1")).toBeUndefined();
    await page.getByRole("button", { name: "Write 2 rows" }).click();
    // The service has the last word on each line.
    await expectShown(page.getByText("1 done, 1 refused, 0 not sent yet"));
    await expectShown(page.getByText(/2.5 each has too many decimals/));
    expect(await itemOf("PASTE-1")).toMatchObject({ actualQty: 25, batchNo: "PB" });
    expect((await itemOf("PASTE-1"))!.expiryDate).toMatch(/^2031-12-31|^2032-01-01/);
    expect(await itemOf("PASTE-5")).toBeUndefined();
    await console.checkAccessible(page);
    await expectShown(page.getByRole("button", { name: "1 label" }));
    const saved = await savedBy(page, "Save the refused rows as CSV");
    expect(saved).toBe("\uFEFFproductName,visualSerialNo,qty,batchNo\r\nSeal,PASTE-5,2.5,PB\r\n");
    // The same rows again do nothing twice.
    await check(page, "Product\tSerial\tQuantity\nBolt\tPASTE-1\t25\n");
    await expectShown(page.getByText("Serial number: Another item has this serial."));
    await check(page, "Product\tSerial\tQuantity\nSeal\tPASTE-1\t25\nSeal\tPASTE-6\t3\n");
    await expectShown(page.getByText("1 new, 0 changed, 1 as they are, 0 refused"));
    await page.getByRole("button", { name: "Write 1 row" }).click();
    await expectShown(page.getByText("1 done, 0 refused, 0 not sent yet"));
  });

  test("shows what a file would change, and changes only that", async () => {
    await console.client.locationUpsert({ body: { suid: "IMP-1", name: "Rack 1" } });
    await console.client.locationUpsert({ body: { suid: "IMP-2", name: "Rack 2" } });
    const page = await console.open("/import");
    await choose(
      page,
      "Location.Upsert.csv",
      "suid;name;description\nIMP-1;Rack 1;By the door\nIMP-2;Rack 2;\nIMP-3;Rack 3;\nIMP-4;;\n",
    );
    // The name of the file says what its rows are.
    const kind = page.getByLabel("What the rows are");
    await expect.poll(() => kind.inputValue()).toBe("Location.Upsert");
    await expectShown(page.getByText("1 new, 1 changed, 1 as they are, 1 refused"));
    await expectShown(page.getByText("Description: — → By the door"));
    await console.checkAccessible(page);
    await page.getByRole("button", { name: "Write 2 rows" }).click();
    await expectShown(page.getByText("2 done, 0 refused, 0 not sent yet"));
    const [changed] = await console.client.locationList({ body: { suid: "IMP-1" } });
    expect(changed).toMatchObject({ name: "Rack 1", description: "By the door", revNo: 2 });
    const [same] = await console.client.locationList({ body: { suid: "IMP-2" } });
    expect(same).toMatchObject({ revNo: 1 });
    expect(await console.client.locationList({ body: { suid: "IMP-3" } })).toHaveLength(1);
  });

  test("refuses what is no table before anything is read", async () => {
    const page = await console.open("/import", "stores");
    await choose(page, "delivery.csv", "PK\u0003\u0004 and more");
    await expectShown(page.getByText("The file is a workbook. Save it as CSV UTF-8."));
    await check(page, "Product,Colour,Quantity\nSeal,red,5\n");
    await expectShown(page.getByText("No field has these names: Colour"));
    await check(page, "Product,Quantity\n");
    await expectShown(page.getByText("There is no row below the names of the columns."));
    await page.getByLabel("Rows of a spreadsheet").fill("");
    const cells = `Product\tSerial\tQuantity\n${"Seal\tS\t1\n".repeat(2001)}`;
    await page.getByLabel("Rows of a spreadsheet").evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      input.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, cells);
    await page.getByRole("button", { name: "Check the rows" }).click();
    await expectShown(page.getByText(/At most 2,?000 are imported here/));
    expect(await page.getByRole("button", { name: /Write/ }).count()).toBe(0);
  });
});
