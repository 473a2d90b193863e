import { existsSync } from "node:fs";
import { type APIResponse, type Browser, chromium, type Route } from "playwright-core";

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

/** Sends an intercepted request on, with the headers that a browser adds after it was intercepted. */
export async function fetchOf(route: Route): Promise<APIResponse> {
  const request = route.request();
  const cookies = await request.frame().page().context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return route.fetch({
    headers: { ...request.headers(), cookie, "sec-fetch-site": "same-origin" },
  });
}
