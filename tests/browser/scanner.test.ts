import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fetchOf } from "./browser.ts";
import { describeConsole } from "./console.ts";
import { altCode, enter, type Key, keyboardScanner, keysOf } from "./keyboard-scanner.ts";

const received = (page: Page) => page.locator(".received-code");

const speedField = (page: Page) => page.getByLabel("Milliseconds between two keys, at most");

/** Waits for the red flash of the page. It is too short to be seen by looking from time to time. */
const untilBadFlash = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { documentElement } = document;
        new MutationObserver((_, observer) => {
          if (documentElement.dataset.flash !== "bad") return;
          observer.disconnect();
          resolve();
        }).observe(documentElement, { attributes: true });
      }),
  );

/** Waits for the last scan of the scanner's screen. */
const expectScan = (page: Page, code: string) =>
  expect.poll(() => received(page).first().textContent(), { timeout: 30_000 }).toBe(code);

/** Scans a code that ends what was pressed before it, and is the last one that is shown. */
async function expectNoScanBefore(page: Page, scanned: number): Promise<void> {
  const scanner = await keyboardScanner(page);
  await page.waitForTimeout(400);
  await scanner.scan("THE-END");
  await expectScan(page, "THE-END");
  expect(await received(page).count()).toBe(scanned + 1);
}

