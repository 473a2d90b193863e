import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const executablePath = "/usr/bin/chromium";

/** Why tests in a browser are skipped; undefined if there is one. */
export const noBrowser = existsSync(executablePath)
  ? undefined
  : `There is no ${executablePath}: nothing is tried in a browser.`;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
