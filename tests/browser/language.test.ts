import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole } from "./console.ts";
import { addressesIn, everyAddress, nextFrame, walkIn } from "./screens.ts";
import { pseudo, speakPseudo } from "./pseudo-locale.ts";

/** Collects the texts of the plant: every text in the service's answers. */
function collectData(page: Page): () => Promise<string> {
  const texts = new Set<string>();
  const reads: Promise<void>[] = [];
  const collect = (value: unknown) => {
    if (typeof value === "string") texts.add(value);
    else if (typeof value === "object" && value) Object.values(value).forEach(collect);
  };
  page.on("response", (response) => {
    if (!response.url().includes("/api/") || response.url().endsWith("/Event/Stream")) return;
    reads.push(response.json().then(collect, () => undefined));
  });
  return async () => {
    await Promise.all(reads);
    return [...texts].join("\n");
  };
}

/** Names that are the same in every language. */
const names = new Set(["asbuilt", "JSON", "English", "Deutsch", "AM", "PM"]);

/** Returns the texts that the page shows or reads out, with their elements. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    // Texts of the browser, keys, codes of programs, and the page for developers.
    const exempt = "time, kbd, code, pre, [lang]:not(html)";
    const found: [element: string, text: string][] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (!element.checkVisibility() || element.closest(exempt)) continue;
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const read = ["aria-label", "placeholder", "title", "alt"].map((name) =>
        element.getAttribute(name),
      );
      for (const text of [...own.map((node) => node.textContent), ...read]) {
        if (text) found.push([`${element.localName}.${element.className}`, text]);
      }
    }
    return found;
  });

/** Returns what of a text is in plain letters, and not in the plant's data. */
const rawPartsOf = (text: string, data: string) =>
  text
    .split(/[^\u0020-\u007E]+/)
    .map((part) => part.replaceAll(/^[^a-z]+|[^a-z]+$/gi, ""))
    .filter((part) => /[a-z]{2}/i.test(part) && !names.has(part) && !data.includes(part))
    // Data beside data, such as two serials. A sentence has words with small letters.
    .filter((part) =>
      part.split(/,? /).some((word) => !/^[A-Z\d]/.test(word) || !data.includes(word)),
    );

async function rawTextsOf(page: Page, data: string): Promise<readonly string[]> {
  const texts = await textsOf(page);
  const raw = texts.filter(([, text]) => rawPartsOf(text, data).length > 0);
  return raw.map(([element, text]) => `${element}: ${text}`);
}

/** Returns the elements whose own texts have no room. The plant's data in cells may be cut. */
const cutTextsOf = (page: Page) =>
  page.evaluate(() => {
    const labels =
      "button, a, label, legend, summary, h1, h2, h3, dt, th, .chip, [role=columnheader]";
    const cut: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const { overflowX, clipPath } = getComputedStyle(element);
      const isHiding = overflowX === "hidden" || overflowX === "clip";
      const isData = element.role === "gridcell" || element.getAttribute("role") === "gridcell";
      const isChecked = element.matches(labels) || (isHiding && !isData);
      if (!isChecked || clipPath !== "none" || !element.checkVisibility()) continue;
      if (element.closest(".person-name, [lang]:not(html)")) continue;
      if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) {
        cut.push(`${element.localName}.${element.className}: ${element.textContent}`);
      }
    }
    return cut;
  });

/** Returns the times that do not say in which time zone they are. A day alone has none. */
const timesWithoutZone = (page: Page) =>
  page.evaluate(() => {
    const times = [...document.querySelectorAll("time")]
      .filter(({ dateTime }) => dateTime.length > 10)
      .map(({ innerText }) => innerText);
    const inputs = [...document.querySelectorAll("[type=datetime-local]")].map(
      (input) => input.parentElement!.innerText,
    );
    return [...times, ...inputs].filter((text) => !text.includes("UTC"));
  });

/** The buttons at the title of a screen open a dialog, except these. */
const opensDialog = {
  hasNotText: new RegExp(
    ["Copy link", "Print", "Save as CSV", "Leave the board", "Leave the tour"]
      .map(pseudo)
      .join("|"),
  ),
};

