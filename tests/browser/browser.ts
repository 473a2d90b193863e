import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

// Debian's Chromium, best without its windows: these take a fifth of the time, though nobody sees them.
const paths = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath = paths.find((path) => existsSync(path));

/** Why tests in a browser are skipped; undefined if there is one. */
export const noBrowser = executablePath
  ? undefined
  : `There is no ${paths.join(" or ")}: nothing is tried in a browser.`;

/** A name of this machine. To the browser it is another one's, so that pages need https for more. */
export const plantHost = "plant.test";

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath!,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      `--host-resolver-rules=MAP ${plantHost} 127.0.0.1`,
    ],
  });

let shared: Promise<Browser> | undefined;

/** The browser of this process's test files. It ends with the process. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= launchBrowser());
