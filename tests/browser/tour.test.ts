import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Console, describeConsole, expectShown } from "./console.ts";
import { banner } from "./station.ts";

const stepOf = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

const isDone = (page: Page, title: string) => expectShown(stepOf(page, title).getByText("✓ Done"));

/** Types a code at the station as a person does: what is faster is a scan. */
async function type(page: Page, code: string, said: string): Promise<void> {
  await page.getByLabel("Serial or order").pressSequentially(code, { delay: 80 });
  await page.keyboard.press("Enter");
  await banner(page, said);
}

const openStation = (page: Page) => page.getByRole("link", { name: "Open the station" }).click();
const goBack = (page: Page) => page.getByRole("link", { name: "Back to the tour" }).click();

const leaveAndReturn = async (page: Page) => {
  await page.getByRole("link", { name: "asbuilt" }).first().click();
  await page.getByRole("link", { name: "Build your first pump" }).click();
};

/** Ends the work on all units, whatever they lack. */
async function completeAll({ client }: Console): Promise<void> {
  const units = await client.materialItemList({ body: { orderNo: "WO-1001" } });
  for (const { visualSerialNo, status } of units) {
    if (status !== "WIP") continue;
    await client.materialItemComplete({
      body: { visualSerialNo, allowIncomplete: true, comment: "For a test" },
    });
  }
}

describeConsole("the tour", (console) => {
  test("leads an operator through a whole pump, and ticks what the record shows", async () => {
    const page = await console.open("", "operator");
    await page.getByRole("link", { name: "Build your first pump" }).click();
    await expectShown(page.getByText("Everything you do is recorded."));
    await isDone(page, "Start a works order");
    expect(new URL(page.url()).search).toBe("?unit=PUMP-0003");
    await console.checkAccessible(page);

    await expectShown(page.getByText("HOUSING-0003"));
    await openStation(page);
    await type(page, "PUMP-0003", "PUMP-0003 is open.");
    await type(page, "HOUSING-0003", "HOUSING-0003 is in PUMP-0003.");
    await goBack(page);
    await isDone(page, "Build the first part in");

    await expectShown(page.getByText("IMPELLER-0001"));
    await expectShown(page.getByText("IMPELLER-0003"));
    await openStation(page);
    await type(page, "IMPELLER-0001", "This is built into something already.");
    await expectShown(page.getByTestId("help").getByText("IMPELLER-0001 is in PUMP-0001."));
    await type(page, "IMPELLER-0003", "IMPELLER-0003 is in PUMP-0003.");
    await goBack(page);
    await isDone(page, "See a refusal, and what helps");

    await expectShown(page.getByText("SEAL-LOT-1"));
    await expectShown(page.getByText("BOLT-LOT-1"));
    await openStation(page);
    for (const lot of ["SEAL-LOT-1", "BOLT-LOT-1"]) {
      await type(page, lot, `How much of ${lot}?`);
      await page.getByRole("button", { name: "OK" }).click();
      await banner(page, `${lot} is in PUMP-0003.`);
    }
    await goBack(page);
    await isDone(page, "Fill the other slots");
    await console.checkAccessible(page);

    await openStation(page);
    await page.getByRole("button", { name: "Complete it" }).click();
    await banner(page, "PUMP-0003 is complete.");
    // It is continued where it was left, without the address.
    await leaveAndReturn(page);
    await isDone(page, "Complete the pump");

    await page.getByRole("link", { name: "as-built tree of PUMP-0003" }).click();
    await expectShown(page.getByRole("treegrid").getByText("IMPELLER-0003"));
    await goBack(page);
    await openStation(page);
    await type(page, "PUMP-0003", "PUMP-0003 is complete. Take a part out to open it again.");
    await page.getByRole("button", { name: "Take a part out" }).click();
    await page.getByRole("button", { name: "Take out IMPELLER-0003" }).click();
    await page.getByRole("button", { name: /^Quality/ }).click();
    await banner(page, "IMPELLER-0003 is out of PUMP-0003.");
    await goBack(page);
    await isDone(page, "Look at the as-built tree, and take a part out");
    // The impeller was in it, so this step stays done.
    await isDone(page, "See a refusal, and what helps");

    await page.getByRole("link", { name: "recall of I-311" }).click();
    await expectShown(page.getByRole("grid").getByText("PUMP-0001 → IMPELLER-0001"));
    expect(await page.getByRole("grid").getByText("PUMP-0003").count()).toBe(0);
    await goBack(page);
    await expectShown(page.getByText("IMPELLER-0004"));
    await openStation(page);
    await type(page, "IMPELLER-0004", "IMPELLER-0004 is in PUMP-0003.");
    await page.getByRole("button", { name: "Complete it" }).click();
    await banner(page, "PUMP-0003 is complete.");
    await goBack(page);
    await isDone(page, "Find where its batch went");
    await expectShown(page.getByText("Your pump is built."));
    expect(await page.getByText("✓ Done").count()).toBe(7);
    await console.checkAccessible(page);

    await page.getByRole("button", { name: "Leave the tour" }).click();
    await expectShown(page.getByRole("heading", { name: /^Hello/ }));
    expect(await page.getByRole("link", { name: "Back to the tour" }).count()).toBe(0);
  });

  test("gives the next person another pump, and says which role a step needs", async () => {
    const page = await console.open("/station", "operator");
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("link", { name: /^Build your first pump/ }).click();
    await expectShown(page.getByLabel("Your pump"));
    expect(await page.getByLabel("Your pump").inputValue()).toBe("PUMP-0004");
    const viewer = await console.open("/tour?unit=PUMP-0003", "viewer");
    await isDone(viewer, "Find where its batch went");
    await viewer.getByLabel("Your pump").selectOption("PUMP-0004");
    const step = stepOf(viewer, "Build the first part in");
    await expectShown(step.getByText("Your key can't do this. The step needs the role Operator."));
    expect(await viewer.getByRole("link", { name: "Open the station" }).count()).toBe(0);
    await console.checkAccessible(viewer);
  });

  test("has an order started if no pump is in work", async () => {
    await completeAll(console);
    const operator = await console.open("/tour?unit=NONE", "operator");
    const step = stepOf(operator, "Start a works order");
    await expectShown(step.getByText("The step needs the role Engineer."));
    const page = await console.open("/tour", "engineer");
    await page.getByRole("link", { name: "WO-1002" }).click();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    await expectShown(dialog.getByText("10 units are started."));
    await dialog.getByRole("button", { name: "Close" }).click();
    await goBack(page);
    await isDone(page, "Start a works order");
    expect(await page.getByLabel("Your pump").inputValue()).toBe("PUMP-0006");
  });

  test("says how a plant without demo data gets it", async () => {
    const page = await console.open("");
    await page.route("**/api/WorksOrder/List", (route) =>
      route.fulfill({ contentType: "application/json", body: "[]" }),
    );
    await page.getByRole("link", { name: "Build your first pump" }).click();
    await expectShown(page.getByText("This plant has no demo data, which the tour needs."));
    await expectShown(page.getByText("ASBUILT_SEED=demo"));
    await console.checkAccessible(page);
  });
});
