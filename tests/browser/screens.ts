import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "@asbuilt/client";
import type { Page, Request } from "playwright-core";
import { root } from "../end-to-end/processes.ts";

const sources = join(root, "apps/console/src");

/** The paths of all routes of the console, as its sources have them. */
export const routes: readonly string[] = readdirSync(sources, {
  recursive: true,
  encoding: "utf8",
})
  .filter((name) => name.endsWith(".route.ts"))
  .flatMap((name) =>
    Array.from(
      readFileSync(join(sources, name), "utf8").matchAll(/path: "(.+)"/g),
      ([, path]) => path!,
    ),
  );

/** The addresses of a route in the demo plant, if its path alone is none, or shows only a part. */
export type Addresses = Readonly<Record<string, readonly string[]>>;

/** Finds the records of the demo plant that the screens show, and makes what it lacks. */
export async function addressesIn(client: Client): Promise<Addresses> {
  const [unit] = await client.materialItemSearch({ body: { text: "PUMP-0001" } });
  const [product] = await client.productList({ body: { Name: "Pump" } });
  const [bom] = await client.bomList({ body: { name: "PUMP-BOM" } });
  const url = "https://receiver.invalid/asbuilt";
  const webhook = await client.webhookUpsert({ body: { url } });
  const tabs = (path: string, ...names: readonly string[]) => [
    path,
    ...names.map((name) => `${path}?tab=${name}`),
  ];
  return {
    "/audit": ["/audit", "/audit?tab=changes&entity=Bom"],
    "/boms/$id": tabs(`/boms/${bom!.id}`, "compare", "history", "signatures"),
    "/items/$id": [
      ...tabs(
        `/items/${unit!.id}`,
        "where-used",
        "completeness",
        "attachments",
        "history",
        "signatures",
        "events",
        "json",
      ),
      `/items/${unit!.id}?tab=compare&with=PUMP-0002`,
    ],
    "/items/$id/report": [`/items/${unit!.id}/report`],
    "/orders/$orderNo": tabs("/orders/WO-1001", "pick-list", "attachments", "history"),
    "/products/$id": [
      ...tabs(`/products/${product!.ID}`, "boms", "attachments", "history"),
      "/products/new",
    ],
    "/recall": ["/recall?batchNo=I-311"],
    "/receive": ["/receive?productName=Bolt"],
    "/reference": ["/reference/location"],
    "/reference/$resource": ["/reference/receiptProfile"],
    "/webhooks/$id": [`/webhooks/${webhook.id}`],
  };
}

/** Returns the addresses of all routes. */
export const everyAddress = (addresses: Addresses): readonly string[] =>
  routes.flatMap((route) => addresses[route] ?? [route]);

/** The time without a request after which a screen has read everything. */
const quietMs = 100;

const hangsAfterMs = 30_000;

interface Walk {
  /**
   * Goes to a screen within the open page, as its links do, and waits until the screen has read
   * everything. To load the page each time takes several times as long.
   */
  readonly goTo: (path: string) => Promise<void>;
  /** Waits until the page has asked everything that it wants to know, and has drawn it. */
  readonly settle: () => Promise<void>;
}

/** Goes from screen to screen in an open page. */
export function walkIn(page: Page): Walk {
  const asked = new Set<Request>();
  let lastAt = Date.now();
  const end = (request: Request) => {
    asked.delete(request);
    lastAt = Date.now();
  };
  page.on("request", (request) => {
    // The stream of events never ends.
    if (!request.url().includes("/api/Event/Stream")) asked.add(request);
  });
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  const settle = async () => {
    const startedAt = Date.now();
    lastAt = startedAt;
    while (asked.size > 0 || Date.now() - lastAt < quietMs) {
      await wait(20);
      if (Date.now() - startedAt < hangsAfterMs) continue;
      throw new Error(`No answer from ${[...asked].map((request) => request.url()).join(", ")}`);
    }
    await nextFrame(page);
  };
  // The router is there as soon as a screen is.
  const title = page.locator("main h1").first();
  const goTo = async (path: string) => {
    await title.waitFor();
    await page.evaluate((to) => history.pushState(undefined, "", to), `/console${path}`);
    await settle();
    await title.waitFor();
  };
  return { goTo, settle };
}

/** Waits until the page has drawn its present state. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((draw) => requestAnimationFrame(() => requestAnimationFrame(() => draw()))),
  );
