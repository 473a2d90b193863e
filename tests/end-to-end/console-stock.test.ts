import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole } from "./console.ts";

const grid = (page: Page) => page.getByRole("grid", { name: "Items" });
const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

describeConsole("the stores clerk's screens", (console) => {
  const itemOf = async (text: string) =>
    (await console.client.materialItemSearch({ body: { text } }))[0]!;
  const receive = (visualSerialNo: string, more: object = {}) =>
    console.client.materialItemReceive({
      body: { productName: "Bolt", qty: 10, visualSerialNo, ...more },
    });

  test("items are searched by the address, counted and kept with chosen columns", async () => {
    const page = await console.open("/items?productName=Housing&isInStock=true");
    await grid(page).getByText("HOUSING-0004").waitFor();
    const counted = await console.client.materialItemCount({
      body: { productName: "Housing", isInStock: true },
    });
    await page.locator("output", { hasText: `${counted.count} records` }).first().waitFor();
    await page.getByLabel("Serial begins with").fill("housing-0003");
    await press(page, "Search");
    await page.waitForURL(/text=housing-0003/);
    await expect.poll(() => grid(page).getByRole("row").count()).toBe(2);
    await page.getByText("Columns").click();
    await page.getByLabel("Delivery").check();
    await page.reload();
    await grid(page).getByRole("columnheader", { name: "Delivery" }).waitFor();
    await grid(page).getByText("DN-4711").waitFor();
    await console.checkAccessible(page);
    const saving = page.waitForEvent("download");
    await press(page, "Save as CSV");
    const csv = readFileSync(await (await saving).path(), "utf8");
    expect(csv).toMatch(/^\uFEFFSerial,Product,Status,Quantity,Batch,Delivery,.*\r\nHOUSING-0003,/);
  });

  test("marked items are held together, and a refused one is tried again", async () => {
    const serials = ["MARK-1", "MARK-2", "MARK-3"];
    for (const serial of serials) await receive(serial);
    await console.client.materialItemHold({
      body: { visualSerialNo: "MARK-2", holdReason: "Quality" },
    });
    const page = await console.open("/items?text=MARK-");
    await grid(page).getByText("MARK-3").waitFor();
    await grid(page).focus();
    await page.keyboard.press("Control+a");
    await page.getByText("3 marked").waitFor();
    await page.keyboard.press("Space");
    await page.getByText("2 marked").waitFor();
    await page.getByRole("checkbox", { name: "Mark MARK-1" }).check();
    await press(page, "Hold");
    await dialog(page).getByLabel("Hold reason").selectOption("Quality");
    await console.checkAccessible(page);
    await dialog(page).getByRole("button", { name: "Hold" }).click();
    await dialog(page).getByText("2 done, 1 refused, 0 not sent yet").waitFor();
    await dialog(page).getByText(/MARK-2 is .*on hold/).waitFor();
    await console.client.materialItemRelease({ body: { visualSerialNo: "MARK-2" } });
    await press(page, "Retry the 1 refused");
    await dialog(page).getByText("3 done, 0 refused, 0 not sent yet").waitFor();
    for (const serial of serials) expect((await itemOf(serial)).holdReason).toBe("Quality");
  });

  test("an item offers what its state and the role allow, and does it", async () => {
    await receive("ACT-1", { location: "STORE" });
    const { id } = await itemOf("ACT-1");
    const page = await console.open(`/items/${id}`, "engineer");
    await press(page, "Move");
    await dialog(page).getByLabel("Location").fill("LINE-9");
    await dialog(page).getByRole("button", { name: "Move" }).click();
    await dialog(page).getByRole("alert").waitFor();
    await console.checkAccessible(page);
    await dialog(page).getByLabel("Location").fill("LINE-2");
    await dialog(page).getByRole("button", { name: "Move" }).click();
    await expect.poll(async () => (await itemOf("ACT-1")).location).toBe("LINE-2");
    await dialog(page).waitFor({ state: "detached" });
    await press(page, "Adjust");
    await dialog(page).getByLabel("Counted quantity").fill("7");
    await dialog(page).getByText("10 each → 7 each (change -3 each)").waitFor();
    await dialog(page).getByLabel("Reason SUID").selectOption("COUNT");
    await dialog(page).getByRole("button", { name: "Adjust" }).click();
    await expect.poll(async () => (await itemOf("ACT-1")).actualQty).toBe(7);
    await page.locator("summary", { hasText: "More" }).click();
    await press(page, "Dispatch");
    await dialog(page).getByRole("button", { name: "Dispatch" }).click();
    await expect.poll(async () => (await itemOf("ACT-1")).status).toBe("Dispatched");
    await page.getByRole("button", { name: "Take back" }).waitFor();
    expect(await page.getByRole("button", { name: "Move" }).count()).toBe(0);
    const viewed = await console.open(`/items/${id}`, "viewer");
    await viewed.getByText("Dispatched").waitFor();
    expect(await viewed.getByRole("main").getByRole("button").count()).toBe(0);
  });
});
