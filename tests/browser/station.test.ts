import type { Client, Problem } from "@asbuilt/client";
import { describe, expect, test } from "vitest";
import { describeConsole } from "./console.ts";
import { changeNextBuild, changes, pieces, prepareChanges } from "./refused-builds.ts";
import { banner, contentsOf, logged, logOf, scanAll, scannerOf, stationWith } from "./station.ts";

const statusOf = async (client: Client, visualSerialNo: string) => {
  const [item] = await client.materialItemList({ body: { visualSerialNo } });
  return [item?.status, item?.holdReason];
};

/** A piece of a product that no slot of the demo plant's pump takes. */
async function receiveGasket(client: Client): Promise<void> {
  await client.productCopy({
    body: { suid: "GASKET", name: "Gasket", srcProductName: "Impeller" },
  });
  await client.materialItemReceive({
    body: { productName: "Gasket", visualSerialNo: "GASKET-1", qty: 1 },
  });
}

/** Makes one item for each refusal that the state of an item decides. */
async function spoilParts(client: Client): Promise<void> {
  await receiveGasket(client);
  await client.materialItemHold({
    body: { visualSerialNo: "HOUSING-0004", holdReason: "Quality" },
  });
  await client.materialItemScrap({
    body: { visualSerialNo: "IMPELLER-0005", reasonSUID: "SCRAP" },
  });
  for (const serial of ["HOUSING-OLD", "HOUSING-NEW"]) {
    await client.materialItemReceive({
      body: {
        productName: "Housing",
        visualSerialNo: serial,
        qty: 1,
        ...(serial === "HOUSING-OLD" ? { expiryDate: "2020-01-31" } : {}),
      },
    });
  }
  await client.materialItemReceive({
    body: { productName: "Seal", visualSerialNo: "SEAL-REST", qty: 2 },
  });
}

