import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole, expectFocused, patiently } from "./console.ts";
import { keyboardScanner } from "./keyboard-scanner.ts";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const scan = async (page: Page, code: string) => (await keyboardScanner(page)).scan(code);

// Other tests run beside these.
describeConsole("the receipt of material", (console) => {
  const itemOf = async (text: string) =>
    (await console.client.materialItemSearch({ body: { text } }))[0]!;
  const receive = (visualSerialNo: string, more: object = {}) =>
    console.client.materialItemReceive({
      body: { productName: "Bolt", qty: 10, visualSerialNo, ...more },
    });

  test("a receipt has the fields of the product's profile, and keeps the delivery", async () => {
    await console.client.receiptProfileUpsert({
      body: {
        name: "Batches",
        fields: { batchNo: "compulsory", costPerUnit: "hidden", version: "hidden" },
      },
    });
    const [bolt] = await console.client.productList({ body: { Name: "Bolt A4" } });
    await console.client.productUpsert({
      body: { ID: bolt!.ID, revNo: bolt!.revNo, ReceiptProfile: "Batches" },
    });
    const page = await console.open("/receive", "operator");
    await page.getByRole("combobox", { name: "Product" }).fill("Bolt A4");
    for (const label of ["Serial number", "Quantity", "Batch number"]) {
      await page.getByText(`${label} *`, { exact: true }).waitFor();
    }
    expect(await page.getByLabel("Cost per unit").count()).toBe(0);
    expect(await page.getByLabel("Version").count()).toBe(0);
    await page.getByLabel("Quantity").fill("100");
    await page.getByLabel("Delivery number").fill("DN-9");
    await page.getByLabel("Location").fill("STORE");
    await page.getByLabel("Serial number").fill("$AB:OK");
    await press(page, "Receive");
    await page.getByText("$AB:OK is a command of the build station, not a serial.").waitFor();
    await expectFocused(page.getByLabel("Serial number"));
    await page.getByLabel("Serial number").fill("A4-0099");
    await press(page, "Receive");
    await page.getByText("Compulsory for this product: Batch number.").waitFor();
    await expectFocused(page.getByLabel("Batch number"));
    await page.getByLabel("Batch number").fill("B-1");
    await console.checkAccessible(page);
    await press(page, "Receive");
    await page.getByText("1 done, 0 refused").waitFor();
    await press(page, "Same again");
    await expect
      .poll(() => page.getByLabel("Serial number").inputValue(), patiently)
      .toBe("A4-0100");
    await receive("A4-0100");
    await press(page, "Receive");
    await page.getByText("1 done, 1 refused").waitFor();
    expect(await page.getByLabel("Batch number").inputValue()).toBe("B-1");
    await page.getByLabel("Serial number").fill("A4-0101");
    await press(page, "Receive");
    await page.getByText("2 done, 1 refused").waitFor();
    expect(await itemOf("A4-0101")).toMatchObject({
      batchNo: "B-1",
      deliveryNo: "DN-9",
      location: "STORE",
      actualQty: 100,
    });
    await page.reload();
    await expect
      .poll(() => page.getByLabel("Delivery number").inputValue(), patiently)
      .toBe("DN-9");
  });

  test("a code that no product has leads to the next step", async () => {
    const enter = async (page: Page, code: string) => {
      await page.getByRole("combobox", { name: "Product" }).fill(code);
      await page.keyboard.press("Enter");
    };
    const page = await console.open("/receive", "operator");
    await enter(page, "NEW-4711");
    await page.getByText("No product has the code NEW-4711.").waitFor();
    await page.getByText("an engineer has to make it first").waitFor();
    await enter(page, "HOUSING-0001");
    await page.getByText("received already").getByRole("link", { name: "HOUSING-0001" }).waitFor();
    const engineers = await console.open("/receive", "engineer");
    await enter(engineers, "NEW-4711");
    await console.checkAccessible(engineers);
    await engineers.getByRole("link", { name: "make it with this code" }).click();
    await engineers.getByRole("heading", { name: "New product" }).waitFor();
    expect(await engineers.getByLabel("Code", { exact: true }).inputValue()).toBe("NEW-4711");
  });

  test("a scan changes no product, also where the product has the focus", async () => {
    const page = await console.open("/receive", "operator");
    const product = page.getByRole("combobox", { name: "Product" });
    await product.fill("Seal");
    await page.getByLabel("Quantity").fill("12");
    await product.focus();
    await scan(page, "SEAL-FOCUS");
    await expect
      .poll(() => page.getByLabel("Serial number").inputValue(), patiently)
      .toBe("SEAL-FOCUS");
    expect(await product.inputValue()).toBe("Seal");
    expect(await page.getByLabel("Quantity").inputValue()).toBe("12");
  });

  test("a scanned serial is an item received, and none is lost for another one", async () => {
    const page = await console.open("/receive?productName=Housing", "operator");
    await page.getByLabel("Serial number").waitFor();
    for (const serial of ["HOUSING-A1", "HOUSING-A2"]) await scan(page, serial);
    await page.getByText("2 done, 0 refused, 0 not sent yet").waitFor();
    await page.getByText("HOUSING-A2 is received.").waitFor();
    expect((await itemOf("HOUSING-A2")).actualQty).toBe(1);
    await page.goto(`${console.address}/console/receive?productName=Bolt%20A4`);
    await page.getByLabel("Quantity").waitFor();
    await scan(page, "BOX-1");
    await expect.poll(() => page.getByLabel("Serial number").inputValue(), patiently).toBe("BOX-1");
    await scan(page, "BOX-2");
    await page.getByText("BOX-1 is not received yet.").waitFor();
    expect(await page.getByLabel("Serial number").inputValue()).toBe("BOX-1");
    await press(page, "Cancel");
    await scan(page, "BOX-2");
    await expect.poll(() => page.getByLabel("Serial number").inputValue(), patiently).toBe("BOX-2");
  });

  test("scans fill in a receipt, and name the location and the items of a move", async () => {
    const page = await console.open("/receive?productName=Seal", "operator");
    await page.getByLabel("Serial number").waitFor();
    await scan(page, "(10)S-7(17)291231(21)SEAL-7");
    const value = (label: string) => page.getByLabel(label).inputValue();
    await expect.poll(() => value("Serial number"), patiently).toBe("SEAL-7");
    expect([await value("Batch number"), await value("Expiry date")]).toEqual([
      "S-7",
      "2029-12-31",
    ]);
    await scan(page, "LINE-2");
    await expect.poll(() => value("Location"), patiently).toBe("LINE-2");
    await page.getByLabel("Quantity").fill("4");
    await press(page, "Receive");
    await page.getByText("1 done, 0 refused").waitFor();
    expect(await page.getByText("It has expired.").count()).toBe(0);
    await scan(page, "(10)S-6(17)200131(21)SEAL-6");
    await expect.poll(() => value("Serial number"), patiently).toBe("SEAL-6");
    await press(page, "Receive");
    await page.getByText("It has expired. It can't be built into anything.").waitFor();
    await page.getByText("2 done, 0 refused").waitFor();
    expect(await itemOf("SEAL-7")).toMatchObject({
      batchNo: "S-7",
      location: "LINE-2",
      expiryDate: expect.stringContaining("2029-12-31"),
    });
    const moving = await console.open("/move");
    await moving.getByRole("textbox", { name: "Item", exact: true }).waitFor();
    await scan(moving, "STORE");
    await moving.waitForURL(/location=STORE/);
    await scan(moving, "SEAL-7");
    await moving.getByText("1 done, 0 refused").waitFor();
    expect((await itemOf("SEAL-7")).location).toBe("STORE");
  });

  test("a receipt in another unit is booked, and told, in the unit of its product", async () => {
    const { client } = console;
    const [bolt] = await client.productList({ body: { Name: "Bolt A4" } });
    const name = "box of 50";
    await client.unitOfMeasureUpsert({ body: { name, dimension: "count", factor: 50 } });
    const page = await console.open("/receive?productName=Bolt%20A4", "operator");
    await page.getByLabel("Serial number").fill("BOXES-1");
    await page.getByLabel("Quantity").fill("3");
    await page.getByLabel("Unit", { exact: true }).fill(name);
    await page.getByLabel("Batch number").fill("B-50");
    await press(page, "Receive");
    await page.getByText("1 done, 0 refused").waitFor();
    await page.getByText(`150 ${bolt?.BaseUnit}`).waitFor();
    expect((await itemOf("BOXES-1")).actualQty).toBe(150);
  });

  test("serials are made for several items of one receipt", async () => {
    const page = await console.open("/receive?productName=Pump", "operator");
    await page.getByLabel("Number of items").fill("3");
    await press(page, "Receive");
    await page.getByText("3 done, 0 refused").waitFor();
    await press(page, "Same again");
    await page.getByText("4 done, 0 refused").waitFor();
    const pumps = await console.client.materialItemSearch({
      body: { productName: "Pump", isInStock: true, order: "newest" },
    });
    const made = pumps.filter(({ orderNo }) => orderNo === null);
    expect(new Set(made.map(({ visualSerialNo }) => visualSerialNo)).size).toBe(4);
  });
});
