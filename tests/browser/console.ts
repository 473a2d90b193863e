import { setTimeout as wait } from "node:timers/promises";
import { type Client, createClient } from "@asbuilt/client";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import { noBrowser, sharedBrowser } from "./browser.ts";
import {
  adminKey,
  type Served,
  serveAsbuilt,
  stop,
  temporaryFolder,
} from "../end-to-end/processes.ts";
import { serveWorker } from "../end-to-end/workers.ts";

/** The wait of `expect.poll` for something that the page asks the service for. */
export const patiently = { timeout: 20_000 };

type Role = "admin" | "engineer" | "operator" | "quality" | "stores" | "viewer";

/** The console of a service with a demo plant of its own, in a browser. */
export interface Console {
  readonly runtime: Runtime;
  readonly address: string;
  /** The service, as its administrator calls it. */
  readonly client: Client;
  /**
   * Opens a screen in a new browser context, signed in with a key of the role. `baseURL` is an
   * address that leads to the service.
   */
  readonly open: (path: string, role?: Role, options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a screen without a key. */
  readonly openSignedOut: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Waits for the first seal. A Worker seals by its cron, which this fires before its minute. */
  readonly untilSealed: () => Promise<void>;
  /** Fails if axe finds a fault in what the page shows now. */
  readonly checkAccessible: (page: Page) => Promise<void>;
}

const runtimes = {
  node: (folder: string) => serveAsbuilt({ DATABASE_URL: `file:${folder}/plant.db`, ...demoPlant }),
  workerd: (folder: string) => serveWorker(`${folder}/d1`, demoPlant),
} as const;

type Runtime = keyof typeof runtimes;

const allRuntimes = Object.keys(runtimes) as Runtime[];

const demoPlant = { ASBUILT_SEED: "demo", ASBUILT_ADMIN_KEY: adminKey };

interface Options {
  /** The runtimes to test on: all, unless the tests depend on the browser's side alone. */
  readonly on?: readonly Runtime[];
  /** Whether requests fail on purpose. */
  readonly breaksNetwork?: boolean;
}

/**
 * Runs tests of the console on the runtimes, one after another. A test also fails if a page has
 * broken its policy, has thrown an error, or has asked another origin.
 */
export function describeConsole(
  name: string,
  tests: (console: Console) => void,
  { on = allRuntimes, breaksNetwork = false }: Options = {},
): void {
  const services = servicesOn(on);
  afterAll(services.end);
  for (const runtime of on) {
    describe(`${name} on ${runtime}`, () => {
      runOn(runtime, services, tests, breaksNetwork);
    });
  }
}

type Services = ReturnType<typeof servicesOn>;

/** Returns the services of a suite, which start when they are needed. */
function servicesOn(on: readonly Runtime[]) {
  const temporary = temporaryFolder();
  const started = new Map<Runtime, Promise<Served>>();
  const start = (runtime: Runtime): Promise<Served> => {
    const known = started.get(runtime);
    if (known) return known;
    const starting = runtimes[runtime](temporary.path);
    // Its own tests report why it has not started.
    starting.catch(() => {});
    started.set(runtime, starting);
    return starting;
  };
  return {
    /** Starts a service. The next one starts while the tests of this one mostly wait. */
    serve: async (runtime: Runtime): Promise<Served> => {
      const service = await start(runtime);
      const next = on[on.indexOf(runtime) + 1];
      if (next) void start(next);
      return service;
    },
    end: async (): Promise<void> => {
      const ends = await Promise.allSettled(started.values());
      const running = ends.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
      await Promise.all(running.map((one) => stop(one)));
      temporary.remove();
    },
  };
}

function runOn(
  runtime: Runtime,
  services: Services,
  tests: (console: Console) => void,
  breaksNetwork: boolean,
): void {
  const isExpected = breaksNetwork ? isOfNetwork : isOfRefusal;
  let service: Served | undefined;
  let browser: Browser | undefined;
  let faults: string[] = [];
  beforeAll(async () => {
    if (noBrowser !== undefined) return;
    [service, browser] = await Promise.all([services.serve(runtime), sharedBrowser()]);
  });
  afterAll(async () => {
    if (service) await stop(service);
  });
  beforeEach((context) => {
    context.skip(noBrowser !== undefined, noBrowser);
    faults = [];
  });
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
    expect(faults).toEqual([]);
  });

  const keys = new Map<Role, Promise<string>>([["admin", Promise.resolve(adminKey)]]);
  const client = () => createClient({ baseUrl: service!.address, key: adminKey });
  const keyOf = (role: Role) => {
    const key = keys.get(role) ?? createKey(client(), role);
    keys.set(role, key);
    return key;
  };
  const newPage = async (options?: BrowserContextOptions) => {
    const context = await browser!.newContext({
      // A page that keeps its network needs no worker, which would load every file of the build.
      serviceWorkers: breaksNetwork ? "allow" : "block",
      ...options,
    });
    // Only what hangs takes so long.
    context.setDefaultTimeout(150_000);
    const page = await context.newPage();
    await watch(page, options?.baseURL ?? service!.address, (fault) => {
      if (!isExpected(fault)) faults.push(fault);
    });
    return page;
  };
  tests({
    runtime,
    get address() {
      return service!.address;
    },
    get client() {
      return client();
    },
    open: async (path, role = "admin", options) => {
      const [page, key] = [await newPage(options), await keyOf(role)];
      await page.addInitScript(signInWith, key);
      await page.goto(`${options?.baseURL ?? service!.address}/console${path}`);
      return page;
    },
    openSignedOut: async (path, options) => {
      const page = await newPage(options);
      await page.goto(`${service!.address}/console${path}`);
      return page;
    },
    untilSealed: async () => {
      while ((await client().auditAnchor({ body: {} })) === null) {
        if (runtime === "workerd") await fetch(`${service!.address}/cdn-cgi/handler/scheduled`);
        await wait(200);
      }
    },
    checkAccessible,
  });
}

