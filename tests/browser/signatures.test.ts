import { beforeEach, expect, test } from "vitest";
import { describeConsole, expectShown } from "./console.ts";

const pin = "739105";

describeConsole("signatures", (console) => {
  beforeEach(async () => {
    await console.client.userSetPin({ body: { pin } });
  });

  test("of an item are made with a meaning and a PIN, and show when they no longer cover it", async () => {
    const { id } = await console.client.materialItemReceive({
      body: { productName: "Housing", visualSerialNo: "SIG-1", qty: 1 },
    });
    const page = await console.open(`/items/${id}?tab=signatures`);
    await expectShown(page.getByText("Nobody has signed it yet."));
    await page.getByRole("button", { name: "Sign" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign SIG-1" });
    await dialog.getByLabel("Meaning").selectOption("Verified");
    await dialog.getByLabel("Comment").fill("Checked");
    await dialog.getByLabel("PIN").fill("860214");
    await dialog.getByRole("button", { name: "Sign" }).click();
    await expectShown(dialog.getByText("The badge or the PIN is not right."));
    await console.checkAccessible(page);
    await dialog.getByLabel("PIN").fill(pin);
    await dialog.getByRole("button", { name: "Sign" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectShown(page.getByText("Covers it as it is"));
    await expectShown(page.getByText("Checked"));
    await console.client.materialItemHold({ body: { id, holdReason: "Quality" } });
    await page.reload();
    await expectShown(page.getByText("Changed afterwards"));
    await page.getByRole("link", { name: "History", exact: true }).click();
    await expectShown(page.getByText("Signed", { exact: true }));
  });

  test("that a release waits for are named, with what to do", async () => {
    const { id: ruleID } = await console.client.signatureRuleUpsert({
      body: { name: "Releases", operation: "release", meaning: "released", byAnother: true },
    });
    const { id } = await console.client.materialItemReceive({
      body: { productName: "Housing", visualSerialNo: "SIG-2", qty: 1 },
    });
    await console.client.materialItemHold({ body: { id, holdReason: "Quality" } });
    const page = await console.open(`/items/${id}`);
    await page.getByRole("button", { name: "Release" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Release" }).click();
    await expectShown(dialog.getByText("A signature is missing."));
    await expectShown(dialog.getByText("by another person than who did the work"));
    await expectShown(dialog.getByText("Have the record signed as it is now, then try again."));
    await console.client.signatureRuleDelete({ body: { id: ruleID } });
    await dialog.getByRole("button", { name: "Release" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  test("of a BoM version are on its page, and rules are reference data", async () => {
    const [bom] = await console.client.bomList({ body: { name: "PUMP-BOM" } });
    const page = await console.open(`/boms/${bom!.id}?tab=signatures`);
    await page.getByRole("button", { name: "Sign" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Meaning").selectOption("Approved");
    await dialog.getByLabel("PIN").fill(pin);
    await dialog.getByRole("button", { name: "Sign" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectShown(page.getByText("Covers it as it is"));
    await page.goto(`${console.address}/console/reference/signatureRule`);
    await page.getByRole("button", { name: "New" }).click();
    await dialog.getByLabel("Name").fill("Units are verified");
    await dialog.getByLabel("Operation").selectOption("Complete a unit");
    await dialog.getByLabel("Meaning").fill("verified");
    await dialog.getByLabel("By another").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const [rule] = await console.client.signatureRuleList({ body: {} });
    expect(rule).toMatchObject({ operation: "complete", meaning: "Verified", byAnother: true });
    await console.client.signatureRuleDelete({ body: { id: rule!.id } });
  });
});
