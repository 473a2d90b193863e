import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fetchOf } from "./browser.ts";
import { type Console, describeConsole, expectShown, expectWhole, patiently } from "./console.ts";
import { savedBy } from "./saved-file.ts";

/** Receives a housing of its own batch for a test. */
async function receiveHousing({ client }: Console, visualSerialNo: string, batchNo: string) {
  const item = { productName: "Housing", visualSerialNo, qty: 1, batchNo, deliveryNo: "DN-Q" };
  return await client.materialItemReceive({ body: item });
}

const hold = ({ client }: Console, id: number) =>
  client.materialItemHold({ body: { id, holdReason: "Quality", comment: "Crack" } });

/** Waits for a fact: the numbers of a recall are read apart from its list. */
async function expectFact(page: Page, name: string, value: string): Promise<void> {
  const fact = page
    .locator("dl.facts > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");
  await expect.poll(() => fact.innerText(), patiently).toBe(value);
}

describeConsole("recall and holds", (console) => {
  test("lists and draws what a batch went into, by its address", async () => {
    const page = await console.open("/recall");
    await page.getByLabel("Batch").fill("I-311");
    await page.getByRole("button", { name: "Search" }).click();
    const grid = page.getByRole("grid", { name: "Affected items" });
    await expectShown(grid.getByText("PUMP-0001 → IMPELLER-0001"));
    expect(new URL(page.url()).search).toBe("?batchNo=I-311");
    await expectFact(page, "Affected", "5");
    await expectFact(page, "On hold", "0");
    await console.checkAccessible(page);
    const graph = page.getByRole("figure", { name: "Paths from the suspect material" });
    const suspect = graph.getByRole("link", { name: "IMPELLER-0001 Impeller, suspect" });
    await suspect.focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(
      /^IMPELLER-0002/,
    );
    await graph.getByRole("link", { name: "PUMP-0001 Pump, contains IMPELLER-0001" }).focus();
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("heading", { name: "PUMP-0001" }));
  });

  test("has room for the level and the path on a screen of 1280 pixels", async () => {
    const page = await console.open("/recall?batchNo=I-311");
    const grid = page.getByRole("grid", { name: "Affected items" });
    await expectShown(grid.getByText("PUMP-0001 → IMPELLER-0001"));
    for (const name of ["Level", "Path"]) {
      await expectWhole(grid, grid.getByRole("columnheader", { name }));
    }
    await expectWhole(grid, grid.getByText("PUMP-0001 → IMPELLER-0001"));
  });

  test("asks nothing of the service before material is named", async () => {
    const page = await console.open("/recall?from=2026-01-01");
    await expectShown(page.getByText("Name the suspect material by its batch"));
    expect(await page.getByRole("grid").count()).toBe(0);
  });

  test("holds all, shows each result, and sends the refused again", async () => {
    const [first, second] = [
      await receiveHousing(console, "QH-1", "QB-1"),
      await receiveHousing(console, "QH-2", "QB-1"),
    ];
    const page = await console.open("/recall?batchNo=QB-1", "engineer");
    await page.getByRole("button", { name: "Hold all 2" }).click();
    const dialog = page.getByRole("dialog", { name: "Hold" });
    await dialog.getByLabel("Hold reason").selectOption("Quality");
    await dialog.getByLabel("Comment").fill("Porous castings");
    await console.checkAccessible(page);
    // Someone else was quicker with one of the two.
    await console.client.materialItemDispatch({ body: { id: second.id } });
    await dialog.getByRole("button", { name: "Hold" }).click();
    await expectShown(dialog.getByText("1 done, 1 refused"));
    await expectShown(dialog.getByRole("listitem").filter({ hasText: "QH-1" }).getByText("Done"));
    await expectShown(dialog.getByRole("listitem").filter({ hasText: /QH-2.*Dispatched/ }));
    await console.checkAccessible(page);
    await console.client.materialItemReturn({ body: { id: second.id, comment: "Not collected" } });
    await dialog.getByRole("button", { name: "Retry the 1 refused" }).click();
    await expectShown(dialog.getByText("2 done, 0 refused"));
    await dialog.getByRole("button", { name: "Close" }).click();
    await expectShown(page.getByRole("grid").getByText("On hold").nth(1));
    await expectFact(page, "On hold", "2");
    expect(await page.getByRole("button", { name: /^Hold all/ }).count()).toBe(0);
    const [newest] = await console.client.materialItemHistory({
      body: { id: first.id, order: "newest" },
    });
    expect(newest).toMatchObject({ action: "held", comment: "Porous castings" });
  });

  test("saves and prints every affected item", async () => {
    const page = await console.open("/recall?batchNo=I-311");
    await expectShown(page.getByRole("grid"));
    const [heading, ...lines] = (await savedBy(page, "Save as CSV")).trim().split("\r\n");
    expect(heading).toContain("id,level,visualSerialNo,batchNo,productID,productName,version");
    expect(lines).toHaveLength(5);
    expect(lines.join("\n")).toMatch(/^\d+,1,PUMP-0001,,\d+,Pump,A,\d+,WIP,,1,each,false,/m);
    await page.evaluate(() => {
      globalThis.print = () => {
        document.title = `printed ${document.querySelectorAll("table.printed tbody tr").length}`;
      };
    });
    await page.getByRole("button", { name: "Print" }).click();
    await page.waitForFunction(() => document.title === "printed 5");
  });

  test("shows a corrected batch, what the batch was taken out of, and the numbers of both", async () => {
    const housing = await receiveHousing(console, "QF-1", "QF-OLD");
    const item = await console.client.materialItemGet({ path: { id: housing.id } });
    await console.client.materialItemUpdate({
      path: { id: housing.id },
      // The response of Get is an item, as this one exists.
      body: { ...(item as object), batchNo: "QF-NEW" } as never,
    });
    const page = await console.open("/recall?batchNo=QF-OLD");
    const grid = page.getByRole("grid", { name: "Affected items" });
    await expectShown(grid.getByText(/^QF-OLD until /));
    await expectFact(page, "Formerly", "1");
    await console.client.buildRemove({
      body: {
        parentSerialNo: "PUMP-0001",
        childSerialNo: "IMPELLER-0001",
        removeQty: 1,
        reasonSUID: "REWORK",
      },
    });
    await page.goto(new URL("/console/recall?batchNo=I-311", page.url()).href);
    await expectShown(grid.getByText("IMPELLER-0001").first());
    expect(await grid.getByText("PUMP-0001 → IMPELLER-0001").count()).toBe(0);
    await page.getByLabel("Also what it was taken out of").check();
    await expectShown(grid.getByText("PUMP-0001 → IMPELLER-0001"));
    await expectShown(grid.getByText(/REWORK/));
    await expectFact(page, "Taken out", "1");
    await console.checkAccessible(page);
  });

  test("names the other plants, how to search them, and that they are not searched", async () => {
    const { client } = console;
    await client.plantUpsert({ body: { name: "South", address: "https://south.example" } });
    for (const [serial, destination] of [
      ["QP-1", "south"],
      ["QP-2", "Customer 7"],
      ["QP-3", undefined],
    ] as const) {
      const { id } = await receiveHousing(console, serial, "QB-P");
      await client.materialItemDispatch({ body: { id, ...(destination && { destination }) } });
    }
    await client.materialItemReceive({
      body: {
        productName: "Housing",
        visualSerialNo: "QP-4",
        batchNo: "QB-P",
        qty: 1,
        origin: "North",
      },
    });
    const page = await console.open("/recall?batchNo=QB-P", "viewer");
    const plants = page.getByRole("region", { name: "Other plants" });
    await expectShown(plants.getByText("Other plants are not searched from here."));
    await expectShown(plants.getByText("asbuilt recall --plants plants.json --batch QB-P"));
    await expectShown(plants.getByText("1 item was dispatched, and nobody recorded where to."));
    await expectShown(
      plants.getByRole("listitem").filter({ hasText: /^Customer 7.*1 item sent there/ }),
    );
    await expectShown(
      plants.getByRole("listitem").filter({ hasText: /^North.*1 item came from there/ }),
    );
    const link = plants.getByRole("link", { name: "Recall it at south" });
    expect(await link.getAttribute("href")).toBe(
      "https://south.example/console/recall?batchNo=QB-P",
    );
    expect(await plants.getByRole("link").count()).toBe(1);
    await console.checkAccessible(page);
    await page.goto(new URL("/console/recall?batchNo=I-311", page.url()).href);
    await expectShown(page.getByRole("grid", { name: "Affected items" }));
    expect(await plants.count()).toBe(0);
  });

  test("offers no hold to who may not hold", async () => {
    const page = await console.open("/recall?batchNo=H-26-04", "viewer");
    await expectShown(page.getByRole("grid"));
    expect(await page.getByRole("button", { name: /^Hold all/ }).count()).toBe(0);
  });

  test("says who holds what and why, and releases many together", async () => {
    for (const serial of ["QR-1", "QR-2", "QR-3"]) {
      const { id } = await receiveHousing(console, serial, "QB-2");
      await hold(console, id);
    }
    const page = await console.open("/holds?batchNo=QB-2");
    const grid = page.getByRole("grid", { name: "Items on hold" });
    const row = grid.getByRole("row").filter({ hasText: "QR-2" });
    await expectShown(row.getByText("Crack"));
    expect(await row.innerText()).toMatch(/Quality\s+Administrator/);
    await console.checkAccessible(page);
    // The space bar marks the active row, and the box any other one.
    await grid.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await expectShown(page.getByText("1 marked"));
    await page.getByRole("button", { name: "Unmark all" }).click();
    await page.getByRole("checkbox", { name: "Mark QR-1" }).check();
    await page.getByRole("checkbox", { name: "Mark QR-2" }).check();
    await page.getByRole("button", { name: "Release" }).click();
    const dialog = page.getByRole("dialog", { name: "Release" });
    await dialog.getByLabel("Comment").fill("Inspected");
    await console.checkAccessible(page);
    await dialog.getByRole("button", { name: "Release" }).click();
    await expectShown(dialog.getByText("2 done, 0 refused"));
    await dialog.getByRole("button", { name: "Close" }).click();
    await expectShown(page.getByText("1 record"));
    const held = await console.client.materialItemSearch({
      body: { batchNo: "QB-2", isHeld: true },
    });
    expect(held.map(({ visualSerialNo }) => visualSerialNo)).toEqual(["QR-3"]);
  });

  test("shows a viewer what is on hold, and offers no release", async () => {
    const { id } = await receiveHousing(console, "QV-1", "QB-3");
    await hold(console, id);
    const page = await console.open("/holds?batchNo=QB-3", "viewer");
    await expectShown(page.getByText("QV-1"));
    expect(await page.getByRole("checkbox").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Release" }).count()).toBe(0);
  });
});

