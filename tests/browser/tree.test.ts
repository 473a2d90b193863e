import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { noBrowser } from "./browser.ts";
import { savedBy } from "./saved-file.ts";
import { describeConsole, expectShown } from "./console.ts";
import { buildDeepUnit, deepCount } from "./deep-unit.ts";

/** Does something in the page, and returns the milliseconds of script that it took. */
async function scriptMsOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // CPU time: other work on the machine does not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const total = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ScriptDuration")!.value * 1000;
  };
  const before = await total();
  await act();
  const after = await total();
  await session.detach();
  return after - before;
}

/** Waits until the tree's active row is that with a place among all rows, and is rendered. */
const waitForActive = (page: Page, rowIndex: number) =>
  page.waitForFunction((wanted) => {
    const id = document.querySelector("[role=treegrid]")?.getAttribute("aria-activedescendant");
    const row = id ? document.getElementById(id) : undefined;
    return row?.getAttribute("aria-rowindex") === String(wanted);
  }, rowIndex);

describeConsole("the tree of a unit with ten thousand items", (console) => {
  let id = 0;
  beforeAll(async () => {
    if (noBrowser === undefined) id = await buildDeepUnit(console.client, "DEEP-1");
  });

  test("shows two levels first, and opens and scrolls within its budget", async () => {
    const page = await console.open(`/items/${id}`);
    const tree = page.getByRole("treegrid", { name: "As built" });
    await expectShown(tree.getByText("DEEP-1.1", { exact: true }));
    const first = 1 + 20 + 20 * 22;
    expect(await tree.getAttribute("aria-rowcount")).toBe(String(first));
    // The marks of rows that can be opened come with the levels below.
    await expectShown(tree.locator('[aria-level="2"][aria-expanded="false"]').first());
    await tree.focus();

    const all = 1 + deepCount;
    const openMs = await scriptMsOf(page, async () => {
      await page.keyboard.press("*");
      await expectShown(page.locator(`[role=treegrid][aria-rowcount="${all}"]`));
    });
    expect(openMs).toBeLessThan(150);
    const endMs = await scriptMsOf(page, async () => {
      await page.keyboard.press("End");
      await waitForActive(page, all);
    });
    expect(endMs).toBeLessThan(100);
    expect(await tree.evaluate((grid) => grid === document.activeElement)).toBe(true);
    expect(await page.locator("[role=treegrid] *").count()).toBeLessThan(1500);
    await console.checkAccessible(page);
  });

  test("is walked and closed by keyboard, and keeps what is open while more is read", async () => {
    const page = await console.open(`/items/${id}`);
    const tree = page.getByRole("treegrid", { name: "As built" });
    await expectShown(tree);
    await tree.focus();
    // The first row is open. It is closed, opened, and left for the first row in it.
    await page.keyboard.press("ArrowLeft");
    await expectShown(tree.locator('[aria-rowindex="2"][aria-expanded="false"]'));
    // Its 440 siblings stay, and the 22 rows in it are gone, also when all levels have been read.
    const closed = 1 + 20 + 19 * 22;
    await expectShown(tree.locator('[aria-level="2"][aria-expanded="false"]').first());
    expect(await tree.getAttribute("aria-rowcount")).toBe(String(closed));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await waitForActive(page, 3);
    await page.keyboard.press("ArrowLeft");
    await waitForActive(page, 2);
  });

  test("is printed whole, with its seal and time zone", async () => {
    await console.untilSealed();
    const page = await console.open(`/items/${id}/report`);
    const table = page.getByRole("table", { name: "As built" });
    await table.waitFor({ timeout: 120_000 });
    expect(await table.locator("tbody tr").count()).toBe(deepCount);
    const last = table.locator("tbody tr").last();
    expect(await last.innerText()).toMatch(/^3\s+DEEP-1\.20\.22\.22\s/);
    await expectShown(page.getByText("Time zone of the plant"));
    await expectShown(page.getByText("Newest seal"));
  });

  test("is saved as a device history record, in the bytes of the service", async () => {
    const body = { visualSerialNo: "DEEP-1.20" };
    const [unit] = await console.client.materialItemList({ body });
    const page = await console.open(`/items/${unit!.id}/report`, "viewer");
    const saved = await savedBy(page, "Save the device history record as JSON");
    const record = await console.client.deviceHistoryRecordGet({ body });
    expect(saved).toBe(JSON.stringify(record));
    expect(record.contents.length).toBe(22 + 22 * 22);
    const document = await savedBy(page, "Save the device history record as PDF");
    expect(document.slice(0, 8)).toBe("%PDF-1.7");
  });
});
