import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole, patiently } from "./console.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Labels" });

const pointsOfMm = (mm: number) => (mm / 25.4) * 72;

/** The size of each page of a PDF, in points. */
const pageSizes = (pdf: Buffer) =>
  [...pdf.toString("latin1").matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(
    ([, width, height]) => [Number(width), Number(height)] as const,
  );

/** Counts how often the page asks to be printed: there is no printer. */
const watchPrints = (page: Page) =>
  page.addInitScript(() => {
    const counted = globalThis as unknown as { prints: number };
    counted.prints = 0;
    globalThis.print = () => void (counted.prints += 1);
  });
const printsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { prints: number }).prints);

// Other tests run beside these.
describeConsole("labels", (console) => {
  test("are printed in their own size, a page each, with the symbol", async () => {
    await console.client.labelTemplateUpsert({
      body: {
        name: "A wide one",
        widthMm: 101.6,
        heightMm: 50.8,
        symbology: "code128",
        code: "{visualSerialNo}",
        lines: [{ text: "{visualSerialNo}", sizeMm: 5, isBold: true }],
      },
    });
    const page = await console.open("/items?text=HOUSING-000");
    await page.getByRole("checkbox", { name: "Mark HOUSING-0001" }).check();
    await page.getByRole("checkbox", { name: "Mark HOUSING-0002" }).check();
    await page.getByRole("button", { name: "Label", exact: true }).click();
    await dialog(page).getByLabel("Template").selectOption("Item 50 x 25");
    await dialog(page)
      .getByRole("img", { name: /HOUSING-000/ })
      .waitFor();
    await dialog(page).getByLabel("Copies of each").fill("2");
    await console.checkAccessible(page);
    const sizes = pageSizes(await page.pdf({ preferCSSPageSize: true }));
    expect(sizes).toHaveLength(4);
    for (const [width, height] of sizes) {
      // Chromium rounds to whole units of CSS, which are three quarters of a point.
      expect(Math.abs(width - pointsOfMm(50))).toBeLessThan(0.75);
      expect(Math.abs(height - pointsOfMm(25))).toBeLessThan(0.75);
    }
    await dialog(page).getByLabel("Template").selectOption("A wide one");
    await dialog(page).getByLabel("Copies of each").fill("1");
    const wide = pageSizes(await page.pdf({ preferCSSPageSize: true }));
    expect(wide).toHaveLength(2);
    expect(Math.abs(wide[0]![0] - pointsOfMm(101.6))).toBeLessThan(0.75);
    expect(Math.abs(wide[0]![1] - pointsOfMm(50.8))).toBeLessThan(0.75);
    await page.getByRole("button", { name: "Close" }).click();
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))[0]![0]).toBeGreaterThan(500);
  });

  test("of a printer that takes ZPL are saved with hostile serials made harmless", async () => {
    const serial = "<img src=x onerror=alert(1)>^XZ~JA";
    await console.client.materialItemReceive({
      body: { productName: "Bolt", qty: 1, visualSerialNo: serial, batchNo: "B_1" },
    });
    const [{ id } = { id: 0 }] = await console.client.materialItemSearch({
      body: { text: "<img" },
    });
    const page = await console.open(`/items/${id}`, "viewer");
    await page.getByRole("button", { name: "Label", exact: true }).click();
    await dialog(page).getByRole("img", { name: serial }).waitFor();
    await dialog(page).getByText(serial, { exact: true }).waitFor();
    const saving = page.waitForEvent("download");
    await dialog(page).getByRole("button", { name: "Save as ZPL" }).click();
    const zpl = readFileSync(await (await saving).path(), "utf8");
    expect(zpl).toContain("^FH^FD<img src=x onerror=alert(1)>_5EXZ_7EJA^FS");
    expect(zpl).toContain("^FDBatch B_1^FS");
    expect(zpl.match(/\^XZ/g)).toHaveLength(1);
    expect(zpl).not.toContain("~JA");
  });

  test("say so if the code does not fit", async () => {
    await console.client.materialItemReceive({
      body: { productName: "Bolt", qty: 1, visualSerialNo: "W".repeat(250) },
    });
    const [{ id } = { id: 0 }] = await console.client.materialItemSearch({ body: { text: "WWW" } });
    const page = await console.open(`/items/${id}`);
    await page.getByRole("button", { name: "Label", exact: true }).click();
    await dialog(page).getByLabel("Template").selectOption("Item 50 x 25");
    await dialog(page).getByRole("img", { name: /^W+$/ }).waitFor();
    await dialog(page).getByLabel("Template").selectOption("A wide one");
    await dialog(page).getByText("The code is too long for this label.").first().waitFor();
    expect(await dialog(page).getByRole("img").count()).toBe(0);
  });

  test("are printed after each receipt, or at the end", async () => {
    const page = await console.open("/receive?productName=Bolt", "operator");
    await watchPrints(page);
    await page.reload();
    const receive = async (serial: string) => {
      await page.getByLabel("Quantity").fill("5");
      await page.getByLabel("Serial number").fill(serial);
      await page.getByRole("button", { name: "Receive", exact: true }).click();
      await page.getByRole("link", { name: serial }).waitFor();
    };
    await receive("EACH-1");
    await page.getByLabel("Print a label after each").check();
    expect(await printsOf(page)).toBe(0);
    await receive("EACH-2");
    await expect.poll(() => printsOf(page), patiently).toBe(1);
    await receive("EACH-3");
    await expect.poll(() => printsOf(page), patiently).toBe(2);
    await page.getByLabel("Print a label after each").uncheck();
    await page.getByRole("button", { name: "3 labels" }).click();
    await dialog(page).getByRole("button", { name: "Print" }).click();
    expect(await printsOf(page)).toBe(3);
  });
});