/** Signs a page in, once in a tab. The console exchanges the key; tests read it from `keyIn`. */
export function signInWith(key: string): void {
  Object.assign(globalThis, { keyOfTest: key });
  if (sessionStorage.getItem("asbuilt.who") === null) sessionStorage.setItem("asbuilt.key", key);
}

/** Returns the key that a page was signed in with. */
export const keyIn = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as unknown as { readonly keyOfTest: string }).keyOfTest);

async function createKey(client: Client, role: Role): Promise<string> {
  const { key } = await client.apiKeyCreate({
    body: { name: `the ${role}'s`, role, user: "Administrator" },
  });
  return key!;
}

// The browser's own line about a refusal, which the page shows in its way.
const isOfRefusal = (text: string) =>
  text.startsWith("Failed to load resource: the server responded with a status of 4");

// The lines about requests that a test has broken.
const isOfNetwork = (text: string) => text.startsWith("Failed to load resource: ");

// A header that the browser obeys only on pages with https.
const needsHttps = (text: string) =>
  text.startsWith("The Cross-Origin-Opener-Policy header has been ignored, because");

// A Worker can end an event stream at any time. The console opens it again.
const isOfStream = (url: string, text: string) =>
  url.endsWith("/api/Event/Stream") && text.startsWith("Failed to load resource: net::");

/** Notes what a page must not do. */
async function watch(page: Page, address: string, note: (fault: string) => void): Promise<void> {
  page.on("pageerror", (error) => note(`thrown: ${error.stack}`));
  page.on("console", (message) => {
    const { url } = message.location();
    const text = message.text();
    if (message.type() !== "error" || isOfStream(url, text) || needsHttps(text)) return;
    note(`${text} ${url}`);
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== address) note(`asked: ${request.url()}`);
  });
  await page.exposeFunction("noteViolation", note);
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) => {
      // The page's own function, which only tests give it.
      const { noteViolation } = globalThis as unknown as {
        readonly noteViolation: (violation: string) => void;
      };
      noteViolation(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    }),
  );
}

/** Waits until the page shows something, and fails the test if it does not. */
export const expectShown = (shown: Locator): Promise<void> => shown.waitFor();

/** Waits until an element has the focus. */
export const expectFocused = (element: Locator): Promise<void> =>
  // Other tests run beside these.
  expect
    .poll(() => element.evaluate((one) => one === document.activeElement), { timeout: 20_000 })
    .toBe(true);

/** Fails if a cell of a grid is cut: by its own width, or because the grid has no room for it. */
export async function expectWhole(grid: Locator, cell: Locator): Promise<void> {
  const isCut = await cell.evaluate((element) => element.scrollWidth > element.clientWidth);
  const [room, box] = [await grid.boundingBox(), await cell.boundingBox()];
  expect(isCut).toBe(false);
  expect(box!.x + box!.width).toBeLessThanOrEqual(room!.x + room!.width);
}

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export async function checkAccessible(page: Page): Promise<void> {
  expect(await accessFaults(page)).toEqual([]);
}

/** Returns the faults that axe finds in what the page shows now, by all rules or by a few. */
export async function accessFaults(
  page: Page,
  rules: readonly string[] = standards,
): Promise<readonly string[]> {
  // The policy of the page forbids scripts that are made from text. The debugger may run them.
  const session = await page.context().newCDPSession(page);
  const run = async (expression: string) => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  };
  if ((await run("typeof axe")) === "undefined") await run(`${axe.source}; undefined`);
  const only = JSON.stringify({ runOnly: rules });
  const found: string[] = await run(
    `axe.run(document, ${only}).then(({ violations }) => violations.map(({ id, nodes }) => ` +
      "id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join('; ')))",
  );
  await session.detach();
  return found;
}
