import type { Client } from "@asbuilt/client";
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { fetchOf, plantHost } from "./browser.ts";
import { describeConsole, expectShown, keyIn, signInWith } from "./console.ts";
import { buildsOf, has, keep, offlineStation, startPump } from "./offline-station.ts";
import { until } from "../end-to-end/processes.ts";
import { banner, contentsOf, logged, logOf, scanAll, scannerOf, stationWith } from "./station.ts";

const builds = "**/api/Build/Build";

/** The products that the slots of the demo plant's pump take. */
const candidatesOfPump = 7;

const problem = (code: string, status: number) => ({
  status,
  headers: { "Retry-After": "1" },
  contentType: "application/problem+json",
  body: JSON.stringify({ type: "", title: code, status, detail: code, code, requestId: "test" }),
});

describeConsole(
  "the outbox",
  (console) => {
    test("sends what was scanned without a network once, also after the page was loaded again", async () => {
      const { client } = console;
      const { page, scanner } = await offlineStation(console, "PUMP-0003");
      await keep(page, scanner, ["HOUSING-0003", "IMPELLER-0003"]);
      await page.getByRole("link", { name: "2 not sent yet" }).waitFor();
      expect(await contentsOf(client, "PUMP-0003")).toEqual([]);
      expect((await logOf(page)).filter(({ kind }) => kind === "built")).toEqual([]);
      // The page itself comes from the service: only its writes do not get there.
      const cut = (route: Route) => route.abort();
      await page.route(builds, cut);
      await page.context().setOffline(false);
      page.on("dialog", (dialog) => dialog.accept());
      await page.reload();
      await page.getByRole("link", { name: "2 not sent yet" }).waitFor();
      expect(await contentsOf(client, "PUMP-0003")).toEqual([]);
      await page.unroute(builds, cut);
      await has(client, "PUMP-0003", ["HOUSING-0003: 1", "IMPELLER-0003: 1"]);
      await page.getByRole("link", { name: /not sent yet/ }).waitFor({ state: "detached" });
      expect(await buildsOf(client, "PUMP-0003")).toBe(2);
      const built = (await logOf(page)).filter(({ kind }) => kind === "built");
      expect(built.map(({ text }) => text)).toEqual([
        "HOUSING-0003 is in PUMP-0003.",
        "IMPELLER-0003 is in PUMP-0003.",
      ]);
    });

    test("asks without a network only for what may be a lot", async () => {
      const { page, scanner } = await offlineStation(console, "PUMP-0004");
      const stock: string[] = [];
      page.on("requestfinished", (request) => {
        if (request.url().includes("/MaterialItem/Search")) stock.push(request.url());
      });
      // A unit that is opened with the setting also has its stock read.
      await page.reload();
      await until(() => Promise.resolve(stock.length >= candidatesOfPump));
      await page.context().setOffline(true);
      await scanAll(page, scanner, [
        ["HOUSING-0005", "HOUSING-0005 is kept here and not sent yet."],
        ["SEAL-LOT-2", "How much of SEAL-LOT-2?"],
        ["$AB:CANCEL", "Cancelled. Nothing was changed."],
        ["NEW-PART", "How much of NEW-PART? Nothing is known of it without a network."],
        ["$AB:CANCEL", "Cancelled. Nothing was changed."],
      ]);
      await page.context().setOffline(false);
      await has(console.client, "PUMP-0004", ["HOUSING-0005: 1"]);
      expect((await logOf(page)).filter(({ kind }) => kind === "askQuantity")).toHaveLength(1);
      await console.client.buildRemove({
        body: {
          parentSerialNo: "PUMP-0004",
          childSerialNo: "HOUSING-0005",
          removeQty: 1,
          reasonSUID: "CORRECTION",
        },
      });
    });

    test("builds once where the response was lost after the write", async () => {
      const { client } = console;
      const { page, scanner } = await stationWith(console, "PUMP-0003");
      const sentKeys: (string | undefined)[] = [];
      await loseResponse(page, "Build/Build");
      page.on("request", (request) => {
        if (request.url().endsWith("/Build/Build")) {
          sentKeys.push(request.headers()["idempotency-key"]);
        }
      });
      await scanAll(page, scanner, [
        ["SEAL-LOT-1", "How much of SEAL-LOT-1?"],
        ["$AB:OK", "SEAL-LOT-1 is kept here and not sent yet."],
      ]);
      await banner(page, "SEAL-LOT-1 is in PUMP-0003.");
      expect(await contentsOf(client, "PUMP-0003")).toContain("SEAL-LOT-1: 1");
      expect(sentKeys.length).toBeGreaterThanOrEqual(2);
      expect(new Set(sentKeys).size).toBe(1);
    });

    test("sends again what the service could not do, and what it does not know", async () => {
      const { client } = console;
      const { page, scanner } = await stationWith(console, "PUMP-0004");
      const answers = [problem("rate_limited", 429), problem("outcome_unknown", 503)];
      await page.route(builds, (route) => route.fulfill(answers.shift()), { times: 2 });
      await scanAll(page, scanner, [
        ["HOUSING-0004", "HOUSING-0004 is kept here and not sent yet."],
        // Nothing else is taken before it is clear.
        ["IMPELLER-0004", "No network: nothing was recorded."],
      ]);
      await banner(page, "HOUSING-0004 is in PUMP-0004.");
      expect(answers).toEqual([]);
      expect(await contentsOf(client, "PUMP-0004")).toEqual(["HOUSING-0004: 1"]);
    });

    test("keeps nothing without a network, unless the station is set so", async () => {
      const { page, scanner } = await stationWith(console, "PUMP-0004");
      await page.context().setOffline(true);
      await scanAll(page, scanner, [["IMPELLER-0004", "No network: nothing was recorded."]]);
      await page.context().setOffline(false);
      expect(await page.getByTestId("unsent").count()).toBe(0);
    });

    test("sends from one tab what two tabs scan", async () => {
      const { client } = console;
      const { page: first, scanner } = await stationWith(console, "PUMP-0005");
      const key = await keyIn(first);
      const second = await first.context().newPage();
      await second.addInitScript(signInWith, key);
      await second.goto(`${console.address}/console/station`);
      await banner(second, "Scan a unit or a works order.");
      const other = await scannerOf(second);
      await scanAll(second, other, [["PUMP-0005", "PUMP-0005 is open."]]);
      await other.scan("IMPELLER-0005");
      await first.bringToFront();
      await scanner.scan("HOUSING-0005");
      // The other tab's news of the same unit can be in the banner already.
      await logged(first, "HOUSING-0005 is in PUMP-0005.");
      await logged(second, "IMPELLER-0005 is in PUMP-0005.");
      expect(await contentsOf(client, "PUMP-0005")).toEqual([
        "HOUSING-0005: 1",
        "IMPELLER-0005: 1",
      ]);
      expect(await buildsOf(client, "PUMP-0005")).toBe(2);
    });

    test("builds once by two tabs of a page without https, which has no locks", async () => {
      const { client } = console;
      await startPump(client, "LAN", ["Housing", "Impeller"]);
      const { port } = new URL(console.address);
      const baseURL = `http://${plantHost}:${port}`;
      const { page, scanner } = await offlineStation(console, "PUMP-LAN", { baseURL });
      expect(await page.evaluate(() => [isSecureContext, "locks" in navigator])).toEqual([
        false,
        false,
      ]);
      const key = await keyIn(page);
      const second = await page.context().newPage();
      await second.addInitScript(signInWith, key);
      await second.goto(`${baseURL}/console/station`);
      await banner(second, "Scan a unit or a works order.");
      await page.bringToFront();
      await scanner.scan("HOUSING-LAN");
      await logged(page, "HOUSING-LAN is in PUMP-LAN.");
      await keep(page, scanner, ["IMPELLER-LAN"]);
      await page.context().setOffline(false);
      await has(client, "PUMP-LAN", ["HOUSING-LAN: 1", "IMPELLER-LAN: 1"]);
      await page.getByRole("link", { name: /not sent yet/ }).waitFor({ state: "detached" });
      expect(await buildsOf(client, "PUMP-LAN")).toBe(2);
    });

    test("lets a person settle what was refused later, and what is too old", async () => {
      const { client } = console;
      await startPump(client, "LATE", ["Housing", "Impeller"]);
      const { page, scanner } = await offlineStation(console, "PUMP-LATE");
      await keep(page, scanner, ["HOUSING-LATE", "IMPELLER-LATE", "SEAL-LOT-2"]);
      await client.materialItemHold({
        body: { visualSerialNo: "HOUSING-LATE", holdReason: "Quality" },
      });
      await makeOld(page, "IMPELLER-LATE");
      await page.context().setOffline(false);
      // The part that was not refused is sent after them.
      await banner(page, "SEAL-LOT-2 is in PUMP-LATE.");
      await page.getByTestId("unsent").getByText("Sent: 1 To settle: 2").waitFor();
      await page.getByRole("link", { name: "2 to settle" }).click();
      await page.getByText("It is older than six days, so it is not sent.").waitFor();
      await page.getByText("1 sent, 2 to settle").waitFor();
      await console.checkAccessible(page);
      await client.materialItemRelease({ body: { visualSerialNo: "HOUSING-LATE" } });
      const held = page.getByRole("listitem").filter({ hasText: "HOUSING-LATE" });
      expect(await held.getByRole("term").allInnerTexts()).toEqual(["Unit", "Part", "Quantity"]);
      await held.getByRole("button", { name: "Edit and send again" }).click();
      await page.getByRole("button", { name: "Send again", exact: true }).click();
      await has(client, "PUMP-LATE", ["HOUSING-LATE: 1", "SEAL-LOT-2: 1"]);
      const old = page.getByRole("listitem").filter({ hasText: "IMPELLER-LATE" });
      await old.getByRole("button", { name: "Drop" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Comment").fill("Not fitted");
      await console.checkAccessible(page);
      await dialog.getByRole("button", { name: "Drop" }).click();
      await page.getByText("Dropped by Administrator: Not fitted").waitFor();
      expect(await contentsOf(client, "PUMP-LATE")).toEqual(["HOUSING-LATE: 1", "SEAL-LOT-2: 1"]);
    });

    test("sends an entry only under the key that it was made with", async () => {
      const { client } = console;
      await startPump(client, "HERS");
      const { page, scanner } = await offlineStation(console, "PUMP-HERS");
      const hers = await keyIn(page);
      await keep(page, scanner, ["HOUSING-HERS"]);
      await page.getByRole("button", { name: /menu$/ }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("dialog").getByText("1 not sent yet").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
      await page.context().setOffline(false);
      const { key } = await client.apiKeyCreate({
        body: { name: "another", role: "operator", user: "Administrator" },
      });
      const signIn = async (with_: string) => {
        await page.getByLabel("Key").fill(with_);
        await page.getByRole("button", { name: "Sign in" }).click();
      };
      await signIn(key!);
      await page.getByRole("link", { name: "1 of another person" }).click();
      await page.getByText(/It waits for Administrator/).waitFor();
      expect(await contentsOf(client, "PUMP-HERS")).toEqual([]);
      await page.getByRole("button", { name: /menu$/ }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await signIn(hers);
      await has(client, "PUMP-HERS", ["HOUSING-HERS: 1"]);
    });

    test("receives, moves and adjusts once where a response was lost, or the network", async () => {
      const { client } = console;
      const page = await console.open("/receive?productName=Bolt%20A4&location=STORE");
      await page.evaluate(() => localStorage.setItem("asbuilt.offline", "1"));
      await page.getByLabel("Quantity").fill("12");
      await page.getByLabel("Serial number").fill("BOLT-LOST");
      await loseResponse(page, "MaterialItem/Receive");
      await page.getByRole("button", { name: "Receive", exact: true }).click();
      await page.getByText("In the outbox").waitFor();
      await page.getByText("1 done, 0 refused, 0 not sent yet").waitFor();

      await page.goto(`${console.address}/console/move?location=LINE-1`);
      await itemField(page).waitFor();
      await page.context().setOffline(true);
      await enterItem(page, "BOLT-LOST");
      await page.getByText("0 done, 0 refused, 1 not sent yet").waitFor();
      expect(await locationOf(client, "BOLT-LOST")).toBe("STORE");
      await console.checkAccessible(page);
      await page.context().setOffline(false);
      await page.getByText("1 done, 0 refused, 0 not sent yet").waitFor();
      expect(await locationOf(client, "BOLT-LOST")).toBe("LINE-1");

      await page.goto(`${console.address}/console/adjust`);
      await enterItem(page, "BOLT-LOST");
      await page.getByLabel("Counted quantity").fill("9");
      await page.getByLabel("Reason").selectOption("COUNT");
      await loseResponse(page, "MaterialItem/ItemAdjust");
      await page.getByRole("button", { name: "Adjust", exact: true }).click();
      await page.getByText("1 done, 0 refused, 0 not sent yet").waitFor();
      const history = await client.materialItemHistory({ body: { visualSerialNo: "BOLT-LOST" } });
      expect(history.map(({ action }) => action)).toEqual(["received", "moved", "adjusted"]);
    });

    test("says in a clerk's list what was refused later, and lets the outbox settle it", async () => {
      const { client } = console;
      await client.materialItemReceive({
        body: { productName: "Bolt", visualSerialNo: "BOLT-GONE", qty: 1, location: "STORE" },
      });
      const page = await console.open("/move?location=LINE-1");
      await page.evaluate(() => localStorage.setItem("asbuilt.offline", "1"));
      await itemField(page).waitFor();
      await page.context().setOffline(true);
      await enterItem(page, "BOLT-GONE");
      await page.getByText("In the outbox").waitFor();
      await client.materialItemDispatch({ body: { visualSerialNo: "BOLT-GONE" } });
      await page.context().setOffline(false);
      await page.getByText("Item BOLT-GONE is Dispatched: it can't be moved.").waitFor();
      await page.getByRole("link", { name: "1 to settle" }).click();
      await expectShown(page.getByRole("button", { name: "Edit and send again" }));
    });
  },
  { breaksNetwork: true },
);

/** Lets the next request to an operation take effect, and loses its response. */
const loseResponse = (page: Page, operation: string) =>
  page.route(
    `**/api/${operation}`,
    async (route) => {
      await fetchOf(route);
      await route.abort();
    },
    { times: 1 },
  );

const itemField = (page: Page) => page.getByRole("textbox", { name: "Item", exact: true });

async function enterItem(page: Page, code: string): Promise<void> {
  await itemField(page).fill(code);
  await page.keyboard.press("Enter");
}

const locationOf = async (client: Client, text: string) =>
  (await client.materialItemSearch({ body: { text } }))[0]!.location;

/** Makes a part's entry older than the service keeps its key. */
const makeOld = (page: Page, part: string) =>
  page.evaluate(
    (child) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("asbuilt.outbox");
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const entries = opening.result.transaction("entries", "readwrite").objectStore("entries");
          const reading = entries.getAll();
          reading.addEventListener("success", () => {
            for (const entry of reading.result) {
              if (entry.body.childSerialNo !== child) continue;
              const writing = entries.put({ ...entry, madeAtMs: Date.now() - 7 * 86_400_000 });
              writing.addEventListener("success", () => {
                opening.result.close();
                resolve();
              });
            }
          });
        });
      }),
    part,
  );
