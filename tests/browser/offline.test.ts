import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { describeConsole, expectShown, keyIn } from "./console.ts";
import { buildsOf, has, keep, offlineStation, startPump } from "./offline-station.ts";
import { newBuildMark, serveBuilds } from "./released-build.ts";
import { banner, contentsOf, scanAll, scannerOf } from "./station.ts";

/** Waits until the browser has kept the console. */
const untilKept = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** Loads the page again where entries that are not sent make the browser ask. */
async function reload(page: Page) {
  page.once("dialog", (dialog) => dialog.accept());
  return page.reload();
}

const lock = async (page: Page) => {
  await page.getByRole("button", { name: /menu$/ }).click();
  await page.getByRole("button", { name: "Lock" }).click();
  await expectShown(page.getByRole("heading", { name: "Locked" }));
};

async function unlock(page: Page, key: string) {
  await page.getByLabel("Key").fill(key);
  await page.getByRole("button", { name: "Unlock" }).click();
}

describeConsole(
  "the console without a network",
  (console) => {
    test("is loaded again as the same person, under the same policy", async () => {
      const page = await console.open("/items");
      await untilKept(page);
      const online = (await page.reload())!;
      await page.context().setOffline(true);
      const offline = (await page.goto(`${console.address}/console/outbox?from=somewhere`))!;
      await expectShown(page.getByRole("heading", { name: "Outbox" }));
      await expectShown(page.getByText("No network", { exact: true }));
      await expectShown(page.getByRole("button", { name: /^Administrator/ }));
      expect(offline.fromServiceWorker()).toBe(true);
      for (const name of ["content-security-policy", "permissions-policy", "cache-control"]) {
        expect(offline.headers()[name]).toBe(online.headers()[name]);
      }
      expect(offline.headers()["content-security-policy"]).toContain("trusted-types asbuilt");
    });

    test("opens screens and languages that it has never shown", async () => {
      const page = await console.open("");
      await untilKept(page);
      await page.context().setOffline(true);
      await page.getByRole("list", { name: "Work" }).getByRole("link", { name: "Scanner" }).click();
      await expectShown(page.getByRole("heading", { name: "Scanner", level: 1 }));
      await page.getByRole("button", { name: /menu$/ }).click();
      await page.getByLabel("Language").selectOption("Deutsch");
      await expectShown(page.getByRole("button", { name: "Abmelden" }));
    });

    test("keeps what is scanned before and after a reload, and builds it once", async () => {
      const { client } = console;
      const { page, scanner } = await offlineStation(console, "PUMP-0003");
      await untilKept(page);
      await keep(page, scanner, ["HOUSING-0003"]);
      await expectShown(page.getByText("Kept here for this unit: HOUSING-0003"));
      // A part whose quantity is still asked was scanned too.
      await scanAll(page, scanner, [["IMPELLER-0003", "How much of IMPELLER-0003?"]]);
      await reload(page);
      await banner(page, "How much of IMPELLER-0003?");
      await expectShown(page.getByTestId("unit").getByText("PUMP-0003"));
      await scanAll(page, await scannerOf(page), [
        ["$AB:OK", "IMPELLER-0003 is kept here and not sent yet."],
      ]);
      await reload(page);
      await banner(page, "PUMP-0003 is open. Scan its parts.");
      await expectShown(page.getByRole("link", { name: "2 not sent yet" }));
      expect(await contentsOf(client, "PUMP-0003")).toEqual([]);
      await page.context().setOffline(false);
      await page.getByText("No network", { exact: true }).waitFor({ state: "detached" });
      await has(client, "PUMP-0003", ["HOUSING-0003: 1", "IMPELLER-0003: 1"]);
      await page.getByRole("link", { name: /not sent yet/ }).waitFor({ state: "detached" });
      expect(await buildsOf(client, "PUMP-0003")).toBe(2);
    });

    test("says that nothing is recorded while no unit is open", async () => {
      const page = await console.open("/station", "operator");
      await banner(page, "Scan a unit or a works order.");
      await page.evaluate(() => localStorage.setItem("asbuilt.offline", "1"));
      await untilKept(page);
      await page.context().setOffline(true);
      await page.reload();
      await banner(page, "Scan a unit or a works order.");
      await scanAll(page, await scannerOf(page), [
        ["PUMP-0004", "No network and no open unit: PUMP-0004 was not recorded."],
      ]);
      expect(await page.getByTestId("unsent").count()).toBe(0);
    });

    test("takes a part out after a reload, for a reason that it knows", async () => {
      const { client } = console;
      const { page, scanner } = await offlineStation(console, "PUMP-0004");
      await scanAll(page, scanner, [["HOUSING-0004", "HOUSING-0004 is in PUMP-0004."]]);
      await untilKept(page);
      await page.context().setOffline(true);
      await page.reload();
      await banner(page, "PUMP-0004 is open. Scan its parts.");
      await scanAll(page, await scannerOf(page), [
        ["$AB:REMOVE", "Scan or tap the part that comes out."],
        ["HOUSING-0004", /Why does HOUSING-0004 come out/],
      ]);
      await page.getByRole("button", { name: /rework/i }).click();
      await banner(page, "HOUSING-0004 is kept here and not sent yet.");
      await page.context().setOffline(false);
      await has(client, "PUMP-0004", []);
      expect(await buildsOf(client, "PUMP-0004")).toBe(1);
    });

    test("asks for a key when the network is back and the key is revoked", async () => {
      const { client } = console;
      const { id, key } = await client.apiKeyCreate({
        body: { name: "revoked soon", role: "operator", user: "Administrator" },
      });
      const page = await console.openSignedOut("/outbox");
      await page.getByLabel("Key").fill(key!);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expectShown(page.getByRole("heading", { name: "Outbox" }));
      await untilKept(page);
      await page.context().setOffline(true);
      await page.reload();
      await expectShown(page.getByRole("heading", { name: "Outbox" }));
      await client.apiKeyRevoke({ body: { id } });
      await page.context().setOffline(false);
      await expectShown(page.getByLabel("Key"));
    });

    test("sends while it is locked, and says so after it", async () => {
      const { client } = console;
      const { page, scanner } = await offlineStation(console, "PUMP-0005");
      const key = await keyIn(page);
      await keep(page, scanner, ["HOUSING-0005"]);
      await lock(page);
      await page.context().setOffline(false);
      await has(client, "PUMP-0005", ["HOUSING-0005: 1"]);
      await unlock(page, key);
      await banner(page, "HOUSING-0005 is in PUMP-0005.");
      expect(await page.getByTestId("unsent").count()).toBe(0);
    });

    test("is unlocked with the same key, and with no other", async () => {
      const page = await console.open("/outbox");
      const key = await keyIn(page);
      await expectShown(page.getByRole("heading", { name: "Outbox" }));
      await lock(page);
      await page.context().setOffline(true);
      await unlock(page, "ab_another");
      await expectShown(page.getByRole("alert"));
      await unlock(page, key);
      await expectShown(page.getByRole("heading", { name: "Outbox" }));
    });

    test("offers a new build, and loads it once when a person takes it", async () => {
      const { client } = console;
      await startPump(client, "NEW");
      const builds = await serveBuilds(console.address);
      onTestFinished(builds.close);
      const { page, scanner } = await offlineStation(console, "PUMP-NEW", {
        baseURL: builds.address,
      });
      await untilKept(page);
      builds.release();
      // The page looks for a new build itself, but rarely.
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update());
      const offer = page.getByRole("button", { name: "Load the new version" });
      await expectShown(offer);
      await console.checkAccessible(page);
      await keep(page, scanner, ["HOUSING-NEW"]);
      await reload(page);
      // To load the page again is not to take it.
      await expectShown(offer);
      expect(await page.locator(newBuildMark).count()).toBe(0);
      let loads = 0;
      page.on("load", () => loads++);
      page.once("dialog", (dialog) => dialog.accept());
      await offer.click();
      await page.locator(newBuildMark).waitFor({ state: "attached" });
      await banner(page, "PUMP-NEW is open. Scan its parts.");
      await expectShown(page.getByRole("link", { name: "1 not sent yet" }));
      await page.context().setOffline(false);
      await has(client, "PUMP-NEW", ["HOUSING-NEW: 1"]);
      expect(await offer.count()).toBe(0);
      expect(loads).toBe(1);
    });
  },
  { breaksNetwork: true },
);
