import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** Returns the text of the file that a button saves. */
export async function savedBy(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return await readFile(await (await download).path(), "utf8");
}
