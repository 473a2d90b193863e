import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { launchBrowser, noBrowser } from "@asbuilt/tests/browser";
import { keyboardScanner } from "@asbuilt/tests/keyboard-scanner";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { median } from "../contenders/contender.ts";
import { type Server, startServiceOn } from "../contenders/servers.ts";
import { pickAssembly } from "../plant/assemblies.ts";
import { adminKey, smallPlant, unitSerial } from "../plant/workload.ts";
import { fixed, type Section, withinLimit } from "../report/section.ts";
import type { Measure } from "./bench.ts";

const build = fileURLToPath(new URL("../../../apps/console/build.ts", import.meta.url));

/** A figure of a screen, and the most that it may be. */
interface Budget {
  readonly name: string;
  readonly limit: number;
  readonly unit: "ms" | "MB" | "nodes";
}

const budgets = {
  cold: { name: "Station, first visit: first paint", limit: 2500, unit: "ms" },
  warm: { name: "Station, later visit: first paint", limit: 800, unit: "ms" },
  answer: { name: "Station: 95th percentile from scan to answer", limit: 150, unit: "ms" },
  rows: { name: "100,000 items: first 100 rows", limit: 400, unit: "ms" },
  script: { name: "100,000 items: script of scrolling past 30,000", limit: 2000, unit: "ms" },
  heap: { name: "100,000 items: heap after it", limit: 60, unit: "MB" },
  nodes: { name: "100,000 items: nodes after it", limit: 1500, unit: "nodes" },
  tree: { name: "Unit with 10,000 items: two levels shown", limit: 1500, unit: "ms" },
} as const satisfies Readonly<Record<string, Budget>>;

type Figure = keyof typeof budgets;
type Figures = Readonly<Partial<Record<Figure, number>>>;

/** Measures what people wait for at the console, in Chromium beside the service. */
export const consoleScreens: Measure = async ({ plants, rounds }) => {
  if (noBrowser !== undefined) {
    process.stderr.write(`${noBrowser}\n`);
    return [];
  }
  execFileSync(process.execPath, [build]);
  const small = await startServiceOn(await plants.copy(smallPlant));
  const deep = await startServiceOn(await plants.deep());
  const browser = await launchBrowser();
  try {
    const measured: Figures[] = [];
    for (let round = 0; round < rounds.rounds; round++) {
      measured.push({
        ...(await firstPaints(browser, small)),
        answer: await scanToAnswer(browser, small, round),
        ...(await longList(browser, deep)),
        tree: await deepTree(browser, deep),
      });
    }
    return [sectionOf(measured)];
  } finally {
    await browser.close();
    await Promise.all([small.stop(), deep.stop()]);
  }
};

function sectionOf(measured: readonly Figures[]): Section {
  const figures = Object.entries(budgets).map(([key, budget]) => {
    const values = measured.map((round) => round[key as Figure]!);
    return { ...budget, value: median(values) };
  });
  return {
    title: "The console in a browser",
    text:
      "Chromium on the machine of the service, which it shares. The median of the rounds decides. " +
      "First paint is measured with a processor slowed down to a quarter and a network of 1.44 Mbit/s " +
      "with 562 ms of latency; all else without both.",
    table: {
      head: ["", "measured", "at most"],
      rows: figures.map(({ name, value, limit, unit }) => [
        name,
        `${fixed(value, 0)} ${unit}`,
        `${limit} ${unit}`,
      ]),
    },
    verdicts: figures.map(({ name, value, limit, unit }) =>
      withinLimit(`${name}: ${limit} ${unit} / measured`, value, limit),
    ),
  };
}

/** Opens the console signed in, in a context of its own, and closes it after the work. */
async function signedIn<Result>(
  browser: Browser,
  { port }: Server,
  work: (page: Page, address: string, context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext();
  try {
    // Only what hangs takes so long.
    context.setDefaultTimeout(150_000);
    await context.addInitScript((key) => sessionStorage.setItem("asbuilt.key", key), adminKey);
    return await work(await context.newPage(), `http://127.0.0.1:${port}/console`, context);
  } finally {
    await context.close();
  }
}

const slowNetwork = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};

