import type { Client } from "@asbuilt/client";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { Console } from "./console.ts";
import { type KeyboardScanner, keyboardScanner } from "./keyboard-scanner.ts";

/** The time between two scans of a person. */
const pauseMs = 500;

export const scannerOf = (page: Page): Promise<KeyboardScanner> => keyboardScanner(page, pauseMs);

/** No test needs so long: it only ends one that would hang. */
const saidMsMax = 60_000;

/** Waits until the station's banner says something. */
export async function banner(page: Page, text: string | RegExp): Promise<void> {
  await page.getByTestId("banner").getByText(text).waitFor({ timeout: saidMsMax });
}

/** Waits until the station's log has a text, whatever the banner says by then. */
export async function logged(page: Page, text: string): Promise<void> {
  const said = page.getByTestId("log").getByText(text);
  await said.waitFor({ state: "attached", timeout: saidMsMax });
}

/** Scans codes one after another, each until the banner says what is expected of it. */
export async function scanAll(
  page: Page,
  { scan }: KeyboardScanner,
  scans: readonly (readonly [code: string, expected: string | RegExp])[],
): Promise<void> {
  for (const [code, expected] of scans) {
    await scan(code);
    await banner(page, expected);
  }
}

/** Returns what the station has said since it was opened, first to last, with the kind of each. */
export async function logOf(page: Page): Promise<readonly { kind: string; text: string }[]> {
  const entries = await page
    .getByTestId("log")
    .locator("li")
    .evaluateAll((items) =>
      items.map((item) => ({
        kind: item.getAttribute("data-kind") ?? "",
        text: item.textContent ?? "",
      })),
    );
  expect(entries.length).toBeGreaterThan(0);
  return entries.toReversed();
}

/** Opens the station of an operator with a unit. */
export async function stationWith(
  console: Console,
  serial: string,
  options?: BrowserContextOptions,
) {
  const page = await console.open("/station", "operator", options);
  await banner(page, "Scan a unit or a works order.");
  const scanner = await scannerOf(page);
  await scanAll(page, scanner, [[serial, `${serial} is open.`]]);
  return { page, scanner };
}

/** Returns what is in a unit, as `child: quantity`. */
export async function contentsOf(
  client: Client,
  visualSerialNo: string,
): Promise<readonly string[]> {
  const rows = await client.genealogyAsBuilt({ body: { visualSerialNo } });
  return rows.map(({ visualSerialNo: child, qty }) => `${child}: ${qty}`).toSorted();
}