describeConsole("a scanner that acts as a keyboard", (console) => {
  const openScanner = async () => {
    const page = await console.open("/scanner", "operator");
    await page.getByText("it appears here").waitFor();
    return { page, scanner: await keyboardScanner(page) };
  };

  test("is heard while a field has the focus, which keeps its text", async () => {
    const { page, scanner } = await openScanner();
    await speedField(page).fill("abc");
    await scanner.scan("PUMP-0004", 12);
    await expectScan(page, "PUMP-0004");
    await expect.poll(() => speedField(page).inputValue()).toBe("abc");
    // In its middle, and without a suffix.
    await speedField(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(1, 2));
    await scanner.press(keysOf("SEAL-LOT-1"), 12);
    await expectScan(page, "SEAL-LOT-1");
    expect(await speedField(page).inputValue()).toBe("abc");
    expect(
      await speedField(page).evaluate((field: HTMLInputElement) => [
        field.selectionStart,
        field.selectionEnd,
      ]),
    ).toEqual([1, 2]);
  });

  test("is no person who types quickly: every key reaches the field", async () => {
    const { page, scanner } = await openScanner();
    await speedField(page).fill("");
    await scanner.press(keysOf("thenat"), [100, 25, 30, 30, 90, 110]);
    await expect.poll(() => speedField(page).inputValue()).toBe("thenat");
    await scanner.press(keysOf("the"), [300, 15, 20]);
    // Nothing follows: the held key comes back after the pause.
    await expect.poll(() => speedField(page).inputValue()).toBe("thenatthe");
    await scanner.press([...keysOf("PUMP-0001"), enter], 70);
    await expect.poll(() => speedField(page).inputValue()).toBe("thenatthePUMP-0001");
    await expectNoScanBefore(page, 0);
  });

  test("sends control characters with Ctrl and with Alt, which are no shortcuts", async () => {
    const { page, scanner } = await openScanner();
    const pages = page.context().pages().length;
    await scanner.scan("]d2010952123454321310LOT7\u001d21S42");
    await expectScan(page, "]d2010952123454321310LOT7<GS>21S42");
    await page.getByText("BATCH/LOT (10)").waitFor();
    expect(await page.getByText("S42", { exact: true }).count()).toBe(1);
    const alt: Key[] = [...keysOf("]d210LOT7"), altCode("029"), ...keysOf("21S42"), enter];
    await scanner.press(alt, 12);
    await expectScan(page, "]d210LOT7<GS>21S42");
    await scanner.scan("[)>\u001e06\u001d1PPUMP\u001e\u0004");
    await expectScan(page, "[)><RS>06<GS>1PPUMP<RS><EOT>");
    expect(page.context().pages()).toHaveLength(pages);
    expect(new URL(page.url()).pathname).toBe("/console/scanner");
  });

  test("presses the keys of a US keyboard on a German computer", async () => {
    const { page, scanner } = await openScanner();
    const german: Key[] = keysOf("YZ-123").map((key) => ({
      ...key,
      key: { Y: "Z", Z: "Y", "-": "ß" }[key.key] ?? key.key,
    }));
    await scanner.press([...german, enter], 8);
    await expectScan(page, "ZYß123");
    await page.getByLabel("Keyboard of the scanner").selectOption("US");
    await scanner.press([...german, enter], 8);
    await expectScan(page, "YZ-123");
    // It belongs to the station.
    await page.reload();
    await page.getByText("it appears here").waitFor();
    await scanner.press([...german, enter], 8);
    await expectScan(page, "YZ-123");
  });

  test("means the same with CapsLock on", async () => {
    const { page, scanner } = await openScanner();
    // The browser's protocol can't say that CapsLock is on.
    await page.evaluate(() => {
      KeyboardEvent.prototype.getModifierState = (name) => name === "CapsLock";
    });
    const inverted = keysOf("Pump-0004").map((key) => ({
      ...key,
      key: key.shift ? key.key.toLowerCase() : key.key.toUpperCase(),
    }));
    await scanner.press([...inverted, enter], 4);
    await expectScan(page, "Pump-0004");
  });

  test("can begin its codes with a key, and is as slow as it likes then", async () => {
    const { page, scanner } = await openScanner();
    await speedField(page).fill("35");
    const slow = (prefix: Key) => scanner.press([prefix, ...keysOf("7-UP"), enter], 70);
    await page.getByLabel("Key before each code").selectOption("F9");
    await slow({ key: "F9", code: "F9" });
    await expectScan(page, "7-UP");
    await page.getByLabel("Key before each code").selectOption("STX");
    await slow({ key: "b", code: "KeyB", ctrl: true });
    await expect.poll(() => received(page).count()).toBe(2);
    expect(await speedField(page).inputValue()).toBe("35");
  });

  test("is understood although the page gets some of its keys late", async () => {
    const { page, scanner } = await openScanner();
    await speedField(page).fill("35");
    for (const keys of [1, 2, 3, 5]) {
      await scanner.stall(`LATE-${keys}`, keys);
      await expectScan(page, `LATE-${keys}`);
      await expect.poll(() => speedField(page).inputValue()).toBe("35");
    }
    expect(await received(page).count()).toBe(4);
  });

  test("sends 100 codes back to back, and none is lost", async () => {
    const { page, scanner } = await openScanner();
    const codes = Array.from({ length: 100 }, (_, index) => `ITEM-${index}`);
    await scanner.press(
      codes.flatMap((code) => [...keysOf(code), enter]),
      4,
    );
    await expect.poll(() => received(page).count(), { timeout: 60_000 }).toBe(100);
    expect((await received(page).allTextContents()).toReversed()).toEqual(codes);
  });

  test("sends junk of any length, and the page refuses it whole and lives on", async () => {
    const { page } = await openScanner();
    // Through the browser's protocol, this number of keys takes a minute.
    await page.evaluate(() => {
      const keys = [...Array.from({ length: 4001 }, () => "x"), "Enter"];
      for (const key of keys) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      }
    });
    await page.getByText("This is no code.").waitFor();
    await expectNoScanBefore(page, 0);
  });

  test("is measured with the codes of a sheet, and what it needs is kept", async () => {
    const { page, scanner } = await openScanner();
    await scanner.scan("SLOW-1", 50);
    await expectNoScanBefore(page, 0);
    await page.getByRole("button", { name: "Start measuring" }).click();
    await scanner.press([{ key: "F9", code: "F9" }, ...keysOf("ASBUILT-zyZY_/@#"), enter], 50);
    await page.getByText("50 ms a key").first().waitFor();
    await scanner.scan("]C1010952123454321310LOT7\u001d21S42", 50);
    for (const found of ["Suffix Enter", "Keyboard is right", "Separators", "AIM identifiers"]) {
      await page.getByLabel("Found").getByText(found).waitFor();
    }
    await console.checkAccessible(page);
    await page.getByRole("button", { name: "Stop measuring" }).click();
    expect(await speedField(page).inputValue()).toBe("75");
    await page.reload();
    await page.getByText("it appears here").waitFor();
    await scanner.scan("SLOW-1", 50);
    await expectScan(page, "SLOW-1");
  });

  test("is taken to end its codes as it ended the first one, and may be interrupted then", async () => {
    const { page, scanner } = await openScanner();
    await scanner.scan("PUMP-0004");
    await expectScan(page, "PUMP-0004");
    const pauses = keysOf("HOUSING-0005").map((_, index) => (index === 7 ? 400 : 4));
    await scanner.press([...keysOf("HOUSING-0005"), enter], [...pauses, 4]);
    await expectScan(page, "HOUSING-0005");
    expect(await received(page).count()).toBe(2);
  });

  test("gives no screen a part of a code whose rest is late", async () => {
    const page = await console.open("", "operator");
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    const scanner = await keyboardScanner(page);
    // From now on the station knows that Enter ends each code.
    await scanner.scan("PUMP-0001");
    await page.getByRole("heading", { name: "PUMP-0001" }).waitFor();
    const cut = page.getByRole("alert").filter({ hasText: "Only a part of a code arrived." });
    await scanner.press(keysOf("HOUSING"), 4);
    await cut.getByText("HOUSING", { exact: true }).waitFor();
    // The rest of a code is known by coming soon: nothing slow stands between.
    await scanner.press([...keysOf("-0001"), enter], 4);
    await cut.getByText("-0001", { exact: true }).waitFor();
    await console.checkAccessible(page);
    await page.getByRole("heading", { name: "PUMP-0001" }).waitFor();
    await scanner.scan("HOUSING-0001");
    await page.getByRole("heading", { name: "HOUSING-0001" }).waitFor();
    expect(await cut.count()).toBe(0);
    // Twice the same code without Enter is that of a scanner that sends none.
    for (const _ of [1, 2]) {
      await scanner.press(keysOf("IMPELLER-0001"), 4);
      await page.waitForTimeout(1500);
    }
    await page.getByRole("heading", { name: "IMPELLER-0001" }).waitFor();
  });

  test("that is slow is offered to be accepted, instead of silence", async () => {
    const page = await console.open("", "operator");
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    const scanner = await keyboardScanner(page);
    await scanner.scan("PUMP-0001", 60);
    await page.getByText("Is this a slow scanner?").waitFor();
    await console.checkAccessible(page);
    await page.getByRole("button", { name: "Accept it, then scan again" }).click();
    await scanner.scan("PUMP-0001", 60);
    await page.getByRole("heading", { name: "PUMP-0001" }).waitFor();
  });

  test("leads to the record of a code from every screen, one scan after another", async () => {
    const page = await console.open("", "operator");
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    const scanner = await keyboardScanner(page);
    const asked: string[] = [];
    let open = 0;
    let openMax = 0;
    await page.route("**/api/Scan/Resolve", async (route) => {
      openMax = Math.max(openMax, ++open);
      asked.push(route.request().postDataJSON().code);
      const response = await fetchOf(route);
      await new Promise((resolve) => setTimeout(resolve, 300));
      open--;
      await route.fulfill({ response });
    });
    await scanner.scan("NOTHING-1");
    await scanner.scan("PUMP-0001");
    await scanner.scan("HOUSING-0001");
    await page.getByRole("heading", { name: "HOUSING-0001" }).waitFor();
    expect(asked).toEqual(["NOTHING-1", "PUMP-0001", "HOUSING-0001"]);
    expect(openMax).toBe(1);
    await scanner.scan("WO-1001");
    await page.getByRole("heading", { name: "WO-1001" }).waitFor();
    await scanner.scan("NOTHING-2");
    await page.getByRole("alert").getByText("NOTHING-2").waitFor();
    await console.checkAccessible(page);
    await page.getByRole("button", { name: "Close" }).click();
    await scanner.scan("$AB:COMPLETE");
    await page.getByText("This command belongs to the station.").waitFor();
  });

  test("interrupts no dialog in which a person types", async () => {
    const page = await console.open("/reference/location");
    const scanner = await keyboardScanner(page);
    await page.getByRole("button", { name: "New" }).click();
    await page.getByLabel("Code", { exact: true }).fill("CAGE");
    await scanner.scan("PUMP-0001");
    await page.getByText("A dialog is open: this scan did nothing.").waitFor();
    expect(await page.getByLabel("Code", { exact: true }).inputValue()).toBe("CAGE");
    expect(new URL(page.url()).pathname).toBe("/console/reference/location");
  });

  test("says what came of a scan by sound and vibration, unless they are off", async () => {
    const { page, scanner } = await openScanner();
    await page.evaluate(() => {
      const said: unknown[] = Object.assign(globalThis, { said: [] }).said;
      const { OscillatorNode: Oscillator } = globalThis;
      globalThis.OscillatorNode = class extends Oscillator {
        constructor(context: BaseAudioContext, options?: OscillatorOptions) {
          super(context, options);
          said.push(options?.frequency);
        }
      };
      navigator.vibrate = (pattern) => said.push(pattern) > 0;
    });
    const said = () => page.evaluate(() => (globalThis as unknown as { said: unknown[] }).said);
    await scanner.scan("ITEM-1");
    await expect.poll(said).toEqual([1760]);
    // Nothing is known by it, which this dialog says.
    await page.getByRole("button", { name: "Find or scan" }).click();
    const flash = untilBadFlash(page);
    await scanner.scan("NOTHING-1");
    await flash;
    expect(await said()).toEqual([1760, 200, 196]);
    await page.keyboard.press("Escape");
    await page.getByLabel("Sound and vibration").uncheck();
    await scanner.scan("ITEM-2");
    await expectScan(page, "ITEM-2");
    expect(await said()).toHaveLength(3);
  });

  test("of a phone gives its text to a field off the screen", async () => {
    const userAgent = "Mozilla/5.0 (Linux; Android 13; TC26) Chrome/140.0.0.0 Mobile";
    const page = await console.open("", "operator", { userAgent });
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("inputmode") ?? "none of it");
    await expect.poll(focused).toBe("none");
    await console.checkAccessible(page);
    await page.keyboard.insertText("HOUSING-0001");
    await page.getByRole("heading", { name: "HOUSING-0001" }).waitFor();
    // Another one sends every sign by itself, and then a key.
    await page.locator("body").click({ position: { x: 5, y: 600 } });
    await expect.poll(focused).toBe("none");
    const scanner = await keyboardScanner(page);
    await scanner.insert("PUMP-0001");
    await scanner.press([enter], 4);
    await page.getByRole("heading", { name: "PUMP-0001" }).waitFor();
  });
});

