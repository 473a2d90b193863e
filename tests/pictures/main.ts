// `npm run pictures` takes the pictures of the console that the documents show. It starts a service
// with the demo plant on a temporary file, does some work there, and opens the screens in a browser.
import { createClient } from "@asbuilt/client";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser, noBrowser } from "../browser/browser.ts";
import { adminKey, root, serveFirst, stop, temporaryFolder } from "../end-to-end/processes.ts";
import { picturedTime } from "./pictured-time.ts";
import { workInPlant } from "./plant.ts";

const output = join(root, "docs/pictures");
const bytesMax = 120_000;

/** A picture: its screen, the sign that the screen is ready, and what is done there first. */
interface Picture {
  readonly path: string;
  readonly ready: string;
  readonly act?: (page: Page) => Promise<void>;
}

/** Builds the first two parts of a unit at the station. */
async function buildParts(page: Page): Promise<void> {
  for (const [code, said] of [
    ["PUMP-0003", "PUMP-0003 is open. Scan its parts."],
    ["HOUSING-0003", "HOUSING-0003 is in PUMP-0003."],
    ["IMPELLER-0003", "IMPELLER-0003 is in PUMP-0003."],
  ] as const) {
    await page.getByLabel("Serial or order").fill(code);
    await page.keyboard.press("Enter");
    await page.getByTestId("banner").getByText(said).waitFor();
  }
}

const pictures: Readonly<Record<string, Picture>> = {
  station: { path: "/station", ready: "Scan a unit or a works order.", act: buildParts },
  "as-built": { path: "/items/1", ready: "SEAL-LOT-1" },
  "pick-list": { path: "/orders/WO-1001?tab=pick-list", ready: "Shaft seal" },
  bom: { path: "/boms/1?version=1", ready: "Released" },
  recall: { path: "/recall?batchNo=I-311", ready: "PUMP-0001 → IMPELLER-0001" },
  board: { path: "/board", ready: "WO-1001" },
};

async function takePictures(address: string, startedAt: number): Promise<void> {
  const browser = await launchBrowser();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const { now, rewrite } = picturedTime(startedAt);
  await context.clock.setFixedTime(now);
  await context.addInitScript((key) => sessionStorage.setItem("asbuilt.key", key), adminKey);
  await context.route(/\/api\/(?!Event)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: rewrite(await response.text()) });
  });
  for (const [name, { path, ready, act }] of Object.entries(pictures)) {
    const page = await context.newPage();
    await page.goto(`${address}/console${path}`);
    await page.getByText(ready).first().waitFor();
    await act?.(page);
    await page.mouse.move(0, 0);
    // The screen reads more than the text that was waited for.
    await page.waitForTimeout(1000);
    const file = join(output, `${name}.png`);
    await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
    const { size } = statSync(file);
    console.log(`${name}.png  ${Math.round(size / 1000)} kB`);
    if (size > bytesMax) throw new Error(`${name}.png has more than ${bytesMax} bytes.`);
    await page.close();
  }
  await browser.close();
}

if (noBrowser !== undefined) throw new Error(noBrowser);
mkdirSync(output, { recursive: true });
const temporary = temporaryFolder();
const startedAt = Date.now();
const service = await serveFirst({
  DATABASE_URL: `file:${join(temporary.path, "plant.db")}`,
  ASBUILT_SEED: "demo",
  ASBUILT_ADMIN_KEY: adminKey,
});
try {
  await workInPlant(createClient({ baseUrl: service.address, key: adminKey }));
  await takePictures(service.address, startedAt);
} finally {
  await stop(service);
  temporary.remove();
}
