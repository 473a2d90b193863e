import { expect, test } from "vitest";
import { describeConsole, expectShown } from "./console.ts";
import { savedBy } from "./saved-file.ts";

describeConsole("the record", (console) => {
  test("keeps the newest seal, and verifies the record with it", async () => {
    const anchor = () => console.client.auditAnchor({ body: {} });
    await console.untilSealed();
    const page = await console.open("/audit");
    await expectShown(page.getByText("Newest seal"));
    await console.checkAccessible(page);
    const kept = await savedBy(page, "Save as a file");
    expect(Object.keys(JSON.parse(kept))).toEqual(Object.keys((await anchor())!));
    const listed = page.getByRole("grid", { name: "All seals" });
    await listed.getByRole("gridcell", { name: "1", exact: true }).click();
    const opened = page.getByRole("dialog", { name: "Seal 1" });
    await expectShown(opened.getByText("Signature"));
    await console.checkAccessible(page);
    const first = JSON.parse(await savedBy(page, "Save as a file", opened));
    expect(Object.keys(first)).toEqual(Object.keys((await anchor())!));
    expect(first.id).toBe(1);
    await opened.getByRole("button", { name: "Close" }).click();
    const verify = async (text: string) => {
      await page.getByLabel("A seal that was kept").fill(text);
      await page.getByRole("button", { name: "Verify" }).click();
    };
    await verify(kept);
    await expectShown(page.getByText("The record is sound"));
    await console.checkAccessible(page);
    await verify(JSON.stringify({ id: 1, hash: "A".repeat(43) }));
    await expectShown(page.getByRole("alert").getByText("The record is not sound: 1 finding."));
    await expectShown(page.getByRole("table").getByRole("rowheader"));
    await console.checkAccessible(page);
    await verify("no seal");
    await expectShown(page.getByText("This is not a seal"));
  });

  test("offers a verification to administrators only", async () => {
    const page = await console.open("/audit", "viewer");
    await expectShown(page.getByText(/Newest seal|Nothing is sealed yet/));
    expect(await page.getByRole("button", { name: "Verify" }).count()).toBe(0);
  });

  test("finds changes by user, record and date, the newest first", async () => {
    const [item] = await console.client.materialItemList({
      body: { visualSerialNo: "HOUSING-0003" },
    });
    const { id } = item!;
    await console.client.materialItemMove({ body: { id, location: "LINE-1" } });
    await console.client.materialItemHold({
      body: { id, holdReason: "Quality", comment: "Crack in the flange" },
    });
    const page = await console.open("/audit?tab=changes");
    await page.getByLabel("Kind of record").selectOption("MaterialItem");
    await page.getByLabel("Record ID").fill(String(id));
    await page.getByLabel("User").fill("administrator");
    await page.getByRole("button", { name: "Search" }).click();
    const entries = page.locator("li.change");
    // The newest change before the search is that of this page's own session.
    await expectShown(entries.first().filter({ hasText: "Crack in the flange" }));
    const actions = await entries.locator("strong").allInnerTexts();
    expect(actions.slice(0, 2)).toEqual(["Put on hold", "Moved"]);
    const [held, moved] = [entries.first(), entries.nth(1)];
    await expect.poll(() => held.innerText()).toMatch(/Hold reason\s+Quality/);
    await expect.poll(() => moved.innerText()).toMatch(/Location\s+\D.* → \D/);
    expect(await moved.innerText()).toMatch(/Request asbuilt-/);
    await expect.poll(() => moved.innerText()).toContain(`Item HOUSING-0003 ID ${id}`);
    await console.checkAccessible(page);
    await page.getByRole("combobox", { name: "Change" }).selectOption("Put on hold");
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(() => entries.locator("strong").allInnerTexts()).toEqual(["Put on hold"]);

    await page.getByLabel("Until").fill("2020-01-01");
    await page.getByRole("button", { name: "Search" }).click();
    await expectShown(page.getByText("No change matches."));
    expect(new URL(page.url()).searchParams.get("entity")).toBe("MaterialItem");
  });

  test("says in words what was done to which records", async () => {
    await console.client.worksOrderUpsert({
      body: { orderNo: "WO-WORDS", productName: "Pump", bom: "PUMP-BOM", version: "1.0", qty: 1 },
    });
    const page = await console.open("/audit?tab=changes&entity=WorksOrder");
    const entry = page.locator("li.change").filter({ hasText: "Works order WO-WORDS" });
    expect(await entry.locator("strong").innerText()).toBe("Created");
    await expect.poll(() => entry.innerText()).toMatch(/BoM version\s+PUMP-BOM 1\.0/);
    await expect.poll(() => entry.innerText()).toMatch(/Product\s+Pump/);
  });

  test("shows an earlier state of an item by its address", async () => {
    const page = await console.open("/items/1");
    await expectShown(page.getByText("HOUSING-0001"));
    await page.getByLabel("As it was on").fill("2020-01-01");
    await page.getByRole("button", { name: "Show" }).click();
    await expectShown(page.getByText("This is an earlier state."));
    await expectShown(page.getByText("Nothing was built into this item at that time."));
    expect(new URL(page.url()).searchParams.get("at")).toBe("2020-01-01");
    await console.checkAccessible(page);
    await page.getByRole("link", { name: "Show the present state" }).click();
    await expectShown(page.getByText("HOUSING-0001"));
  });

  test("compares an item with another unit, place by place", async () => {
    const page = await console.open("/items/1?tab=compare");
    await page.getByLabel("Compare with serial").fill("PUMP-0002");
    await page.getByRole("button", { name: "Compare" }).click();
    const tree = page.getByRole("treegrid", { name: "Comparison" });
    await expectShown(tree.getByRole("row").filter({ hasText: /Housing.*Same.*HOUSING-0002/s }));
    await expectShown(tree.getByRole("row").filter({ hasText: /Bearing oil.*Only here/s }));
    await console.checkAccessible(page);
    await page.getByLabel("Show only what is not the same").check();
    await expectShown(tree.getByText("LUBRICANT-CAN-1"));
    expect(await tree.getByText("HOUSING-0002").count()).toBe(0);
    await page.getByLabel("Compare with serial").fill("NO-SUCH-PUMP");
    await page.getByRole("button", { name: "Compare" }).click();
    await expectShown(page.getByRole("alert").filter({ hasText: "NO-SUCH-PUMP" }));
  });

  test("shows an item as events, as JSON and on paper, and copies its address", async () => {
    await console.untilSealed();
    const page = await console.open("/items/1?tab=events");
    await expectShown(page.getByText("PUMP-0001, HOUSING-0001"));
    const saved = JSON.parse(await savedBy(page, "Save as EPCIS 2.0"));
    expect(saved).toMatchObject({ type: "EPCISDocument", schemaVersion: "2.0" });
    expect(saved.epcisBody.eventList).toHaveLength(6);
    await console.checkAccessible(page);

    await page.getByRole("link", { name: "JSON" }).click();
    await expectShown(page.getByText('"visualSerialNo": "PUMP-0001"'));
    await console.checkAccessible(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expectShown(page.getByText("Copied."));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

    await page.getByRole("link", { name: "Report" }).click();
    await expectShown(page.getByRole("heading", { name: "As-built record of PUMP-0001" }));
    const table = page.getByRole("table", { name: "As built" });
    await expect.poll(() => table.locator("tbody tr").count()).toBe(5);
    await expectShown(page.getByText("Newest seal"));
    await console.checkAccessible(page);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation").count()).toBe(0);
    await expectShown(table);
  });
});
