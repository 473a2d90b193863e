import { expect, test } from "vitest";
import { describeConsole, expectFocused, expectShown, expectWhole } from "./console.ts";
import { adminKey } from "../end-to-end/processes.ts";

describeConsole("the console", (console) => {
  test("is where the address of the service leads, and lets in who has a key", async () => {
    const page = await console.openSignedOut("");
    await page.goto(console.address);
    expect(page.url()).toBe(`${console.address}/console/`);
    await page.getByLabel("Key").fill("ab_nobody");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expectShown(page.getByRole("alert"));
    await console.checkAccessible(page);
    await page.getByLabel("Key").fill(adminKey);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expectShown(page.getByRole("heading", { name: /^Hello/ }));
    await console.checkAccessible(page);
  });

  test("serves its screens under its policy, and files that it lacks as a problem", async () => {
    const [screen, worker, file] = await Promise.all([
      fetch(`${console.address}/console/items/4`),
      fetch(`${console.address}/console/service-worker.js`),
      fetch(`${console.address}/console/assets/none.js`),
    ]);
    expect(screen.status).toBe(200);
    expect(screen.headers.get("Cache-Control")).toBe("no-cache");
    const policy = screen.headers.get("Content-Security-Policy");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe/);
    const [, script] = /src="([^"]+\.js)"/.exec(await screen.text()) ?? [];
    const loaded = await fetch(console.address + script);
    expect(loaded.headers.get("Cache-Control")).toMatch(/immutable/);
    // A browser asks for it again to see whether there is a new version.
    expect(worker.headers.get("Cache-Control")).toBe("no-cache");
    expect(await worker.text()).not.toMatch(/importScripts/);
    expect(file.status).toBe(404);
    expect(await file.json()).toMatchObject({ code: "no_such_path" });
  });

  test("serves a screen whose address has a point, such as an order's number", async () => {
    const screen = await fetch(`${console.address}/console/orders/WO-10.1`);
    expect(screen.status).toBe(200);
    expect(screen.headers.get("Content-Type")).toMatch(/^text\/html/);
  });

  test("says which screen there is not", async () => {
    const page = await console.open("/no-such-screen");
    await expectShown(page.getByRole("heading", { name: "There is no such screen" }));
  });

  test("speaks another language from the moment that a person chooses it", async () => {
    const page = await console.open("/items");
    await page.getByRole("button", { name: /menu$/ }).click();
    await page.getByLabel("Language").selectOption("Deutsch");
    await expectShown(page.getByRole("heading", { name: "Teile" }));
    await page.reload();
    await expectShown(page.getByRole("heading", { name: "Teile" }));
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
  });

  test("forgets the key when a person signs out", async () => {
    const page = await console.open("");
    await page.getByRole("button", { name: /menu$/ }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expectShown(page.getByLabel("Key"));
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test("leads from the items to what is in one, and where that is used", async () => {
    const page = await console.open("/items?text=PUMP-0001");
    await page.getByRole("gridcell", { name: "PUMP-0001", exact: true }).click();
    const tree = page.getByRole("treegrid", { name: "As built" });
    await expectShown(tree.getByRole("gridcell", { name: "HOUSING-0001" }));
    // The browser's window has 1280 pixels, as a small screen.
    const cells = tree.getByRole("row").filter({ hasText: "HOUSING-0001" }).getByRole("gridcell");
    for (const cell of (await cells.all()).slice(0, -1)) await expectWhole(tree, cell);
    await console.checkAccessible(page);
    await tree.getByRole("gridcell", { name: "HOUSING-0001" }).dblclick();
    await page.getByRole("link", { name: "Where used" }).click();
    await expectShown(page.getByRole("gridcell", { name: "PUMP-0001" }));
    for (const tab of ["Completeness", "History"]) {
      await page.getByRole("link", { name: tab }).click();
      await console.checkAccessible(page);
    }
  });

  test("calls what stops nothing optional, and not missing", async () => {
    const [unit] = await console.client.materialItemList({ body: { visualSerialNo: "PUMP-0005" } });
    const page = await console.open(`/items/${unit!.id}?tab=completeness`, "viewer");
    const stateOf = (slot: string) =>
      page.getByRole("row", { name: slot }).getByRole("cell").last();
    await expectShown(stateOf("Bearing oil").getByText("Optional"));
    await expectShown(stateOf("Shaft seal").getByText("Missing"));
  });

  test("creates reference data, and shows a refusal beside the field", async () => {
    const page = await console.open("/reference/location");
    const create = async (suid: string, named: string) => {
      await page.getByRole("button", { name: "New" }).click();
      // The fields that must be filled come first.
      const name = page.getByRole("textbox", { name: "Name", exact: true });
      await expectFocused(name);
      await name.fill(named);
      await page.getByLabel("Code", { exact: true }).fill(suid);
      await console.checkAccessible(page);
      await page.getByRole("button", { name: "Save" }).click();
    };
    await create("CAGE", "Quarantine cage");
    await expectShown(page.getByRole("gridcell", { name: "CAGE", exact: true }));
    expect(await console.client.locationList({ body: { suid: "CAGE" } })).toMatchObject([
      { name: "Quarantine cage" },
    ]);
    await create("CAGE", "Another cage");
    await expectShown(page.getByRole("alert"));
    await expectFocused(page.getByLabel("Code", { exact: true }));
    // The form keeps its texts.
    expect(await page.getByLabel("Code", { exact: true }).inputValue()).toBe("CAGE");
  });

  test("explains a screen at its question mark", async () => {
    const page = await console.open("/station", "operator");
    await page.getByRole("button", { name: "Help" }).click();
    const help = page.getByRole("dialog", { name: "Help: Station" });
    await expectShown(help.getByText("Scan the label of a unit or of its works order"));
    await console.checkAccessible(page);
    await help.getByRole("button", { name: "Close" }).click();
    await expectShown(page.getByText("Scan a unit or a works order."));
  });

  test("leads from each number of the plant to the records that it counts", async () => {
    const page = await console.open("", "operator");
    await page.getByRole("link", { name: "Units in work" }).click();
    await page.waitForURL(/\/items\?statusID=%22\d+%22/);
    await expectShown(page.getByRole("gridcell", { name: "PUMP-0002", exact: true }));
    expect(await page.getByRole("gridcell", { name: "BOLT-LOT-1", exact: true }).count()).toBe(0);
    await page.goBack();
    await page.getByRole("link", { name: "Orders started" }).click();
    await page.waitForURL(/\/orders\?status=Started/);
  });

  test("leads from a started order to its page", async () => {
    const page = await console.open("", "operator");
    await page.getByRole("link", { name: "WO-1001" }).click();
    await page.waitForURL(/\/orders\/WO-1001$/);
    await expectShown(page.getByRole("heading", { name: "WO-1001" }));
  });

  test("says when the key ends, whatever the session lasts", async () => {
    const page = await console.open("", "operator");
    await expectShown(page.getByRole("link", { name: "WO-1001" }));
    expect(await page.getByText(/Your key expires/).count()).toBe(0);
    const { key } = await console.client.apiKeyCreate({
      body: {
        name: "Of a guest",
        role: "operator",
        user: "Administrator",
        expiresAt: new Date(Date.now() + 3.5 * 24 * 3_600_000).toISOString(),
      },
    });
    const guest = await console.openSignedOut("");
    await guest.getByLabel("Key").fill(key!);
    await guest.getByRole("button", { name: "Sign in" }).click();
    await expectShown(guest.getByText("Your key expires in 3 days."));
  });

  test("offers a viewer no change", async () => {
    const page = await console.open("/reference/location", "viewer");
    await expectShown(page.getByRole("grid"));
    expect(await page.getByRole("button", { name: "New" }).count()).toBe(0);
  });
});
