import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fetchOf } from "./browser.ts";
import { describeConsole, expectFocused, expectShown, signInWith } from "./console.ts";
import { adminKey } from "../end-to-end/processes.ts";

const minuteMs = 60_000;

/** Counts the responses to an operation that have begun, in all tabs of the browser. */
function countResponses(page: Page, path: string): () => number {
  let responses = 0;
  page.context().on("response", (response) => {
    if (response.url().includes(path)) responses += 1;
  });
  return () => responses;
}

/** Holds back the stream of events of a page until the function that it returns is called. */
async function holdStream(page: Page): Promise<() => void> {
  const begins = Promise.withResolvers<void>();
  await page.route("**/api/Event/Stream*", async (route) => {
    await begins.promise;
    await route.continue();
  });
  return begins.resolve;
}

/** Waits for a module of the console. A screen that loads while the clock is set may never be shown. */
async function hasLoaded(page: Page, part: string): Promise<void> {
  const address = await page.waitForFunction((wanted) => {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    return names.find((name) => name.includes(wanted) && name.endsWith(".js"));
  }, part);
  // As text: Vitest would put its own import into a function.
  await page.evaluate(`import(${JSON.stringify(await address.jsonValue())})`);
}

const isWithoutSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

describeConsole("the administrator's console", (console) => {
  test("has its places at the side, or in a menu where there is no room", async () => {
    const page = await console.open("/keys");
    const places = page.getByRole("navigation", { name: "Places" });
    const current = places.locator("[aria-current=page]");
    expect(await current.textContent()).toBe("Keys");
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await places.isVisible()).toBe(false);
    const menu = page.getByRole("button", { name: "Places" });
    await menu.focus();
    await page.keyboard.press("Enter");
    expect(await places.isVisible()).toBe(true);
    await console.checkAccessible(page);
    await page.keyboard.press("Escape");
    expect(await places.isVisible()).toBe(false);
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await menu.click();
    await places.getByRole("link", { name: "Users" }).click();
    await page.getByRole("heading", { name: "Users" }).waitFor();
    expect(await places.isVisible()).toBe(false);
    expect(await isWithoutSidewaysScroll(page)).toBe(true);
  });

  test("offers a viewer no administration", async () => {
    const page = await console.open("/", "viewer");
    await page.getByRole("link", { name: "Items" }).first().waitFor();
    for (const name of ["Keys", "Users", "Webhooks"]) {
      expect(await page.getByRole("link", { name }).count()).toBe(0);
    }
    await page.goto(`${console.address}/console/keys`);
    await page.getByText("Ask an administrator for a key").waitFor();
    for (const name of ["New key", "Try again", "Search"]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    }
  });

  test("keeps what a device prefers", async () => {
    const page = await console.open("");
    await page.getByRole("button", { name: /menu$/ }).click();
    await page.getByRole("radio", { name: "Dark" }).check();
    await page.getByRole("radio", { name: /^Station/ }).check();
    await console.checkAccessible(page);
    await page.reload();
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    const button = await page.getByRole("button", { name: /menu$/ }).boundingBox();
    expect(button!.height).toBeGreaterThanOrEqual(56);
  });

  test("locks after ten minutes, hides everything, and continues with the same key", async () => {
    const page = await console.openSignedOut("/users");
    await page.getByLabel("Key").waitFor();
    await hasLoaded(page, "users-screen");
    await hasLoaded(page, "idle-lock");
    await page.clock.install();
    await page.getByLabel("Key").fill(adminKey);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "New user" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).last().fill("Half typed");
    await page.clock.fastForward(9 * minuteMs);
    expect(await page.getByRole("heading", { name: "Locked" }).count()).toBe(0);
    await page.clock.fastForward(10 * minuteMs);
    await page.getByRole("heading", { name: "Locked" }).waitFor();
    expect(await page.getByRole("heading").allTextContents()).toEqual(["Locked"]);
    expect(await page.evaluate(() => document.querySelector("#root")!.checkVisibility())).toBe(
      true,
    );
    expect(await page.locator(".shell").isVisible()).toBe(false);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await console.checkAccessible(page);
    await page.getByLabel("Key").fill(adminKey);
    await page.getByRole("button", { name: "Unlock" }).click();
    const name = page.getByRole("textbox", { name: "Name", exact: true }).last();
    expect(await name.inputValue()).toBe("Half typed");
  });

  test("has the lock loaded when it is needed, or says that it is missing", async () => {
    const page = await console.open("");
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    let isCut = true;
    let cuts = 0;
    await page.context().route("**/assets/sign-in-screen-*.js", async (route) => {
      if (!isCut) return route.continue();
      cuts += 1;
      return route.fulfill({ status: 404 });
    });
    const lock = async () => {
      await expect.poll(() => cuts).toBeGreaterThan(0);
      await page.getByRole("heading", { name: /^Hello/ }).waitFor();
      await page.getByRole("button", { name: /menu$/ }).click();
      await page.getByRole("button", { name: "Lock" }).click();
    };
    await page.reload();
    await lock();
    await page.getByText("A part of the console could not be loaded.").waitFor();
    expect(await page.locator(".shell").isVisible()).toBe(false);
    await console.checkAccessible(page);
    cuts = 0;
    await page.getByRole("button", { name: "Load the page again" }).click();
    await expect.poll(() => cuts).toBeGreaterThan(0);
    isCut = false;
    await lock();
    await page.getByRole("heading", { name: "Locked" }).waitFor();
  });

  test("shows nothing of a locked screen to the key of another person", async () => {
    const { key } = await console.client.apiKeyCreate({
      body: { name: "next shift", role: "viewer", user: "Administrator" },
    });
    const page = await console.openSignedOut("/users");
    await page.getByLabel("Key").fill(adminKey);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "New user" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /menu$/ }).click();
    await page.getByRole("button", { name: "Lock" }).click();
    await page.reload();
    await page.getByLabel("Key").fill(key!);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Users" }).waitFor();
    expect(await page.getByRole("button", { name: "New user" }).count()).toBe(0);
  });

  test("says what a new key lacks once, beside the field", async () => {
    const page = await console.open("/keys");
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog");
    await expectFocused(dialog.getByRole("textbox", { name: "Name" }));
    for (const name of ["Name", "User", "Role"]) {
      await expectShown(dialog.getByText(`${name} *`, { exact: true }));
    }
    await dialog.getByRole("button", { name: "Create the key" }).click();
    await dialog.getByRole("alert").getByText("Some fields must be corrected.").waitFor();
    await expectFocused(dialog.getByRole("textbox", { name: "Name" }));
    expect(await dialog.getByText("Fill this in.").allInnerTexts()).toEqual(["Fill this in."]);
    expect(await dialog.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid")).toBe(
      "true",
    );
  });

  test("creates a key that is shown once, and revokes it", async () => {
    const page = await console.open("/keys");
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Tablet 7");
    await dialog.getByLabel("User").fill("Nobody");
    await dialog.getByRole("button", { name: "Create the key" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("User").fill("");
    await dialog.getByRole("button", { name: "Create the key" }).click();
    await dialog.getByText("Fill this in.", { exact: true }).waitFor();
    await dialog.getByText("Some fields must be corrected.").waitFor();
    await dialog.getByLabel("User").fill("Administrator");
    await dialog.getByRole("combobox", { name: "Role" }).selectOption("viewer");
    await dialog.getByRole("button", { name: "Create the key" }).click();
    const key = await dialog.getByLabel("The new key").textContent();
    expect(key).toMatch(/^ab_/);
    await dialog.getByRole("img", { name: "Barcode: Tablet 7" }).waitFor();
    await console.checkAccessible(page);
    await dialog.getByRole("button", { name: "I have kept the key" }).click();
    expect(await page.content()).not.toContain(key);

    const theirs = await console.openSignedOut("");
    await theirs.getByLabel("Key").fill(key!);
    await theirs.getByRole("button", { name: "Sign in" }).click();
    await theirs.getByRole("heading", { name: /^Hello/ }).waitFor();

    await page.getByRole("gridcell", { name: "Tablet 7" }).click();
    await console.checkAccessible(page);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog", { name: "Revoke Tablet 7?" }).waitFor();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("row", { name: /Tablet 7.*Revoked/ }).waitFor();
    // A list that the screen reads again by itself may have told it already.
    const place = theirs.getByRole("link", { name: "Items" }).or(theirs.getByLabel("Key"));
    await place.first().click();
    await theirs.getByLabel("Key").waitFor();
  });

  test("makes a role of the plant, and a key with it sees what it permits", async () => {
    const page = await console.open("/reference/role");
    await page.getByRole("button", { name: "New" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Kitting");
    // Nobody knows all names: a part of one finds those that have it.
    const find = dialog.getByLabel("Find an operation");
    await find.fill("locationl");
    await dialog.getByRole("checkbox", { name: "locationList" }).check();
    await find.fill("materialItemMove");
    expect(await dialog.getByRole("checkbox", { name: /^materialItem/ }).count()).toBe(2);
    await dialog.getByRole("checkbox", { name: "materialItemMove", exact: true }).check();
    await find.fill("roleU");
    expect(await dialog.getByRole("checkbox", { name: "roleUpsert" }).count()).toBe(0);
    await expectShown(dialog.getByText(/^2 of \d+ chosen$/));
    await console.checkAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const [role] = await console.client.roleList({ body: { name: "Kitting" } });
    expect(role!.operations).toEqual(["locationList", "materialItemMove"]);

    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("button", { name: "New key" }).click();
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Kitting tablet");
    await dialog.getByLabel("User").fill("Administrator");
    await dialog.getByRole("combobox", { name: "Role" }).selectOption("Kitting");
    await dialog.getByRole("button", { name: "Create the key" }).click();
    const key = await dialog.getByLabel("The new key").textContent();
    const theirs = await console.openSignedOut("");
    await theirs.getByLabel("Key").fill(key!);
    await theirs.getByRole("button", { name: "Sign in" }).click();
    const places = theirs.getByRole("navigation", { name: "Places" }).getByRole("link");
    await expectShown(places.first());
    expect(await places.allTextContents()).toEqual(["Move", "Reference data"]);
  });

  test("creates a user, changes it and lets it sign in no more", async () => {
    const page = await console.open("/users");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "New user" }).click();
    await dialog.getByLabel("Name").fill("Ada Byron");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("gridcell", { name: "Ada Byron" }).click();
    await console.checkAccessible(page);
    await dialog.getByLabel("Active").uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /Ada Byron.*Retired/ }).waitFor();
    await page.getByRole("gridcell", { name: "Ada Byron" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete Ada Byron?" }).waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await console.client.userList({ body: { name: "Ada Byron" } })).toEqual([]);
  });

  test("says a refusal in the person's own words as soon as they are there", async () => {
    const page = await console.open("/users");
    const release = Promise.withResolvers<void>();
    await page.route(/\/assets\/later-texts-[\w-]+\.js$/, async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.reload();
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "New user" }).click();
    await dialog.getByLabel("Name").fill("Administrator");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectShown(dialog.getByText("A record with that name exists"));
    release.resolve();
    await expectShown(dialog.getByText("There is a record with this name or code already."));
  });

  test("creates a webhook with a secret, tries it and deletes it", async () => {
    const page = await console.open("/webhooks");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "New webhook" }).click();
    await dialog.getByLabel("URL").fill("https://10.1.2.3/asbuilt");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("The target is in a private network.").waitFor();
    await dialog.getByText("ASBUILT_WEBHOOK_PRIVATE_TARGETS", { exact: true }).waitFor();
    await dialog.getByLabel("URL").fill("https://receiver.invalid/asbuilt");
    await dialog.getByRole("button", { name: "Save" }).click();
    expect(await dialog.getByLabel("Secret").textContent()).toMatch(/^whsec_/);
    await console.checkAccessible(page);
    await dialog.getByRole("button", { name: "I have kept the secret" }).click();
    await page.getByRole("gridcell", { name: "https://receiver.invalid/asbuilt" }).click();
    await page.getByRole("heading", { name: "https://receiver.invalid/asbuilt" }).waitFor();
    const address = page.url();
    await page.goto(address);
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByRole("alert").filter({ hasText: "The test event was not taken." }).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await console.checkAccessible(page);
    expect(await isWithoutSidewaysScroll(page)).toBe(true);
    await page.getByRole("button", { name: "New secret" }).click();
    await dialog.getByRole("button", { name: "Make a new secret" }).click();
    expect(await dialog.getByLabel("Secret").textContent()).toMatch(/^whsec_/);
    await dialog.getByRole("button", { name: "I have kept the secret" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Webhooks" }).waitFor();
    expect(await console.client.webhookList({ body: {} })).toEqual([]);
    await page.goto(address);
    await page.getByRole("link", { name: "Show all webhooks" }).click();
    await page.getByText("No system gets events yet.").waitFor();
  });

  test("shows the plant on a board, and reads it again every 15 seconds", async () => {
    const page = await console.open("/board", "viewer");
    const held = page.locator(".board-figure", { hasText: "On hold" }).getByRole("definition");
    const before = Number(await held.textContent());
    await console.checkAccessible(page);
    const [reason] = await console.client.holdReasonList({ body: {} });
    await console.client.materialItemHold({
      body: { visualSerialNo: "PUMP-0004", holdReason: reason!.name },
    });
    await page.clock.install();
    await page.reload();
    await page.waitForFunction((count) => document.body.innerText.includes(count), `${before + 1}`);
    await console.client.materialItemRelease({ body: { visualSerialNo: "PUMP-0004" } });
    await page.clock.fastForward(16_000);
    await expect.poll(() => held.textContent(), { timeout: 10_000 }).toBe(String(before));
    // Without input it stays in sight. The first late touch locks it.
    await page.clock.fastForward(30 * minuteMs);
    expect(await held.isVisible()).toBe(true);
    await page.mouse.click(5, 5);
    await page.getByRole("heading", { name: "Locked" }).waitFor();
  });

  test("says how many changes a list lacks, and lets nothing move before that", async () => {
    const page = await console.open("/users");
    const streams = countResponses(page, "/api/Event/Stream");
    const lists = countResponses(page, "/api/User/List");
    const begin = await holdStream(page);
    await page.reload();
    await page.getByRole("grid").waitFor();
    begin();
    // The list is read again when the stream begins.
    await expect.poll(() => [streams(), lists()], { timeout: 20_000 }).toEqual([1, 2]);
    const second = await page.context().newPage();
    await second.addInitScript(signInWith, adminKey);
    await second.goto(`${console.address}/console/users`);
    await second.getByRole("grid").waitFor();
    await console.client.userUpsert({ body: { name: "Grace" } });
    await Promise.all(
      [page, second].map((each) => each.getByRole("button", { name: "1 change, show" }).waitFor()),
    );
    expect(await page.getByRole("gridcell", { name: "Grace" }).count()).toBe(0);
    await page.getByRole("button", { name: "1 change, show" }).click();
    await page.getByRole("gridcell", { name: "Grace" }).waitFor();
    await page.getByRole("button", { name: /show$/ }).waitFor({ state: "detached" });
    expect(streams()).toBe(1);
  });

  test("shows what changed between the reading of a list and the start of the stream", async () => {
    const page = await console.open("");
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    const begin = await holdStream(page);
    await page.goto(`${console.address}/console/users`);
    await page.getByRole("grid").waitFor();
    await console.client.userUpsert({ body: { name: "Ada" } });
    expect(await page.getByRole("gridcell", { name: "Ada" }).count()).toBe(0);
    begin();
    await page.getByRole("gridcell", { name: "Ada" }).waitFor();
  });

  test("says that an answer is slow, and has it asked again", async () => {
    const page = await console.open("");
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    let asked = 0;
    await page.route("**/api/Webhook/List*", async (route) => {
      asked += 1;
      // The first one is never answered.
      if (asked > 1) await route.continue();
    });
    const link = page.getByRole("link", { name: "Webhooks" }).first();
    await link.hover();
    await hasLoaded(page, "webhooks-screen");
    await page.clock.install();
    await link.click();
    await page.getByRole("progressbar", { name: "Loading" }).waitFor();
    expect(await page.getByText("Still asking.").count()).toBe(0);
    await page.clock.fastForward(3_100);
    await page.getByText("Still asking.").waitFor();
    await console.checkAccessible(page);
    expect(await page.getByRole("button", { name: "Ask again" }).count()).toBe(0);
    await page.clock.fastForward(5_100);
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText("No system gets events yet.").waitFor();
    expect(asked).toBe(2);
  });

  test("waits as long as a busy service says", async () => {
    const page = await console.open("");
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    let asked = 0;
    await page.route("**/api/Webhook/List*", async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      return route.fulfill({
        status: 429,
        headers: { "Retry-After": "30" },
        contentType: "application/problem+json",
        json: { status: 429, code: "rate_limited", title: "", detail: "", requestId: "a" },
      });
    });
    const link = page.getByRole("link", { name: "Webhooks" }).first();
    await link.hover();
    await hasLoaded(page, "webhooks-screen");
    await page.clock.install();
    await link.click();
    await page.getByText(/It is asked again in \d+ seconds/).waitFor();
    expect(asked).toBe(1);
    await page.clock.fastForward(31_000);
    await page.getByText("No system gets events yet.").waitFor();
    expect(asked).toBe(2);
  });

  test("sends a write again under its key if the first response does not come", async () => {
    const page = await console.open("/users");
    const keys: (string | undefined)[] = [];
    await page.route("**/api/User/Upsert", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      // It takes effect, and its response is lost.
      await fetchOf(route);
      return undefined;
    });
    await hasLoaded(page, "users-screen");
    await page.getByRole("button", { name: "New user" }).waitFor();
    await page.clock.install();
    await page.getByRole("button", { name: "New user" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Once only");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => keys.length).toBe(1);
    await expect
      .poll(() => console.client.userList({ body: { name: "Once only" } }))
      .toHaveLength(1);
    await page.clock.fastForward(8_100);
    await dialog.getByRole("button", { name: "Ask again" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("gridcell", { name: "Once only" }).waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});
