import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole, expectFocused, expectShown } from "./console.ts";

describeConsole("works orders in the console", (console) => {
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  /** Creates an order of pumps, and starts the units with these serials. */
  const makeOrder = async (orderNo: string, serials: readonly string[]) => {
    const product = { productName: "Pump", bom: "PUMP-BOM", version: "1.0" };
    await console.client.worksOrderUpsert({ body: { orderNo, ...product, qty: 10 } });
    const items = serials.map((visualSerialNo) => ({ visualSerialNo, qty: 1 }));
    if (items.length > 0) await console.client.worksOrderStart({ body: { orderNo, items } });
  };

  test("are found by number, status and product, as the address says", async () => {
    const page = await console.open("/orders?status=Created");
    await expectShown(page.getByRole("gridcell", { name: "WO-1002" }));
    expect(await page.getByRole("gridcell", { name: "WO-1001" }).count()).toBe(0);
    await page.getByRole("radio", { name: "Started" }).check();
    await expectShown(page.getByRole("gridcell", { name: "WO-1001" }));
    expect(page.url()).toMatch(/status=Started/);
    await expectShown(page.getByRole("progressbar", { name: "WO-1001: finished units" }));
    await page.getByLabel("Number begins with").fill("WO-9");
    await page.getByLabel("Product").fill("Pump");
    await page.getByRole("button", { name: "Search" }).click();
    await expectShown(page.getByText("No works order matches."));
    expect(new URL(page.url()).searchParams.get("text")).toBe("WO-9");
    await console.checkAccessible(page);
  });

  test("are created, started, completed in part and cancelled by an engineer", async () => {
    const page = await console.open("/orders", "engineer");
    await button(page, "New order").click();
    await expectFocused(page.getByLabel("Order number"));
    await page.getByLabel("Order number").fill("WO-2001");
    await page.getByLabel("Product name").fill("Pump");
    const version = page.getByLabel("Version");
    await expect.poll(() => version.inputValue()).toBe("1.0");
    const bom = page.getByRole("combobox", { name: "BoM", exact: true });
    expect(await bom.inputValue()).toBe("PUMP-BOM");
    expect(await version.getByRole("option").allInnerTexts()).toEqual(["—", "1.1 (Draft)", "1.0"]);
    await page.getByLabel("Quantity").fill("no number");
    await button(page, "Create").click();
    await expectShown(page.getByText("This is not a number."));
    await expectFocused(page.getByLabel("Quantity"));
    await page.getByLabel("Quantity").fill("2");
    await console.checkAccessible(page);
    await button(page, "Create").click();
    await expectShown(page.getByRole("heading", { name: "WO-2001" }));
    await expectShown(page.getByText("Nothing is started yet."));

    await button(page, "Start").click();
    await expectShown(page.getByText("Left to start: 2 each"));
    await console.checkAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
    await expectShown(page.getByText("2 units are started."));
    await button(page, "Close").click();
    await button(page, "Start").waitFor({ state: "detached" });
    const order = await console.client.worksOrderCompleteness({ body: { orderNo: "WO-2001" } });
    const [unit, other] = order.units;
    await expectShown(page.getByRole("link", { name: unit!.visualSerialNo }));
    await console.checkAccessible(page);

    await page.getByRole("link", { name: "Pick list" }).click();
    await expectShown(page.getByRole("heading", { name: "STORE" }));
    await expectShown(page.getByText("16 each Bolt", { exact: true }));
    await console.checkAccessible(page);

    await page.getByRole("link", { name: "Units" }).click();
    await button(page, "Complete").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Complete" }).click();
    await expectShown(dialog.getByText(/^PUMP-\d+ Housing bolts: 0 of 8 each Bolt$/).first());
    await console.checkAccessible(page);
    await dialog.getByLabel("Allow incomplete").check();
    await dialog.getByRole("button", { name: "Complete" }).click();
    await expectShown(dialog.getByText("Fill this in.", { exact: true }));
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await button(page, `Complete ${unit!.visualSerialNo}`).click();
    await dialog.getByRole("button", { name: "Complete" }).click();
    await dialog.getByLabel("Allow incomplete").check();
    await dialog.getByLabel("Comment").fill("Shown to a customer");
    await dialog.getByRole("button", { name: "Complete" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectShown(button(page, `Complete ${other!.visualSerialNo}`));
    expect(await button(page, `Complete ${unit!.visualSerialNo}`).count()).toBe(0);

    await button(page, "Cancel the order").click();
    await dialog.getByLabel("Comment").fill("Customer withdrew");
    await dialog.getByRole("button", { name: "Cancel the order" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "History" }).click();
    await expectShown(page.getByText("Customer withdrew"));
    await expectShown(page.getByRole("region", { name: "Summary" }).getByText("Cancelled"));
    expect(await button(page, "Start").count()).toBe(0);
  });

  test("are completed with a comment although slots are open", async () => {
    await makeOrder("WO-3001", ["PUMP-C"]);
    const page = await console.open("/orders/WO-3001", "engineer");
    const dialog = page.getByRole("dialog");
    await button(page, "Complete").click();
    await dialog.getByRole("button", { name: "Complete" }).click();
    // No field is at fault.
    await expectFocused(dialog.getByRole("alert"));
    await dialog.getByLabel("Allow incomplete").check();
    await dialog.getByLabel("Comment").fill("Sold as spare parts");
    await dialog.getByRole("button", { name: "Complete" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectShown(page.getByText("None is open."));
    expect(await console.client.worksOrderList({ body: { orderNo: "WO-3001" } })).toMatchObject([
      { status: "Completed" },
    ]);
  });

  test("are started with given serials, and changed, but only what still can be", async () => {
    await makeOrder("WO-3002", []);
    const page = await console.open("/orders/WO-3002", "engineer");
    const dialog = page.getByRole("dialog");
    await button(page, "Start").click();
    await dialog.getByRole("radio", { name: "Typed or scanned" }).check();
    await dialog.getByRole("textbox", { name: "Serials" }).waitFor();
    // A choice keeps the focus, although it changes the form.
    await expectFocused(dialog.getByRole("radio", { name: "Typed or scanned" }));
    await dialog.getByRole("textbox", { name: "Serials" }).fill("PUMP-A\nPUMP-B\n");
    await dialog.getByRole("button", { name: "Start" }).click();
    await expectShown(dialog.getByText("2 units are started."));
    await expectShown(dialog.getByText("8 each are left to start."));
    await button(page, "Close").click();
    await button(page, "Edit").click();
    expect(await dialog.getByLabel("Order number").count()).toBe(0);
    await dialog.getByLabel("Quantity").fill("1");
    await button(page, "Save").click();
    await expectShown(dialog.getByRole("alert"));
    expect(await dialog.getByLabel("Quantity").inputValue()).toBe("1");
    await dialog.getByLabel("Quantity").fill("3");
    await button(page, "Save").click();
    await expectShown(page.getByRole("region", { name: "Summary" }).getByText("3 each"));
  });

  test("offer an operator to complete a unit, and nothing that needs an engineer", async () => {
    await makeOrder("WO-3003", ["PUMP-D"]);
    const page = await console.open("/orders/WO-3003", "operator");
    await expectShown(button(page, "Complete PUMP-D"));
    for (const name of ["Start", "Complete", "Edit", "Cancel the order"]) {
      expect(await button(page, name).count()).toBe(0);
    }
    await page.goto(`${console.address}/console/orders`);
    await expectShown(page.getByRole("gridcell", { name: "WO-3003" }));
    expect(await button(page, "New order").count()).toBe(0);
  });

  test("offer a viewer to look", async () => {
    await makeOrder("WO-3004", ["PUMP-E"]);
    const page = await console.open("/orders/WO-3004", "viewer");
    await expectShown(page.getByRole("link", { name: "PUMP-E" }));
    expect(await button(page, "Complete PUMP-E").count()).toBe(0);
  });

  test("go to another version of their BoM with their units", async () => {
    await makeOrder("WO-3100", ["PUMP-V"]);
    const page = await console.open("/orders/WO-3100", "engineer");
    const dialog = page.getByRole("dialog");
    await button(page, "Change the BoM version").click();
    await expectShown(dialog.getByText("Its BoM has no other released version."));
    await page.keyboard.press("Escape");
    const names = { parentProductName: "Pump", bom: "PUMP-BOM" };
    const { id, versions } = await console.client.bomCopyVersion({
      body: { ...names, from: "1.0", to: "2.0" },
    });
    const copied = versions.find(({ version }) => version === "2.0")!;
    await console.client.bomUpsert({
      body: { id, versions: [{ id: copied.id, status: "Released" }] },
    });
    await page.reload();
    await button(page, "Change the BoM version").click();
    expect(await dialog.getByLabel("Version").inputValue()).toBe("2.0");
    await console.checkAccessible(page);
    await dialog.getByLabel("Comment").fill("ECO 7");
    await dialog.getByRole("button", { name: "Change the BoM version" }).click();
    await expectShown(dialog.getByText("1 unit went to the version."));
    await button(page, "Close").click();
    const [order] = await console.client.worksOrderList({ body: { orderNo: "WO-3100" } });
    expect(order).toMatchObject({ version: "2.0", bomVersionID: copied.id });
    await page.getByRole("link", { name: "History" }).click();
    await expectShown(page.getByText("Went to another BoM version").first());
    await expectShown(page.getByText("ECO 7").first());
  });

  test("go to another version with some of their units, and these back again", async () => {
    await makeOrder("WO-3101", ["PUMP-V1", "PUMP-V2"]);
    const body = { parentProductName: "Pump", bom: "PUMP-BOM", from: "1.0", to: "3.0" };
    const { id, versions } = await console.client.bomCopyVersion({ body });
    const copied = versions.find(({ version }) => version === "3.0")!;
    const released = { id: copied.id, status: "Released" as const };
    await console.client.bomUpsert({ body: { id, versions: [released] } });
    const page = await console.open("/orders/WO-3101", "engineer");
    const dialog = page.getByRole("dialog");
    const versionOf = async (visualSerialNo: string) =>
      (await console.client.genealogyCompleteness({ body: { visualSerialNo } })).bomVersionID;
    const before = await versionOf("PUMP-V1");
    for (const version of ["3.0", "1.0"]) {
      await button(page, "Change the BoM version").click();
      await dialog.getByLabel("Only some of the units").check();
      await dialog.getByLabel("PUMP-V2").check();
      await dialog.getByLabel("Version").selectOption(version);
      await console.checkAccessible(page);
      await dialog.getByRole("button", { name: "Change the BoM version" }).click();
      await expectShown(dialog.getByText("1 unit went to the version."));
      await button(page, "Close").click();
      expect(await versionOf("PUMP-V1")).toBe(before);
      expect(await versionOf("PUMP-V2")).toBe(version === "3.0" ? copied.id : before);
    }
    const [order] = await console.client.worksOrderList({ body: { orderNo: "WO-3101" } });
    expect(order).toMatchObject({ version: "1.0" });
  });
});
