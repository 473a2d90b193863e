import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole, expectFocused, patiently } from "./console.ts";
import { enter as enterKey, keyboardScanner, keysOf } from "./keyboard-scanner.ts";

const grid = (page: Page) => page.getByRole("grid", { name: "Items" });
const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const scan = async (page: Page, code: string) => (await keyboardScanner(page)).scan(code);

// Other tests run beside these.
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
    await page
      .locator("output", { hasText: `${counted.count} match` })
      .first()
      .waitFor();
    await page.getByLabel("Serial begins with").fill("housing-0003");
    await press(page, "Search");
    await page.waitForURL(/text=housing-0003/);
    await expect.poll(() => grid(page).getByRole("row").count(), patiently).toBe(2);
    await page.getByText("Columns").click();
    await page.getByLabel("Delivery").check();
    await page.reload();
    await grid(page).getByRole("columnheader", { name: "Delivery" }).waitFor();
    await grid(page).getByText("DN-4711").waitFor();
    await console.checkAccessible(page);
    const saving = page.waitForEvent("download");
    await press(page, "Save as CSV");
    const csv = readFileSync(await (await saving).path(), "utf8");
    expect(csv).toMatch(/^\uFEFFvisualSerialNo,actualQty,batchNo,deliveryNo,.*\r\nHOUSING-0003,/);
  });

  test("marked items are held together, and a refused one is tried again", async () => {
    const serials = ["MARK-1", "MARK-2", "MARK-3"];
    for (const serial of serials) await receive(serial);
    await console.client.materialItemDispatch({ body: { visualSerialNo: "MARK-2" } });
    const page = await console.open("/items?text=MARK-");
    await grid(page).getByText("MARK-3").waitFor();
    await grid(page).focus();
    await page.keyboard.press("Control+a");
    await page.getByText("3 marked").waitFor();
    await page.keyboard.press("Space");
    await page.getByText("2 marked").waitFor();
    await page.getByRole("checkbox", { name: "Mark MARK-1" }).check();
    await press(page, "Hold");
    // It is what the hold is about.
    await expectFocused(dialog(page).getByLabel("Hold reason"));
    await dialog(page).getByLabel("Hold reason").selectOption("Quality");
    await console.checkAccessible(page);
    await dialog(page).getByRole("button", { name: "Hold" }).click();
    await dialog(page).getByText("2 done, 1 refused, 0 not sent yet").waitFor();
    await dialog(page)
      .getByText(/MARK-2 is Dispatched/)
      .waitFor();
    await console.client.materialItemReturn({
      body: { visualSerialNo: "MARK-2", comment: "Not collected" },
    });
    await press(page, "Retry the 1 refused");
    await dialog(page).getByText("3 done, 0 refused, 0 not sent yet").waitFor();
    for (const serial of serials) expect((await itemOf(serial)).holdReason).toBe("Quality");
  });

  test("marked items are dispatched together, and others scrapped with their reason", async () => {
    for (const serial of ["SHIP-1", "SHIP-2", "SHIP-3", "SHIP-4"]) await receive(serial);
    const body = { visualSerialNo: "SHIP-2", holdReason: "Quality" };
    await console.client.materialItemHold({ body });
    const page = await console.open("/items?text=SHIP-", "stores");
    await grid(page).getByText("SHIP-4").waitFor();
    for (const serial of ["SHIP-1", "SHIP-2"]) {
      await page.getByRole("checkbox", { name: `Mark ${serial}` }).check();
    }
    await press(page, "Dispatch");
    // A part of one item has a serial of its own: many items go as a whole.
    expect(await dialog(page).getByLabel("New serial number").count()).toBe(0);
    await console.checkAccessible(page);
    await dialog(page).getByRole("button", { name: "Dispatch" }).click();
    await dialog(page).getByText("1 done, 1 refused, 0 not sent yet").waitFor();
    await dialog(page)
      .getByText(/SHIP-2 is on hold/)
      .waitFor();
    await press(page, "Close");
    await press(page, "Unmark all");
    for (const serial of ["SHIP-3", "SHIP-4"]) {
      await page.getByRole("checkbox", { name: `Mark ${serial}` }).check();
    }
    await press(page, "Scrap");
    await dialog(page).getByLabel("Reason").selectOption({ index: 1 });
    await dialog(page).getByRole("button", { name: "Scrap" }).click();
    await dialog(page).getByText("2 done, 0 refused, 0 not sent yet").waitFor();
    const statuses = ["SHIP-1", "SHIP-2", "SHIP-3", "SHIP-4"].map(
      async (serial) => (await itemOf(serial)).status,
    );
    expect(await Promise.all(statuses)).toEqual([
      "Dispatched",
      "Available",
      "Scrapped",
      "Scrapped",
    ]);
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
    await scan(page, "ACT-1");
    await dialog(page).getByText("ACT-1 is no location.").waitFor();
    await scan(page, "LINE-2");
    await expect
      .poll(() => dialog(page).getByLabel("Location").inputValue(), patiently)
      .toBe("LINE-2");
    await dialog(page).getByRole("button", { name: "Move" }).click();
    await expect.poll(async () => (await itemOf("ACT-1")).location, patiently).toBe("LINE-2");
    await dialog(page).waitFor({ state: "detached" });
    await press(page, "Adjust");
    await dialog(page).getByLabel("Counted quantity").fill("7");
    await dialog(page).getByText("10 each → 7 each (change -3 each)").waitFor();
    await dialog(page).getByLabel("Reason").selectOption("COUNT");
    await dialog(page).getByRole("button", { name: "Adjust" }).click();
    await expect.poll(async () => (await itemOf("ACT-1")).actualQty, patiently).toBe(7);
    await page.locator("summary", { hasText: "More" }).click();
    await press(page, "Dispatch");
    await dialog(page).getByRole("button", { name: "Dispatch" }).click();
    await expect.poll(async () => (await itemOf("ACT-1")).status, patiently).toBe("Dispatched");
    await page.getByRole("button", { name: "Take back" }).waitFor();
    expect(await page.getByRole("button", { name: "Move" }).count()).toBe(0);
    const viewed = await console.open(`/items/${id}`, "viewer");
    await viewed.getByText("Dispatched").waitFor();
    await viewed.getByRole("button", { name: "Label" }).waitFor();
    expect(await viewed.getByRole("button", { name: "Take back" }).count()).toBe(0);
  });

  test("parts are split off a lot, labelled, and merged again", async () => {
    await receive("SPLIT-1", { location: "STORE", batchNo: "B-1" });
    const { id } = await itemOf("SPLIT-1");
    const page = await console.open(`/items/${id}`, "engineer");
    await page.locator("summary", { hasText: "More" }).click();
    await press(page, "Split the lot");
    const first = dialog(page).getByRole("group", { name: "Part 1" });
    await first.getByLabel("Quantity").fill("2,3,4");
    await first.getByLabel("Serial").fill("SPLIT-1-A");
    await dialog(page).getByRole("button", { name: "Split the lot" }).click();
    await dialog(page).getByText("This is not a number.").waitFor();
    await first.getByLabel("Quantity").fill("3");
    await press(page, "Add a part");
    const second = dialog(page).getByRole("group", { name: "Part 2" });
    await second.getByLabel("Quantity").fill("1");
    await second.getByLabel("Serial").fill("SPLIT-1");
    await second.getByLabel("Hold reason").selectOption("Quality");
    await dialog(page).getByText("Stays in SPLIT-1: 6 each").waitFor();
    await console.checkAccessible(page);
    await dialog(page).getByRole("button", { name: "Split the lot" }).click();
    await second.getByText("An item with this serial exists.").waitFor();
    expect((await itemOf("SPLIT-1")).actualQty).toBe(10);
    await second.getByLabel("Serial").fill("SPLIT-1-B");
    await dialog(page).getByRole("button", { name: "Split the lot" }).click();
    // Each part needs a label of its own.
    await page.getByRole("dialog", { name: /label/i }).waitFor();
    await page.keyboard.press("Escape");
    expect(await itemOf("SPLIT-1-A")).toMatchObject({ actualQty: 3, location: "STORE" });
    expect(await itemOf("SPLIT-1-B")).toMatchObject({ actualQty: 1, holdReason: "Quality" });
    await page.locator("summary", { hasText: "More" }).click();
    await press(page, "Merge");
    await scan(page, "SPLIT-1");
    await dialog(page).getByText("SPLIT-1 is the item that takes the others in.").waitFor();
    await scan(page, "SPLIT-1-A");
    await dialog(page).getByText("3 each").waitFor();
    await scan(page, "SPLIT-1-B");
    await dialog(page).getByRole("button", { name: "Merge 2 items" }).click();
    await dialog(page).getByRole("alert").filter({ hasText: "SPLIT-1-B" }).waitFor();
    await console.checkAccessible(page);
    await dialog(page).getByRole("button", { name: "Remove SPLIT-1-B" }).click();
    await dialog(page).getByRole("button", { name: "Merge 1 item" }).click();
    await expect.poll(async () => (await itemOf("SPLIT-1")).actualQty, patiently).toBe(9);
    expect((await itemOf("SPLIT-1-A")).status).toBe("Consumed");
  });

  test("an item that was recorded by mistake is voided, and Scrap stands beside it", async () => {
    await receive("ACT-2");
    const { id } = await itemOf("ACT-2");
    const page = await console.open(`/items/${id}`, "engineer");
    await page.locator("summary", { hasText: "More" }).click();
    await page.getByText("Void what was recorded by mistake.").waitFor();
    const menu = page.locator(".menu-list").filter({ hasText: "Void" });
    expect((await menu.getByRole("button").allInnerTexts()).slice(-2)).toEqual([
      "Scrap",
      "Void (recorded by mistake)",
    ]);
    await console.checkAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect((await menu.boundingBox())!.x).toBeGreaterThanOrEqual(0);
    await press(page, "Void (recorded by mistake)");
    await expectFocused(dialog(page).getByLabel("Comment"));
    await dialog(page).getByLabel("Comment").fill("Counted twice");
    await dialog(page).getByRole("button", { name: "Void" }).click();
    await page.getByText("Voided", { exact: true }).first().waitFor();
  });

  test("items are moved to a location, with a result each, and the refused again", async () => {
    for (const serial of ["MOVE-1", "MOVE-2", "MOVE-3"]) {
      await receive(serial, { location: "STORE" });
    }
    await console.client.materialItemDispatch({ body: { visualSerialNo: "MOVE-2" } });
    const page = await console.open("/move");
    for (const label of ["To the location", "Item"]) {
      await page.getByText(`${label} *`, { exact: true }).waitFor();
    }
    const enter = async (code: string) => {
      await page.getByRole("textbox", { name: "Item", exact: true }).fill(code);
      await page.keyboard.press("Enter");
    };
    await enter("MOVE-1");
    await page.getByText("Scan or type the location first.").waitFor();
    await enter("LINE-1");
    await page.waitForURL(/location=LINE-1/);
    for (const serial of ["MOVE-1", "MOVE-2", "move-3"]) {
      await enter(serial);
      await page.getByRole("listitem").filter({ hasText: serial.toUpperCase() }).waitFor();
    }
    await page.getByText("2 done, 1 refused, 0 not sent yet").waitFor();
    await page.getByText("Item MOVE-2 is Dispatched: it can't be moved.").waitFor();
    await console.checkAccessible(page);
    await enter("MOVE-1");
    await page.getByText("MOVE-1 is in this list already.").waitFor();
    await enter("NOBODY");
    await page.getByText("No item or location has the code NOBODY.").waitFor();
    await enter("$AB:COMPLETE");
    await page.getByText("$AB:COMPLETE is a command of the build station.").waitFor();
    await console.client.materialItemReturn({
      body: { visualSerialNo: "MOVE-2", comment: "It came back" },
    });
    await press(page, "Retry the 1 refused");
    await page.getByText("3 done, 0 refused, 0 not sent yet").waitFor();
    expect((await itemOf("MOVE-2")).location).toBe("LINE-1");
    expect((await itemOf("MOVE-3")).location).toBe("LINE-1");
  });

  test("codes that are scanned one right after the other belong together", async () => {
    for (const serial of ["NEXT-1", "NEXT-2"]) await receive(serial, { location: "STORE" });
    const page = await console.open("/move?location=LINE-1");
    await page.getByRole("textbox", { name: "Item", exact: true }).waitFor();
    const scanBoth = async (...codes: readonly string[]) => {
      const scanner = await keyboardScanner(page);
      await scanner.press(
        codes.flatMap((code) => [...keysOf(code), enterKey]),
        4,
      );
    };
    await scanBoth("LINE-2", "NEXT-1");
    await page.getByText("1 done, 0 refused").waitFor();
    expect((await itemOf("NEXT-1")).location).toBe("LINE-2");
    await page.goto(`${console.address}/console/adjust`);
    await page.getByRole("textbox", { name: "Item", exact: true }).waitFor();
    await scanBoth("NEXT-1", "NEXT-2");
    await page.getByText("Finish NEXT-1 first, or cancel it.").waitFor();
    await page.getByRole("heading", { name: "NEXT-1" }).waitFor();
  });

  test("a batch of several items is never guessed", async () => {
    for (const serial of ["LOT-1", "LOT-2"]) await receive(serial, { batchNo: "B-77" });
    const page = await console.open("/adjust");
    await page.getByRole("textbox", { name: "Item", exact: true }).fill("(10)B-77");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "LOT-2" }).click();
    await page.getByRole("heading", { name: "LOT-2" }).waitFor();
    expect(await page.getByRole("heading", { name: "LOT-1" }).count()).toBe(0);
  });

  test("a count is booked exactly, and another item waits until it is finished", async () => {
    await receive("COUNT-1", { productName: "Lubricant", qty: 0.3, location: "STORE" });
    await receive("COUNT-2", { productName: "Lubricant", qty: 5, location: "STORE" });
    const page = await console.open("/adjust?location=STORE", "operator");
    // The items of the location are a list to count by.
    const there = page.getByRole("grid", { name: "Items at STORE" });
    await there.getByText("COUNT-1", { exact: true }).click();
    await page.getByRole("heading", { name: "COUNT-1" }).waitFor();
    await press(page, "Cancel");
    await page.getByLabel("At the location").fill("LINE-1");
    const enter = async (code: string) => {
      await page.getByRole("textbox", { name: "Item", exact: true }).fill(code);
      await page.keyboard.press("Enter");
    };
    await enter("COUNT-1");
    await page.getByText("The record has COUNT-1 at STORE.").waitFor();
    await enter("COUNT-2");
    await page.getByText("Finish COUNT-1 first, or cancel it.").waitFor();
    await page.getByLabel("I know the change").check();
    await page.getByLabel("Change of the quantity").fill("-0.1");
    await page.getByText("0.3 ml → 0.2 ml (change -0.1 ml)").waitFor();
    await press(page, "Adjust");
    await expectFocused(page.getByLabel("Reason"));
    await page.getByLabel("Reason").selectOption("COUNT");
    await console.checkAccessible(page);
    await press(page, "Adjust");
    await page.getByText("1 done, 0 refused").waitFor();
    expect((await itemOf("COUNT-1")).actualQty).toBe(0.2);
    await enter("COUNT-2");
    await page.getByLabel("Counted quantity").fill("5");
    await press(page, "Adjust");
    await page.getByText("This changes nothing.").waitFor();
    await expectFocused(page.getByLabel("Counted quantity"));
    await page.getByLabel("Counted quantity").fill("4.5");
    await press(page, "Adjust");
    await page.getByText("2 done, 0 refused").waitFor();
    expect((await itemOf("COUNT-2")).actualQty).toBe(4.5);
  });

  test("many items are not sent while their form lacks something", async () => {
    await receive("HOLD-ALL");
    const page = await console.open("/items?text=HOLD-ALL");
    await page.getByRole("checkbox", { name: "Mark HOLD-ALL" }).check();
    await press(page, "Hold");
    await dialog(page).getByRole("button", { name: "Hold", exact: true }).click();
    await dialog(page).getByText("Fill this in.").waitFor();
    await expectFocused(dialog(page).getByLabel("Hold reason"));
    await dialog(page).getByLabel("Hold reason").selectOption("Quality");
    await dialog(page).getByRole("button", { name: "Hold", exact: true }).click();
    await dialog(page).getByText("1 done, 0 refused").waitFor();
  });

  test("a refusal in a list is said in the person's language", async () => {
    await receive("GONE-1");
    await console.client.materialItemDispatch({ body: { visualSerialNo: "GONE-1" } });
    const page = await console.open("/move?location=STORE", "engineer", { locale: "de" });
    await page.getByRole("textbox", { name: "Teil", exact: true }).fill("GONE-1");
    await page.keyboard.press("Enter");
    await page.getByText("Der Status des Teils verbietet das.").waitFor();
    // The service's own words are marked as English.
    const own = page.getByText("Item GONE-1 is Dispatched");
    expect(await own.getAttribute("lang")).toBe("en");
  });

  test("the history of an item says in words what happened", async () => {
    const { id } = await itemOf("HOUSING-0001");
    const page = await console.open(`/items/${id}?tab=history`, "viewer");
    await page.getByText("Built into PUMP-0001").waitFor();
    await page.getByText("Received", { exact: true }).waitFor();
    await page.getByRole("link", { name: "PUMP-0001" }).click();
    await page.getByRole("heading", { name: "PUMP-0001" }).waitFor();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("HOUSING-0001 was built in").waitFor();
    expect(await page.getByText("builtInto").count()).toBe(0);
  });

  test("the clerk's screens are for a small screen too", async () => {
    const options = { viewport: { width: 320, height: 640 } };
    for (const path of ["/items", "/move", "/adjust", "/receive?productName=Bolt"]) {
      const page = await console.open(path, "admin", options);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([path, width]).toEqual([path, 320]);
      await console.checkAccessible(page);
    }
  });
});
