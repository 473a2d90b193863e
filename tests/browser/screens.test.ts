import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessFaults, describeConsole, expectShown } from "./console.ts";
import { addressesIn, everyAddress, nextFrame, routes, walkIn } from "./screens.ts";

type Media = Parameters<Page["emulateMedia"]>[0];

const contrast = ["color-contrast"];

/** Only the colours differ between the schemes, so all other rules need one of them. */
const schemes: readonly {
  readonly name: string;
  readonly media: Media;
  readonly rules?: string[];
}[] = [
  { name: "light", media: { colorScheme: "light", forcedColors: "none" } },
  { name: "forced colours", media: { forcedColors: "active" }, rules: contrast },
  { name: "dark", media: { colorScheme: "dark", forcedColors: "none" }, rules: contrast },
];

/** The last one is a phone. A zoom of 200 % on a width of 1280 is a width of 640. */
const widths = [1280, 768, 640, 320];

/** Returns how much wider than the window the page is, and which elements make it so. */
const excessOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, dir } = document.documentElement;
    if (scrollWidth <= clientWidth) return undefined;
    const isOutside = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return dir === "rtl" ? left < 0 : right > clientWidth;
    };
    const outside = [...document.querySelectorAll("main *")].filter(isOutside);
    const names = outside.slice(0, 3).map((element) => `${element.localName}.${element.className}`);
    return `${scrollWidth - clientWidth} by ${names.join(", ")}`;
  });

describeConsole("every screen of the console", (console) => {
  const everyScreen = async () => everyAddress(await addressesIn(console.client));

  test("has an address in the demo plant that these tests open", async () => {
    const addresses = await addressesIn(console.client);
    const unknown = routes.filter(
      (route) => route.includes("$") && !Object.hasOwn(addresses, route),
    );
    expect(unknown).toEqual([]);
    expect(Object.keys(addresses).filter((route) => !routes.includes(route))).toEqual([]);
  });

  test("is accessible in light, in dark and in forced colours", async () => {
    const page = await console.open("", "admin");
    const { goTo } = walkIn(page);
    const faults: string[] = [];
    for (const path of await everyScreen()) {
      await goTo(path);
      for (const { name, media, rules } of schemes) {
        await page.emulateMedia(media);
        await nextFrame(page);
        const found = await accessFaults(page, rules);
        faults.push(...found.map((fault) => `${path} in ${name}: ${fault.slice(0, 1000)}`));
      }
    }
    expect(faults).toEqual([]);
  });

  test("scrolls sideways at no width, whichever way its language is written", async () => {
    const page = await console.open("", "admin");
    const { goTo } = walkIn(page);
    const faults: string[] = [];
    for (const path of await everyScreen()) {
      await goTo(path);
      for (const direction of ["ltr", "rtl"]) {
        await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await nextFrame(page);
          const excess = await excessOf(page);
          if (excess) faults.push(`${path} at ${width} in ${direction}: ${excess}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  test.for([
    ["one that looks like markup", "<img src=x onerror=alert(1)>"],
    ["one of 250 letters", "W".repeat(250)],
  ])("shows the serial of an item as it is: %s", async ([, visualSerialNo]) => {
    const { id } = await console.client.materialItemReceive({
      body: { productName: "Bolt", visualSerialNo: visualSerialNo!, qty: 1, batchNo: "STRANGE" },
    });
    const page = await console.open("", "admin", { viewport: { width: 320, height: 640 } });
    page.on("dialog", (dialog) => expect.unreachable(dialog.message()));
    const { goTo } = walkIn(page);
    const places = [
      "/items?batchNo=STRANGE",
      `/items/${id}`,
      `/items/${id}/report`,
      "/recall?batchNo=STRANGE",
    ];
    for (const path of places) {
      await goTo(path);
      await expectShown(page.getByText(visualSerialNo!).first());
      expect(await page.locator("img[src=x]").count()).toBe(0);
      expect(`${path}: ${await excessOf(page)}`).toBe(`${path}: undefined`);
    }
  });
});
