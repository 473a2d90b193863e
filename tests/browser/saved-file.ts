import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";

/** Returns the text of the file that a button saves. */
export async function savedBy(
  page: Page,
  button: string,
  place: Locator | Page = page,
): Promise<string> {
  const download = page.waitForEvent("download");
  await place.getByRole("button", { name: button }).click();
  return await readFile(await (await download).path(), "utf8");
}
