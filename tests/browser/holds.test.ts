import { expect, test } from "vitest";
import { describeConsole, expectShown } from "./console.ts";

describeConsole("holds", (console) => {
  const receive = (visualSerialNo: string, batchNo: string) =>
    console.client.materialItemReceive({
      body: { productName: "Housing", visualSerialNo, qty: 1, batchNo, deliveryNo: "DN-H" },
    });
  const holdsOf = async (visualSerialNo: string) => {
    const [item] = await console.client.materialItemList({ body: { visualSerialNo } });
    return item!.holds?.map(({ holdReason }) => holdReason);
  };

  test("of an item for several reasons are listed, and one is released", async () => {
    await console.client.holdReasonUpsert({ body: { name: "Supplier" } });
    const { id } = await receive("SH-1", "SB-1");
    for (const holdReason of ["Quality", "Supplier"]) {
      await console.client.materialItemHold({ body: { id, holdReason } });
    }
    const page = await console.open(`/items/${id}`, "engineer");
    await expectShown(page.getByText("Quality, Supplier"));
    await page.getByRole("button", { name: "Release" }).click();
    const dialog = page.getByRole("dialog", { name: "Release: SH-1" });
    await console.checkAccessible(page);
    await expectShown(dialog.getByText("Without a hold reason, all holds of each item end."));
    await dialog.getByLabel("Hold reason").selectOption("Quality");
    await dialog.getByRole("button", { name: "Release" }).click();
    await expectShown(dialog.getByText("1 done, 0 refused, 0 not sent yet"));
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await holdsOf("SH-1")).toEqual(["Supplier"]);
    // Of one hold there is nothing to choose.
    await page.getByRole("button", { name: "Release" }).click();
    expect(await dialog.getByLabel("Hold reason").count()).toBe(0);
    await dialog.getByRole("button", { name: "Release" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await holdsOf("SH-1")).toEqual([]);
  });

  test("of a recall are its batch, and a further reason for what is on hold, until all end", async () => {
    for (const serial of ["SR-1", "SR-2"]) await receive(serial, "SR");
    const body = { visualSerialNo: "SR-1", holdReason: "Quality" };
    await console.client.materialItemHold({ body });
    await console.client.holdReasonUpsert({ body: { name: "Recall" } });
    const page = await console.open("/recall?batchNo=SR", "quality");
    await page.getByRole("button", { name: "Hold the batch" }).click();
    const batch = page.getByRole("dialog", { name: "Hold a batch" });
    // The recall names both already.
    expect(await batch.getByRole("combobox", { name: "Product" }).inputValue()).toBe("Housing");
    await batch.getByLabel("Hold reason").selectOption("Quality");
    await batch.getByRole("button", { name: "Hold" }).click();
    await batch.waitFor({ state: "detached" });
    expect(await holdsOf("SR-2")).toEqual(["Quality"]);
    await page.getByRole("button", { name: "Hold the 2 on hold for a further reason" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Hold reason").selectOption("Recall");
    await dialog.getByRole("button", { name: "Hold" }).click();
    await expectShown(dialog.getByText("2 done, 0 refused, 0 not sent yet"));
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await holdsOf("SR-1")).toEqual(["Quality", "Recall", "Quality"]);
    await page.goto(`${console.address}/console/holds?text=SR-`);
    for (const serial of ["SR-1", "SR-2"]) {
      await page.getByRole("checkbox", { name: `Mark ${serial}` }).check();
    }
    await page.getByRole("button", { name: "Release" }).click();
    // The hold of the batch is no item's own.
    await dialog.getByRole("button", { name: "Release" }).click();
    await expectShown(dialog.getByText("3 done, 0 refused, 0 not sent yet"));
    await expectShown(dialog.getByText("SR-1: Recall"));
    await console.checkAccessible(page);
    for (const serial of ["SR-1", "SR-2"]) expect(await holdsOf(serial)).toEqual(["Quality"]);
    await console.client.batchHoldDelete({
      body: { productName: "Housing", batchNo: "SR", holdReason: "Quality" },
    });
  });

  test("of a batch stop its items, also a later one, until the hold is lifted", async () => {
    await receive("SH-2", "SB-2");
    const page = await console.open("/batch-holds", "engineer");
    await page.getByRole("button", { name: "Hold a batch" }).click();
    const dialog = page.getByRole("dialog", { name: "Hold a batch" });
    await dialog.getByRole("combobox", { name: "Product" }).fill("Housing");
    await dialog.getByLabel("Batch").fill("SB-2");
    await dialog.getByLabel("Hold reason").selectOption("Quality");
    await dialog.getByLabel("Comment").fill("Porous castings");
    await console.checkAccessible(page);
    await dialog.getByRole("button", { name: "Hold" }).click();
    const grid = page.getByRole("grid", { name: "Batches on hold" });
    await expectShown(grid.getByRole("row").filter({ hasText: /SB-2.*Housing.*Porous castings/s }));
    await receive("SH-3", "sb-2");
    for (const serial of ["SH-2", "SH-3"]) expect(await holdsOf(serial)).toEqual(["Quality"]);
    await grid.getByText("SB-2").click();
    const batch = page.getByRole("dialog", { name: "Batch SB-2 of Housing: Quality" });
    await expectShown(batch.getByRole("button", { name: "Show the items" }));
    await console.checkAccessible(page);
    await batch.getByRole("button", { name: "Lift the hold" }).click();
    await expectShown(page.getByText("No batch is on hold that matches."));
    for (const serial of ["SH-2", "SH-3"]) expect(await holdsOf(serial)).toEqual([]);
  });

  test("of a batch are shown to a viewer, who is offered none", async () => {
    const body = { productName: "Housing", batchNo: "SB-3", holdReason: "Quality" };
    await console.client.batchHoldUpsert({ body });
    const page = await console.open("/batch-holds", "viewer");
    await expectShown(page.getByRole("grid").getByText("SB-3"));
    expect(await page.getByRole("button", { name: "Hold a batch" }).count()).toBe(0);
  });
});
