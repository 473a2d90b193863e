import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { type Console, describeConsole, expectShown, patiently } from "./console.ts";
import { banner, scannerOf } from "./station.ts";

const folder = mkdtempSync(join(tmpdir(), "asbuilt-attached-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A picture of one red point, as small as a PNG can be. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==",
  "base64",
);

/** Writes a file that a person has, and returns its path. */
function fileOf(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Chooses a file, as the browser's own dialog does. */
async function attach(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach a file" }).click();
  await (await chooser).setFiles(path);
}

/** Expects that a picture is drawn, and not only there. */
async function expectDrawn(page: Page, name: string): Promise<void> {
  const drawn = page.getByRole("img", { name });
  await expect
    .poll(() => drawn.evaluate((image) => (image as HTMLImageElement).naturalWidth), patiently)
    .toBeGreaterThan(0);
}

const receive = async ({ client }: Console, visualSerialNo: string) =>
  await client.materialItemReceive({ body: { productName: "Housing", visualSerialNo, qty: 1 } });

describeConsole("attachments", (console) => {
  test("a picture of an item is attached, shown, saved and removed", async () => {
    const { id } = await receive(console, "AT-1");
    const page = await console.open(`/items/${id}?tab=attachments`, "quality");
    const files = page.getByRole("region", { name: "Attachments" });
    await expectShown(files.getByText("Nothing is attached."));
    await files.getByLabel("Description").fill("The weld");
    await attach(page, fileOf("weld.png", picture));
    await expectDrawn(page, "The weld");
    await expectShown(files.getByText("weld.png"));
    expect(await files.getByLabel("Description").inputValue()).toBe("");
    await console.checkAccessible(page);
    const saved = page.waitForEvent("download");
    await files.getByRole("button", { name: "Download weld.png" }).click();
    expect((await saved).suggestedFilename()).toBe("weld.png");
    expect(await readFile(await (await saved).path())).toEqual(picture);
    await files.getByRole("button", { name: "Remove weld.png" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove weld.png" });
    await dialog.getByLabel("Comment").fill("Of another unit");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expectShown(files.getByText("Nothing is attached."));
    const body = { entity: "Attachment", order: "newest" } as const;
    const [removed] = await console.client.historyList({ body });
    expect(removed).toMatchObject({ action: "removed", comment: "Of another unit" });
  });

  test("a file of another type is refused in words, and the next one is attached", async () => {
    const { id } = await receive(console, "AT-2");
    const page = await console.open(`/items/${id}?tab=attachments`, "operator");
    await attach(page, fileOf("forged.png", "<script>alert(1)</script>"));
    await expectShown(page.getByText("Files of this type are not accepted."));
    await attach(page, fileOf("result.csv", "measured;1.2\n"));
    await expectShown(page.getByText("result.csv"));
    expect(await page.getByRole("button", { name: "Remove result.csv" }).count()).toBe(0);
  });

  test("the station shows the picture of the slot that is next", async () => {
    const { client } = console;
    const [bom] = await client.bomList({ body: { name: "PUMP-BOM" } });
    const slots = await client.bomSlotList({ body: { Bom: bom!.name } });
    for (const slot of slots) {
      await client.attachmentUpload({
        query: {
          entity: "BomSlot",
          entityID: slot.id,
          fileName: "step.png",
          description: `How ${slot.description} goes in`,
        },
        body: new Blob([new Uint8Array(picture)]),
      });
    }
    const page = await console.open("/station", "operator");
    await banner(page, "Scan a unit or a works order.");
    const scanner = await scannerOf(page);
    await scanner.scan("PUMP-0002");
    const next = page.locator("[aria-current=step]");
    await expectShown(next);
    const title = await next.getByRole("heading").innerText();
    await expectDrawn(page, `How ${title} goes in`);
    expect(await page.getByRole("img", { name: /^How / }).count()).toBe(1);
  });

  test("an engineer attaches a picture to a slot of a released version", async () => {
    const { client } = console;
    const [bom] = await client.bomList({ body: { name: "PUMP-BOM" } });
    const page = await console.open(`/boms/${bom!.id}`, "engineer");
    await page.getByRole("button", { name: "Change this version anyway" }).click();
    await page.getByRole("button", { name: "Properties of the slot" }).click();
    const dialog = page.getByRole("dialog");
    await attach(page, fileOf("bolts.png", Buffer.concat([picture, Buffer.from("of bolts")])));
    await expectShown(dialog.getByText("bolts.png"));
    await console.checkAccessible(page);
  });
});