describeConsole(
  "a recall on a broken network",
  (console) => {
    test("holds all in one request, and once even if its response is lost", async () => {
      const items = [
        await receiveHousing(console, "QL-1", "QL"),
        await receiveHousing(console, "QL-2", "QL"),
      ];
      const page = await console.open("/recall?batchNo=QL", "engineer");
      const keys: (string | undefined)[] = [];
      await page.route("**/api/MaterialItem/HoldMany", async (route) => {
        keys.push(route.request().headers()["idempotency-key"]);
        const response = await fetchOf(route);
        await (keys.length === 1 ? route.abort() : route.fulfill({ response }));
      });
      await page.getByRole("button", { name: "Hold all 2" }).click();
      const dialog = page.getByRole("dialog", { name: "Hold" });
      await dialog.getByLabel("Hold reason").selectOption("Quality");
      await dialog.getByRole("button", { name: "Hold" }).click();
      await expectShown(dialog.getByText("0 done, 2 refused"));
      await dialog.getByRole("button", { name: "Retry the 2 refused" }).click();
      await expectShown(dialog.getByText("2 done, 0 refused"));
      expect(keys).toEqual([keys[0], keys[0]]);
      for (const { id } of items) {
        const history = await console.client.materialItemHistory({ body: { id } });
        expect(history.map(({ action }) => action)).toEqual(["received", "held"]);
      }
    });
  },
  { breaksNetwork: true },
);