/** Returns when something was painted, on the first visit and with the files kept in the browser. */
const firstPaints = (browser: Browser, server: Server): Promise<Figures> =>
  signedIn(browser, server, async (page, address, context) => {
    const session = await context.newCDPSession(page);
    await session.send("Network.emulateNetworkConditions", slowNetwork);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(`${address}/station`);
    await page.getByTestId("banner").waitFor();
    const cold = await firstPaint(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.getByTestId("banner").waitFor();
    return { cold, warm: await firstPaint(page) };
  });

/** Returns when something was painted. The browser tells it after the element is in the page. */
async function firstPaint(page: Page): Promise<number> {
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  // The wait ends only when there is a time.
  return (await painted.jsonValue())!;
}

/** The scans of a round, and the time between two of a person. */
const scans = 40;
const pauseMs = 500;

/** Returns the 95th percentile of the time between the end of a scan and the banner's answer. */
const scanToAnswer = (browser: Browser, server: Server, round: number): Promise<number> =>
  signedIn(browser, server, async (page, address) => {
    await page.goto(`${address}/station`);
    const answered = (text: string) => page.getByTestId("banner").getByText(text).waitFor();
    await answered("Scan a unit");
    const { scan } = await keyboardScanner(page, pauseMs);
    const times: number[] = [];
    for (let number = 0; number < scans; number++) {
      const serial = unitSerial(round * scans + number);
      const before = performance.now();
      await scan(serial);
      await answered(serial);
      times.push(performance.now() - before);
    }
    return times.toSorted((one, other) => one - other)[Math.ceil(scans * 0.95) - 1]!;
  });

/** Returns when rows were shown. The search by role would take a tenth of the page's time meanwhile. */
async function firstRows(page: Page): Promise<number> {
  const shown = await page.waitForFunction(
    () => document.querySelectorAll("[role=grid] [role=row]").length > 10 && performance.now(),
  );
  // The wait ends only when there is a time.
  return (await shown.jsonValue()) as number;
}

/** Scrolls this far, in rows. */
const farRow = 30_000;

const longList = (browser: Browser, server: Server): Promise<Figures> =>
  signedIn(browser, server, async (page, address, context) => {
    const grid = page.getByRole("grid");
    await page.goto(`${address}/items`);
    const rows = await firstRows(page);
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const scriptBefore = await metricOf(session, "ScriptDuration");
    await grid.focus();
    await grid.evaluate(scrollPast, farRow);
    const script = (await metricOf(session, "ScriptDuration")) - scriptBefore;
    await session.send("HeapProfiler.collectGarbage");
    return {
      rows,
      script: script * 1000,
      heap: (await metricOf(session, "JSHeapUsedSize")) / 1e6,
      nodes: await page.locator("body *").count(),
    };
  });

/** Runs in the page, so that the waiting itself takes none of its time. */
async function scrollPast(grid: Element, row: number): Promise<void> {
  const foot = document.querySelector(".list-foot output")!;
  while (Number(foot.textContent.replaceAll(/\D/g, "")) < row) {
    const more = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(foot, { characterData: true, childList: true, subtree: true });
    });
    grid.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
    await more;
  }
}

async function metricOf(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === wanted)!.value;
}

const deepTree = (browser: Browser, server: Server): Promise<number> =>
  signedIn(browser, server, async (page, address) => {
    const serial = pickAssembly(() => 0);
    await page.goto(`${address}/items?text=${serial}`);
    await page.getByRole("gridcell", { name: serial, exact: true }).click();
    const before = performance.now();
    await page.getByRole("treegrid").getByRole("row").nth(20).waitFor();
    return performance.now() - before;
  });
