import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole } from "./console.ts";

const themes: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  "forced colours": { forcedColors: "active" },
};

const widths = [320, 768, 1280, 1920];

describeConsole("the design of the console", (console) => {
  test.for(Object.keys(themes))("is accessible in every state, in %s", async (theme) => {
    const page = await console.open("/design", "viewer", themes[theme]);
    await page.getByRole("treegrid").waitFor();
    await page.getByRole("grid", { name: "A list: with rows" }).waitFor();
    await console.checkAccessible(page);
    const swatches = page.locator("[data-contrast]");
    expect(await swatches.count()).toBeGreaterThan(30);
    expect(await page.locator('[data-contrast="too little"]').count()).toBe(0);
  });

  test("scrolls sideways at no width, in the larger density too", async () => {
    const page = await console.open("/design", "viewer");
    await page.getByRole("treegrid").waitFor();
    for (const density of ["office", "station"]) {
      await page.evaluate(
        (chosen) => (document.documentElement.dataset["density"] = chosen),
        density,
      );
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(`${density} at ${width}: ${excess}`).toBe(`${density} at ${width}: 0`);
      }
    }
  });

  test("has no target that is too small to touch", async () => {
    const page = await console.open("/design", "viewer");
    await page.getByRole("treegrid").waitFor();
    const small = () =>
      page.evaluate(() => {
        const least = Number.parseFloat(
          getComputedStyle(document.documentElement).getPropertyValue("--target"),
        );
        const targets = document.querySelectorAll(".button, .input, .check, .choice-option");
        return [...targets]
          .filter((target) => target.checkVisibility())
          .map((target) => `${target.className} ${target.getBoundingClientRect().height}`)
          .filter((text) => Number(text.split(" ").at(-1)) < least - 2);
      });
    expect(await small()).toEqual([]);
    await page.evaluate(() => (document.documentElement.dataset["density"] = "station"));
    expect(await small()).toEqual([]);
  });

  test("shows what is chosen where the colours of the system replace its own", async () => {
    const page = await console.open("/design", "viewer", themes["forced colours"]);
    const inkOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    const chosen = await inkOf(".choice-option:has(:checked)");
    expect(chosen).not.toBe(await inkOf(".choice-option:not(:has(:checked))"));
  });

  test("asks once more in a dialog that keeps the focus", async () => {
    const page = await console.open("/design", "viewer");
    await page.getByRole("button", { name: "Ask once more" }).click();
    await console.checkAccessible(page);
    const dialog = page.getByRole("dialog");
    for (let press = 0; press < 6; press += 1) await page.keyboard.press("Tab");
    expect(await dialog.evaluate((shown) => shown.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});
