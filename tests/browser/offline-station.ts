import type { Client } from "@asbuilt/client";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Console } from "./console.ts";
import type { KeyboardScanner } from "./keyboard-scanner.ts";
import { until } from "../end-to-end/processes.ts";
import { contentsOf, scanAll, stationWith } from "./station.ts";

/** Opens a station that may keep scans while there is no network. */
export async function offlineStation(
  console: Console,
  serial: string,
  options?: BrowserContextOptions,
) {
  const station = await stationWith(console, serial, options);
  await station.page.evaluate(() => localStorage.setItem("asbuilt.offline", "1"));
  return station;
}

/** Scans parts without a network. Each needs a quantity: nobody can say what it is. */
export async function keep(page: Page, scanner: KeyboardScanner, parts: readonly string[]) {
  await page.context().setOffline(true);
  for (const part of parts) {
    await scanAll(page, scanner, [
      [part, `How much of ${part}?`],
      ["$AB:OK", `${part} is kept here and not sent yet.`],
    ]);
  }
}

/** Starts a unit `PUMP-NAME` of a customer's order, and receives its parts, as `HOUSING-NAME`. */
export async function startPump(
  client: Client,
  name: string,
  parts: readonly string[] = ["Housing"],
): Promise<void> {
  await client.worksOrderStart({
    body: { orderNo: "WO-1002", items: [{ visualSerialNo: `PUMP-${name}`, qty: 1 }] },
  });
  for (const productName of parts) {
    const visualSerialNo = `${productName.toUpperCase()}-${name}`;
    await client.materialItemReceive({ body: { productName, visualSerialNo, qty: 1 } });
  }
}

/** Waits until a unit has these contents, and no others. */
export const has = (client: Client, serial: string, contents: readonly string[]) =>
  until(async () => JSON.stringify(await contentsOf(client, serial)) === JSON.stringify(contents));

/** Counts how often a unit was built into: an as-built tree could hide a second time. */
export async function buildsOf(client: Client, visualSerialNo: string): Promise<number> {
  const history = await client.materialItemHistory({ body: { visualSerialNo } });
  return history.filter(({ action }) => action === "builtInto").length;
}