describeConsole(
  "another language of the console",
  (console) => {
    test("has every text of every screen and dialog, room for it, and zones of times", async () => {
      const page = await console.open("");
      page.setDefaultTimeout(15_000);
      const data = collectData(page);
      await page.addInitScript(() => (globalThis.print = () => undefined));
      await speakPseudo(page);
      const { goTo, settle } = walkIn(page);
      // Each text once, with the first place that has it.
      const faults = new Map<string, string>();
      const note = (texts: readonly string[], fault: string, place: string) =>
        texts.forEach((text) =>
          faults.set(`${fault} ${text}`, faults.get(`${fault} ${text}`) ?? place),
        );
      const check = async (place: string) => {
        note(await rawTextsOf(page, await data()), "raw", place);
        note(await cutTextsOf(page), "cut", place);
        note(await timesWithoutZone(page), "without a zone", place);
      };
      for (const path of everyAddress(await addressesIn(console.client))) {
        await goTo(path);
        await check(path);
        // The dialogs of the actions on the whole screen.
        const buttons = page.locator(".page-head button:enabled:visible").filter(opensDialog);
        for (let index = 0; index < (await buttons.count()); index += 1) {
          await buttons.nth(index).click();
          const dialog = page.locator("dialog[open]").first();
          await dialog.waitFor();
          await settle();
          await check(`dialog ${index} of ${path}`);
          await page.keyboard.press("Escape");
          await dialog.waitFor({ state: "detached" });
        }
        await page.setViewportSize({ width: 320, height: 800 });
        await nextFrame(page);
        note(await cutTextsOf(page), "cut", `${path} at 320`);
        await page.setViewportSize({ width: 1280, height: 800 });
      }
      expect(Object.fromEntries(faults)).toEqual({});
    });

    test("writes times as the browser's region does", async () => {
      const [item] = await console.client.materialItemSearch({ body: { text: "PUMP-0001" } });
      for (const [locale, time] of [
        ["en-US", /^\w{3} \d+, \d{4}, \d+:\d\d:\d\d [AP]M UTC$/],
        ["en-GB", /^\d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC$/],
        ["de-AT", /^\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d UTC$/],
      ] as const) {
        const page = await console.open(`/items/${item!.id}`, "viewer", { locale });
        const shown = page.locator("time").first();
        await shown.waitFor();
        // Some locales write a narrow space before AM.
        expect((await shown.innerText()).replaceAll(/\s/gu, " ")).toMatch(time);
      }
    });

    test("reads a quantity in its own signs, or refuses it", async () => {
      const visualSerialNo = "CAN-9";
      const { id } = await console.client.materialItemReceive({
        body: { productName: "Lubricant", visualSerialNo, qty: 9000, location: "STORE" },
      });
      const counted = { en: "Counted quantity", de: "Gezählte Menge" };
      const reason = { en: "Reason", de: "Grund" };
      const refused = { en: "This is not a number.", de: "Das ist keine Zahl." };
      const enter = async (locale: "en" | "de", text: string) => {
        const page = await console.open(`/items/${id}`, "admin", { locale });
        await page.locator("summary.button").click();
        await page
          .getByRole("button", { name: { en: "Adjust", de: "Bestand korrigieren" }[locale] })
          .click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel(counted[locale]).fill(text);
        await dialog.getByLabel(reason[locale]).selectOption("COUNT");
        await dialog.locator("[type=submit]").click();
        return dialog;
      };
      const quantity = async () =>
        (await console.client.materialItemSearch({ body: { text: visualSerialNo } }))[0]!.actualQty;
      for (const [locale, text, value] of [
        ["de", "1,5", 1.5],
        ["de", "1.234,5", 1234.5],
        ["en", "1.5", 1.5],
        ["en", "1,234.5", 1234.5],
      ] as const) {
        await (await enter(locale, text)).waitFor({ state: "detached" });
        expect([locale, text, await quantity()]).toEqual([locale, text, value]);
      }
      for (const [locale, text] of [
        ["en", "1.234,5"],
        ["de", "1,234.5"],
      ] as const) {
        await (await enter(locale, text)).getByText(refused[locale]).waitFor();
        expect(await quantity()).toBe(1234.5);
      }
    });
  },
  // The texts are the browser's side alone.
  { on: ["node"] },
);