describeConsole("the ways to get everywhere", (console) => {
  test("find a record by its name, a code or a screen, from any screen", async () => {
    const page = await console.open("/items");
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("Control+k");
    const box = page.getByRole("combobox", { name: /^Serial, order/ });
    await box.pressSequentially("HOUSING-0", { delay: 90 });
    await page.getByRole("option", { name: /HOUSING-0001/ }).waitFor();
    await console.checkAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "HOUSING-0001" }).waitFor();
    // A scan into it, as into every dialog that takes scans.
    await page.getByRole("button", { name: "Find or scan" }).click();
    await (await keyboardScanner(page)).scan("PUMP-0001");
    await page.getByRole("heading", { name: "PUMP-0001" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    // A code that is typed whole.
    await page.getByRole("button", { name: "Find or scan" }).click();
    await box.fill("NOTHING-1");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("Nothing is known by this code.").waitFor();
    await box.fill("Scann");
    await page.getByRole("option", { name: /Scanner/ }).click();
    await page.getByRole("heading", { name: "Scanner" }).waitFor();
    // A text that is no code opens what it finds first.
    await page.getByRole("button", { name: "Find or scan" }).click();
    await box.fill("boms");
    await page.getByRole("option", { name: /BoMs/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "BoMs" }).waitFor();
    await page.getByRole("button", { name: "Find or scan" }).click();
    await box.fill("H-26-04");
    await page.getByRole("option", { name: "Recall batch H-26-04" }).waitFor();
    await page.getByRole("option", { name: "Items of batch H-26-04" }).click();
    await page.waitForURL(/\/items\?batchNo=H-26-04/);
  });

  test("are keys where no field has the focus, and no part of a scan", async () => {
    const page = await console.open("", "viewer");
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
    const scanner = await keyboardScanner(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await console.checkAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    const box = page.getByRole("combobox", { name: /^Serial, order/ });
    await box.waitFor();
    await box.pressSequentially("g/?", { delay: 120 });
    expect(await box.inputValue()).toBe("g/?");
    await page.keyboard.press("Escape");
    await scanner.press(keysOf("gi"), 200);
    await page.waitForURL(/\/console\/items/);
    await page.getByRole("grid").waitFor();
    await page.goBack();
    await scanner.scan("gi/?-1");
    await page.getByText("Nothing is known by this code.").waitFor();
    await scanner.scan("/?gi-2");
    await page.getByText("/?gi-2").waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});

describeConsole("the printed codes of the station", (console) => {
  test("are its commands, and the reasons and locations of the plant", async () => {
    const page = await console.open("/scanner?sheet=commands", "viewer");
    for (const name of ["Undo", "Take a part out", "Complete it", "Park it"]) {
      await page.getByRole("img", { name: `Barcode: ${name}` }).waitFor();
    }
    await console.checkAccessible(page);
    for (const [sheet, records] of [
      ["Reasons", await console.client.materialReasonList({ body: {} })],
      ["Locations", await console.client.locationList({ body: {} })],
    ] as const) {
      await page.getByRole("link", { name: sheet }).click();
      await page.getByRole("heading", { name: sheet }).waitFor();
      const command = sheet === "Reasons" ? "REASON" : "LOCATION";
      const codes = records.filter(({ isActive, suid }) => isActive && suid !== null);
      expect(codes.length).toBeGreaterThan(0);
      await expect
        .poll(() => page.locator(".sheet code").allTextContents())
        .toEqual(codes.map(({ suid }) => `$AB:${command}:${suid}`));
    }
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation", { name: "Sheets" }).isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Sign out" }).isVisible()).toBe(false);
    expect(await page.locator(".sheet svg").first().isVisible()).toBe(true);
  });

  test("fit a narrow screen in the dark", async () => {
    const options = { viewport: { width: 320, height: 700 }, colorScheme: "dark" } as const;
    const page = await console.open("/scanner", "operator", options);
    await page.getByRole("img", { name: "Barcode: GS1, linear" }).waitFor();
    await console.checkAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
