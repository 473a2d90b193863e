import { randomInt } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole, expectShown, patiently } from "./console.ts";
import { startPump } from "./offline-station.ts";
import { banner, scanAll, scannerOf } from "./station.ts";

const first = "480217";
const own = "739105";

/** Types digits on the pad, as a finger does. */
async function touch(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await page.getByRole("button", { name: digit, exact: true }).click();
}

const pad = (page: Page) => page.getByRole("form", { name: "Who is at work here?" });

describeConsole("a shared station", (console) => {
  /** Makes a person with a badge and a first PIN. */
  async function person(name: string) {
    const badge = `BADGE-${randomInt(1e9)}`;
    const body = { name: `${name} ${randomInt(1e6)}`, badge, roles: ["operator"] };
    const user = await console.client.userUpsert({ body });
    await console.client.userResetPin({ body: { userID: user.id, pin: first } });
    return { ...user, badge };
  }

  /** Opens a station that persons share. */
  async function sharedStation() {
    const page = await console.open("/station", "operator");
    page.setDefaultTimeout(40_000);
    await banner(page, "Scan a unit or a works order.");
    await page.getByRole("button", { name: "Settings" }).click();
    // The lock then stands before the settings, too.
    await page.getByLabel("Persons identify with badge and PIN").click();
    await expectShown(pad(page));
    return { page, scanner: await scannerOf(page) };
  }

  test("asks for a badge and a PIN, names who is at work, and locks", async () => {
    const { client } = console;
    await startPump(client, "SHARED");
    const [ada, grace] = [await person("Ada"), await person("Grace")];
    const { page, scanner } = await sharedStation();
    expect(await page.evaluate(() => sessionStorage.getItem("asbuilt.key"))).toBeNull();
    await console.checkAccessible(page);
    await scanner.scan(ada.badge);
    await touch(page, first);
    await page.getByRole("button", { name: "OK" }).click();
    // An administrator chose the PIN: the person sets another one.
    await expectShown(page.getByLabel("Your new PIN"));
    await touch(page, own);
    await page.getByRole("button", { name: "OK" }).click();
    await page.getByTestId("person").getByText(ada.name).waitFor();
    await console.checkAccessible(page);
    await scanAll(page, scanner, [
      ["PUMP-SHARED", "PUMP-SHARED is open."],
      ["HOUSING-SHARED", "HOUSING-SHARED is in PUMP-SHARED."],
    ]);
    const [built] = await client.historyList({ body: { userID: ada.id, action: "built" } });
    expect(built).toMatchObject({ user: ada.name, station: "the operator's" });
    // The next badge asks for the PIN of the next person. A wrong one changes nobody.
    await scanner.scan(grace.badge);
    await touch(page, "615082");
    await page.getByRole("button", { name: "OK" }).click();
    await expectShown(page.getByRole("alert"));
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByTestId("person").getByText(ada.name).waitFor();
    await page.getByRole("button", { name: "Lock" }).click();
    await expectShown(pad(page));
    await page.goto(`${console.address}/console/receive`);
    await expectShown(pad(page));
  });

  test("continues without the person when the session of the person has ended", async () => {
    const { client } = console;
    const ada = await person("Ada");
    const { page, scanner } = await sharedStation();
    await scanner.scan(ada.badge);
    await touch(page, first);
    await page.getByRole("button", { name: "OK" }).click();
    await expectShown(page.getByLabel("Your new PIN"));
    await touch(page, own);
    await page.getByRole("button", { name: "OK" }).click();
    await page.getByTestId("person").getByText(ada.name).waitFor();
    const sessions = await client.sessionList({ body: { userID: ada.id, isValid: true } });
    for (const { id } of sessions) await client.sessionDelete({ body: { id } });
    await scanner.scan("PUMP-0001");
    await expectShown(pad(page));
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("asbuilt.cookie")), patiently)
      .toBe("1");
  });
});