describeConsole("the station", (console) => {
  test("offers the started orders while no unit is open", async () => {
    const page = await console.open("/station", "operator");
    const orders = page.getByRole("region", { name: "Started orders" });
    await orders.getByRole("button", { name: "WO-1001" }).click();
    await banner(page, "WO-1001 has several open units. Scan or tap one.");
    await page.getByRole("button", { name: "PUMP-0005" }).click();
    await banner(page, "PUMP-0005 is open.");
    expect(await orders.count()).toBe(0);
    await page.getByRole("button", { name: "Park it" }).click();
    await orders.waitFor();
    await console.checkAccessible(page);
  });

  test("builds a unit of an order by scans alone, and completes it", async () => {
    const { client } = console;
    await client.worksOrderStart({ body: { orderNo: "WO-1002" } });
    const [unit] = await client.materialItemList({ body: { orderNo: "WO-1002" } });
    const serial = unit!.visualSerialNo;
    const page = await console.open("/station", "operator");
    await banner(page, "Scan a unit or a works order.");
    await console.checkAccessible(page);
    const scanner = await scannerOf(page);
    await scanAll(page, scanner, [
      ["WO-1002", "WO-1002 has several open units. Scan or tap one."],
      [serial, `${serial} is open. Scan its parts.`],
      ["HOUSING-0003", `HOUSING-0003 is in ${serial}.`],
      ["IMPELLER-0003", `IMPELLER-0003 is in ${serial}.`],
      ["SEAL-LOT-1", "How much of SEAL-LOT-1?"],
      ["$AB:OK", `SEAL-LOT-1 is in ${serial}.`],
      ["$AB:COMPLETE", "Required material is missing."],
      ["BOLT-LOT-1", "How much of BOLT-LOT-1?"],
    ]);
    expect(await page.getByLabel("Quantity in each").inputValue()).toBe("8");
    await console.checkAccessible(page);
    await scanAll(page, scanner, [
      ["IMPELLER-0004", "IMPELLER-0004 is not taken: first confirm or cancel the question."],
      ["$AB:OK", `8 each BOLT-LOT-1 is in ${serial}.`],
    ]);
    await page.getByText("All required slots are full").waitFor();
    expect(await contentsOf(client, serial)).toEqual([
      "BOLT-LOT-1: 8",
      "HOUSING-0003: 1",
      "IMPELLER-0003: 1",
      "SEAL-LOT-1: 1",
    ]);
    await scanAll(page, scanner, [["$AB:COMPLETE", `${serial} is complete.`]]);
    expect(await statusOf(client, serial)).toEqual(["Available", null]);
    // The station called built what is built, and nothing else.
    const built = (await logOf(page)).filter(({ kind }) => kind === "built");
    expect(built.map(({ text }) => text)).toEqual([
      `HOUSING-0003 is in ${serial}.`,
      `IMPELLER-0003 is in ${serial}.`,
      `SEAL-LOT-1 is in ${serial}.`,
      `8 each BOLT-LOT-1 is in ${serial}.`,
    ]);
  });

  test("takes a code that is scanned before its screen is there", async () => {
    const page = await console.open("/orders", "operator");
    await page.getByRole("grid").waitFor();
    const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/assets\/station-screen-[\w-]+\.js$/, async (route) => {
      asked.resolve();
      await release.promise;
      await route.continue();
    });
    const scanner = await scannerOf(page);
    await page.getByRole("link", { name: "Station" }).click();
    await asked.promise;
    await scanner.scan("PUMP-0004");
    await page.waitForTimeout(500);
    expect(new URL(page.url()).pathname).not.toContain("/items/");
    release.resolve();
    await banner(page, "PUMP-0004 is open.");
  });

  test("waits for an answer only so long, and takes the scans after it", async () => {
    const { page, scanner } = await stationWith(console, "PUMP-0004");
    let hung = 0;
    await page.route("**/api/Scan/Resolve", async (route) => {
      // The request is taken, and nobody ever answers it.
      if (route.request().postDataJSON().code === "HOUSING-0005") hung++;
      else await route.continue();
    });
    await scanner.scan("HOUSING-0005");
    await scanner.scan("PUMP-0004");
    await logged(page, "No network: nothing was recorded.");
    await banner(page, "PUMP-0004 is open.");
    expect(hung).toBe(1);
  });

  test("says each refusal in a sentence, with what helps, and changes nothing", async () => {
    const { client } = console;
    await spoilParts(client);
    const { page, scanner } = await stationWith(console, "PUMP-0003");
    await scanAll(page, scanner, [["HOUSING-0005", "HOUSING-0005 is in PUMP-0003."]]);
    const before = await contentsOf(client, "PUMP-0003");
    const help = page.getByTestId("help");
    const refusals: readonly (readonly [code: string, sentence: string, help?: string | RegExp])[] =
      [
        ["NO-SUCH-PART", "There is no item NO-SUCH-PART.", "Receive here"],
        ["GASKET-1", "This does not belong in this unit.", /Impeller: Impeller/],
        ["HOUSING-0004", "This item is on hold.", "Reason of the hold: Quality"],
        ["HOUSING-OLD", "This item has expired.", /Expires:.*2020/],
        ["HOUSING-NEW", "The slot is full.", /HOUSING-0005/],
        [
          "IMPELLER-0001",
          "This is built into something already.",
          "IMPELLER-0001 is in PUMP-0001.",
        ],
        ["IMPELLER-0005", "The item's status forbids this."],
      ];
    for (const [code, sentence, shown] of refusals) {
      await scanAll(page, scanner, [[code, sentence]]);
      if (shown) await help.getByText(shown).first().waitFor();
      expect(await contentsOf(client, "PUMP-0003"), code).toEqual(before);
    }
    await scanAll(page, scanner, [
      ["SEAL-REST", "How much of SEAL-REST?"],
      ["$AB:QTY:1.5", "How much of SEAL-REST?"],
      ["$AB:OK", "The quantity has too many decimals."],
      ["SEAL-LOT-2", "How much of SEAL-LOT-2?"],
      ["$AB:CANCEL", "Cancelled. Nothing was changed."],
      ["SEAL-REST", "How much of SEAL-REST?"],
      ["$AB:QTY:3", "How much of SEAL-REST?"],
      ["$AB:OK", "There is not enough left."],
    ]);
    await help.getByText("Left of SEAL-REST: 2 each").waitFor();
    await help.getByText("SEAL-LOT-1").waitFor();
    expect(await contentsOf(client, "PUMP-0003")).toEqual(before);
    await console.checkAccessible(page);
  });

  test("says what the service refuses of a request that only another client sends", async () => {
    const { client } = console;
    await prepareChanges(console);
    const { page, scanner } = await stationWith(console, "PUMP-SAYS");
    const before = await contentsOf(client, "PUMP-SAYS");
    const answered = () => page.waitForResponse("**/api/Build/Build");
    for (const [index, [code, sentence, change]] of changes.entries()) {
      await changeNextBuild(page, change);
      const [response] = await Promise.all([
        answered(),
        scanAll(page, scanner, [[pieces[index % 2]!, sentence]]),
      ]);
      const problem = (await response.json()) as Problem;
      expect(problem.code).toBe(code);
      await banner(page, problem.detail);
      expect(await contentsOf(client, "PUMP-SAYS"), code).toEqual(before);
    }
  });

  test("receives a part where it is used, from what its code says", async () => {
    const { client } = console;
    await client.receiptProfileUpsert({
      body: { name: "Found", fields: { batchNo: "compulsory" } },
    });
    const [bolt] = await client.productList({ body: { Name: "Bolt" } });
    await client.productUpsert({ body: { ID: bolt!.ID, ReceiptProfile: "Found" } });
    const tablet = { width: 1024, height: 768 };
    const { page, scanner } = await stationWith(console, "PUMP-0005", { viewport: tablet });
    await scanner.scan("BOLT-FOUND");
    await page.getByRole("button", { name: "Receive here" }).click();
    const done = await page.getByRole("button", { name: "Receive and build" }).boundingBox();
    expect(done!.y + done!.height).toBeLessThanOrEqual(tablet.height);
    await console.checkAccessible(page);
    expect(await page.getByText("Batch *", { exact: true }).count()).toBe(0);
    await page.getByLabel("Product").selectOption("Bolt");
    await page.getByText("Batch *", { exact: true }).waitFor();
    await page.getByLabel("Batch").fill("F-1");
    expect(await page.getByLabel("Quantity").inputValue()).toBe("8");
    await page.getByRole("button", { name: "Receive and build" }).click();
    await banner(page, "8 BOLT-FOUND is in PUMP-0005.");
    expect(await contentsOf(client, "PUMP-0005")).toEqual(["BOLT-FOUND: 8"]);
    await scanner.scan("HOUSING-FOUND");
    await page.getByRole("button", { name: "Receive here" }).click();
    await page.getByText(/^Housing, Impeller, Seal.*: the stock of these is managed/).waitFor();
    expect(await page.getByLabel("Product").locator("option").allTextContents()).toEqual([
      "Choose",
      "Bolt (Housing bolts)",
      "Bolt A4 (Housing bolts)",
    ]);
    // A receipt that is refused keeps what was entered.
    await page.getByLabel("Product").selectOption("Bolt");
    await page.getByLabel("Quantity").fill("0.5");
    await page.getByLabel("Batch").fill("F-2");
    await page.getByRole("button", { name: "Receive and build" }).click();
    await banner(page, "The quantity has too many decimals.");
    expect(await page.getByLabel("Product").inputValue()).toBe("Bolt");
    expect(await page.getByLabel("Quantity").inputValue()).toBe("0.5");
    expect(await page.getByLabel("Batch").inputValue()).toBe("F-2");
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await contentsOf(client, "PUMP-0005")).toEqual(["BOLT-FOUND: 8"]);
  });

  test("takes parts out with each disposition, and takes back the last Build", async () => {
    const { client } = console;
    const { page, scanner } = await stationWith(console, "PUMP-0002");
    const remove = async (
      serial: string,
      reason: string,
      text = `${serial} is out of PUMP-0002.`,
    ) =>
      scanAll(page, scanner, [
        ["$AB:REMOVE", "Scan or tap the part that comes out."],
        [serial, `Why does ${serial} come out?`],
        [`$AB:REASON:${reason}`, text],
      ]);
    await scanAll(page, scanner, [["$AB:UNDO", "There is nothing to undo."]]);
    await remove("HOUSING-0002", "SCRAP");
    await remove("IMPELLER-0002", "QUALITY");
    expect(await statusOf(client, "HOUSING-0002")).toEqual(["Scrapped", null]);
    expect(await statusOf(client, "IMPELLER-0002")).toEqual(["Available", "Quality"]);
    await scanAll(page, scanner, [
      ["BOLT-LOT-1", "How much of BOLT-LOT-1?"],
      ["$AB:OK", "8 each BOLT-LOT-1 is in PUMP-0002."],
    ]);
    await remove("BOLT-LOT-1", "REWORK", "How much of BOLT-LOT-1?");
    await scanAll(page, scanner, [
      ["$AB:QTY:3", "How much of BOLT-LOT-1?"],
      ["$AB:OK", "3 each BOLT-LOT-1 is out of PUMP-0002."],
      ["SEAL-LOT-2", "How much of SEAL-LOT-2?"],
      ["$AB:OK", "SEAL-LOT-2 is in PUMP-0002."],
      ["$AB:UNDO", "Undone: SEAL-LOT-2 is out of PUMP-0002."],
      ["$AB:UNDO", "There is nothing to undo."],
    ]);
    expect(await contentsOf(client, "PUMP-0002")).toEqual(["BOLT-LOT-1: 5"]);
  });

  describe("without a call", () => {
    test("ignores a code that is scanned twice, and a part that is in the unit", async () => {
      const { page, scanner } = await stationWith(console, "PUMP-0001");
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await scanner.scan("IMPELLER-0001");
      await scanner.scan("IMPELLER-0001");
      await banner(page, "IMPELLER-0001 was scanned twice.");
      expect(asked.filter((url) => url.includes("/Build/"))).toEqual([]);
      expect((await logOf(page)).map(({ kind }) => kind)).toEqual([
        "opened",
        "alreadyBuilt",
        "repeated",
      ]);
    });
  });

  test("is worked by touch and by keys as well, with large targets", async () => {
    const { client } = console;
    const page = await console.open("/station", "operator", {
      viewport: { width: 360, height: 740 },
    });
    await page.getByLabel("Serial or order").fill("PUMP-0004");
    await page.keyboard.press("Enter");
    await banner(page, "PUMP-0004 is open.");
    await page.getByLabel("Serial or order").fill("BOLT-A4-LOT-1");
    await page.getByRole("button", { name: "Enter" }).click();
    await banner(page, "How much of BOLT-A4-LOT-1?");
    await page.keyboard.type("7");
    await page.getByRole("button", { name: "Delete the last digit" }).click();
    await page.getByRole("button", { name: "8", exact: true }).click();
    await page.keyboard.press("F2");
    await page.keyboard.press("Enter");
    await banner(page, "8 each BOLT-A4-LOT-1 is in PUMP-0004.");
    const heights = await page
      .locator("main button")
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(64);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
    await page.keyboard.press("F8");
    await banner(page, "Undone: 8 each BOLT-A4-LOT-1 is out of PUMP-0004.");
    await page.keyboard.press("F10");
    await banner(page, "Required material is missing.");
    await page.keyboard.press("F4");
    await banner(page, "Scan or tap the part that comes out.");
    await page.keyboard.press("Escape");
    await banner(page, "Cancelled. Nothing was changed.");
    await page.getByRole("button", { name: "Park it" }).click();
    await banner(page, "PUMP-0004 is parked.");
    await page.getByRole("list", { name: "Units" }).getByText("PUMP-0004").click();
    await banner(page, "PUMP-0004 is open.");
    expect(await contentsOf(client, "PUMP-0004")).toEqual([]);
  });

  test("shows every slot of a unit on a tablet, and marks the next one", async () => {
    await console.client.materialItemReceive({
      body: { productName: "Housing", visualSerialNo: "HOUSING-TABLET", qty: 1 },
    });
    const tablet = { width: 1024, height: 768 };
    const { page, scanner } = await stationWith(console, "PUMP-0004", { viewport: tablet });
    const slots = page.getByRole("list", { name: "Slots" }).locator("> li");
    const next = slots.and(page.locator('[aria-current="step"]'));
    const belowOf = async () => {
      const ends = await slots.evaluateAll((all) =>
        all.map((slot) => slot.getBoundingClientRect().bottom),
      );
      expect(ends).toHaveLength(5);
      return ends.filter((end) => end > tablet.height);
    };
    expect(await belowOf()).toEqual([]);
    await next.getByRole("heading", { name: "Housing" }).waitFor();
    await scanAll(page, scanner, [["HOUSING-TABLET", "HOUSING-TABLET is in PUMP-0004."]]);
    await next.getByRole("heading", { name: "Impeller" }).waitFor();
    expect(await belowOf()).toEqual([]);
    await scanAll(page, scanner, [["$AB:UNDO", "Undone: HOUSING-TABLET is out of PUMP-0004."]]);
    // The places are in a menu here.
    await page.getByRole("button", { name: "Places" }).click();
    await page.getByRole("link", { name: "Orders" }).waitFor();
  });

  test("opens what is built into, and says what a part or a finished unit is", async () => {
    await console.client.materialItemComplete({ body: { visualSerialNo: "PUMP-0001" } });
    const page = await console.open("/station", "operator", {
      viewport: { width: 1024, height: 768 },
    });
    await banner(page, "Scan a unit or a works order.");
    const scanner = await scannerOf(page);
    await scanAll(page, scanner, [
      ["HOUSING-0003", "HOUSING-0003 (Housing) has no BoM: it is a part."],
      ["PUMP-0001", "PUMP-0001 is complete. Take a part out to open it again."],
    ]);
    expect(await page.getByRole("button", { name: "Complete it" }).count()).toBe(0);
    await scanner.scan("HOUSING-0003");
    await page.locator('[data-testid="banner"][data-tone="bad"]').waitFor();
    expect((await logOf(page)).map(({ kind }) => kind)).toEqual([
      "partFirst",
      "finished",
      "reopenFirst",
    ]);
    // A question leaves only its own answers and the way out of it.
    await page.getByRole("button", { name: "Take a part out" }).click();
    await banner(page, "Scan or tap the part that comes out.");
    expect(await page.locator(".station-tools").getByRole("button").allTextContents()).toEqual([
      "Enter",
      "Cancel",
    ]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await console.client.materialItemReopen({
      body: { visualSerialNo: "PUMP-0001", comment: "Looked at again" },
    });
    await scanAll(page, scanner, [
      ["PUMP-0001", "PUMP-0001 is open. Scan its parts."],
      ["$AB:NEXT", "PUMP-0001 is parked."],
      ["PUMP-0004", "PUMP-0004 is open."],
      ["BOLT-LOT-1", "How much of BOLT-LOT-1?"],
    ]);
    // A quantity can be confirmed without scrolling.
    for (const size of [
      { width: 1024, height: 768 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(size);
      const box = await page.getByRole("button", { name: "OK" }).boundingBox();
      expect(box!.y + box!.height, JSON.stringify(size)).toBeLessThanOrEqual(size.height);
    }
    // The field of the quantity has the first keys, and a busy machine is late with the others.
    await scanner.stall("$AB:OK", 2);
    await banner(page, "8 each BOLT-LOT-1 is in PUMP-0004.");
    await scanAll(page, scanner, [["$AB:NEXT", "PUMP-0004 is parked."]]);
    await page.getByRole("button", { name: "Undo BOLT-LOT-1 in PUMP-0004" }).click();
    await banner(page, "Undone: 8 each BOLT-LOT-1 is out of PUMP-0004.");
    await scanAll(page, scanner, [["WO-1001", "WO-1001 has several open units."]]);
    const texts = await page
      .getByRole("list", { name: "Units" })
      .first()
      .getByRole("button")
      .allTextContents();
    const filled = texts.map((text) => Number(/(\d) of 4 slots filled/.exec(text)![1]));
    expect(filled).toEqual(filled.toSorted((a, b) => b - a));
    expect(filled[0]).toBeGreaterThan(filled.at(-1)!);
  });
});
