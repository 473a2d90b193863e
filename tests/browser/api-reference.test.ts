import type { Page } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";
import { noBrowser, sharedBrowser } from "./browser.ts";

const { address, key } = inject("service");

test("the docs page takes a key, tries a Build, and calls only the service", async (context) => {
  context.skip(noBrowser !== undefined, noBrowser);
  const browser = await sharedBrowser();
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${address}/docs`);
  await page.getByRole("textbox", { name: "Bearer Token" }).fill(key);
  const sidebar = page.getByRole("complementary");
  await sidebar.getByRole("link", { name: "Material consumption" }).click();
  await sidebar.getByRole("link", { name: "Consume a child material item into a parent" }).click();
  await page.getByRole("button", { name: "Test Request (put /api/Build/Build)" }).click();
  // A second try builds a second time: the page sends no Idempotency-Key of its own.
  const [first, second] = [await send(page), await send(page)];
  expect(first).toMatchObject({ status: 200, body: { parent: { visualSerialNo: "PUMP-0001" } } });
  expect(second.status).toBe(200);
  expect(second.body.id).not.toBe(first.body.id);

  const hosts = new Set(
    asked
      .map((url) => new URL(url))
      .filter(isRemote)
      .map(({ host }) => host),
  );
  expect([...hosts]).toEqual([new URL(address).host]);
  expect(asked).toContain(`${address}/docs/standalone.js`);
});

// URLs that the page makes itself, such as the icon in its head, reach no server.
const isRemote = ({ protocol }: URL) => protocol !== "data:" && protocol !== "blob:";

/** Sends the request that the page has prepared, and returns the service's response. */
async function send(page: Page) {
  const answered = page.waitForResponse(`${address}/api/Build/Build`);
  await page.getByRole("button", { name: /^Send put request/ }).click();
  const answer = await answered;
  return { status: answer.status(), body: await answer.json() };
}
