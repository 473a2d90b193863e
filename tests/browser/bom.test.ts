import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Console, describeConsole, expectFocused, expectShown } from "./console.ts";

/** Presses Tab until an element has the focus: a person without a mouse does so too. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("No number of tabs leads there.");
}

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Types as a person: what is faster is a scan. */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 80 });

const gridOf = (page: Page) => page.getByRole("treegrid", { name: "Slots and candidates" });
const activeCell = (page: Page) => gridOf(page).locator('[aria-selected="true"]');
const saved = (page: Page, count: string) =>
  page
    .getByRole("status")
    .filter({ hasText: `${count} saved.` })
    .waitFor();

/** Makes a version of the BoM of the demo plant, with one slot that takes seals. */
async function makeVersion({ client }: Console, version: string) {
  const bom = await client.bomUpsert({ body: { id: 1, versions: [{ version }] } });
  const { id } = bom.versions.find((one) => one.version === version)!;
  const slot = await client.bomSlotUpsert({
    body: {
      ParentProductName: "Pump",
      bom: "PUMP-BOM",
      version,
      description: "Shaft seal",
      buildSlotType: "Assembly",
      isActive: true,
      isRequired: true,
      edhrBomRequired: 0,
      edhrBuildRequired: 0,
      candidates: [
        { product: "Seal", isActive: true, qty: 2, minQty: 1, maxQty: 4, isDefault: true },
        { product: "Seal FKM", isActive: true, qty: 2, minQty: 1, isDefault: false },
      ],
    },
  });
  return { id, slot };
}

const slotsOf = ({ client }: Console, version: string) =>
  client.bomSlotList({ body: { Product: "Pump", Bom: "PUMP-BOM", Version: version } });

describeConsole("products and BoMs in the console", (console) => {
  test("a BoM is opened at its released version, and names the draft", async () => {
    const page = await console.open("/boms/1", "engineer");
    await gridOf(page).getByText("Bearing oil").waitFor();
    const shown = page.getByRole("navigation", { name: "Versions" }).locator("[aria-current]");
    expect(await shown.innerText()).toBe("1.0 Released");
    await gridOf(page).locator('[role=gridcell][aria-colindex="13"]').first().click();
    await page.getByText("device history record (eDHR)").waitFor();
    await console.checkAccessible(page);
    await page.getByText("A newer version is a draft:").getByRole("link").click();
    await page.getByRole("button", { name: "Release version 1.1" }).waitFor();
    expect(await page.getByText("A newer version is a draft:").count()).toBe(0);
  });

  test("a BoM is edited by keyboard alone, and a wrong minimum is never sent", async () => {
    const page = await console.open("/boms/1?version=2", "engineer");
    const grid = gridOf(page);
    await tabTo(page, page.getByRole("button", { name: "Add a slot" }));
    await press(page, "Enter");
    await expectFocused(grid);
    // The first letter begins, and Tab continues: over the type to the flag.
    await type(page, "Shaft seal");
    await press(page, "Tab");
    await type(page, "Assembly");
    await press(page, "Tab", "Space", "Escape");
    await expect.poll(() => activeCell(page).innerText()).toMatch(/No/);
    await press(page, "Space");
    await expect.poll(() => activeCell(page).innerText()).toMatch(/Yes/);

    await press(page, "Insert");
    await type(page, "Seal");
    await press(page, "Tab", "Tab");
    await type(page, "2");
    await press(page, "Tab");
    await type(page, "3");
    await press(page, "Enter");
    await page.getByText("The minimum is above the quantity.").waitFor();
    await expect.poll(() => activeCell(page).getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    await press(page, "Control+Enter");
    expect(await slotsOf(console, "1.1")).toEqual([]);
    await console.checkAccessible(page);

    await type(page, "1");
    await press(page, "Enter", "ArrowRight", "Enter");
    await type(page, "4");
    await press(page, "Enter", "Control+Enter");
    await saved(page, "1 slot is");
    const [slot] = await slotsOf(console, "1.1");
    expect(slot).toMatchObject({
      description: "Shaft seal",
      isRequired: true,
      candidates: [{ product: "Seal", qty: 2, minQty: 1, maxQty: 4, isDefault: true }],
    });

    // Escape leaves a cell as it was; a long text has lines.
    await press(page, "Control+Home", "F2");
    await type(page, "Something else");
    await press(page, "Escape");
    await expect.poll(() => activeCell(page).innerText()).toBe("Shaft seal");
    await press(page, ...Array<string>(9).fill("ArrowRight"), "Enter");
    await type(page, "Grease it.");
    await press(page, "Shift+Enter");
    await type(page, "Turn it.");
    await press(page, "Enter", "ArrowDown", "Insert");
    await type(page, "Seal FKM");
    await press(page, "Enter", "Control+Enter");
    await saved(page, "1 slot is");
    expect(await slotsOf(console, "1.1")).toMatchObject([
      {
        id: slot!.id,
        instruction: "Grease it.\nTurn it.",
        candidates: [{ product: "Seal" }, { product: "Seal FKM" }],
      },
    ]);

    // A mark to remove can be taken back until it is saved.
    await press(page, "Control+End", "Control+Delete", "Control+Delete");
    await page.getByText("Nothing is changed.").waitFor();
    await press(page, "Control+Delete", "Control+Enter");
    await saved(page, "1 slot is");
    expect(await slotsOf(console, "1.1")).toMatchObject([{ candidates: [{ product: "Seal" }] }]);
    await console.checkAccessible(page);
    await tabTo(page, page.getByRole("link", { name: "History" }));
  });

  test("a slot that somebody else changed shows yours, now and before, field by field", async () => {
    const { id, slot } = await makeVersion(console, "3.0");
    const page = await console.open(`/boms/1?version=${id}`, "engineer");
    await gridOf(page).waitFor();
    const [first] = slot.candidates;
    await console.client.bomSlotUpsert({
      body: {
        id: slot.id,
        revNo: slot.revNo,
        instruction: "Grease it.",
        candidates: [{ id: first!.id, qty: 3, maxQty: 8 }],
      },
    });
    await gridOf(page).focus();
    await press(page, "ArrowDown", "ArrowRight", "ArrowRight", "Enter");
    await type(page, "4");
    await press(page, "Enter", "Control+Enter");
    const notice = page.getByRole("alert").filter({ hasText: "Somebody else changed this" });
    await notice.waitFor();
    await console.checkAccessible(page);
    const field = notice.getByRole("group", { name: "Seal: Quantity" });
    expect((await field.innerText()).split(/\s*\n\s*/)).toEqual(
      expect.arrayContaining(["When you opened it", "2", "Now", "3", "Yours", "4"]),
    );
    const goOn = notice.getByRole("button", { name: "Continue with these values" });
    expect(await goOn.isDisabled()).toBe(true);
    await field.getByRole("radio", { name: "Yours" }).check();
    await goOn.click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page, "1 slot is");
    expect(await slotsOf(console, "3.0")).toMatchObject([
      { instruction: "Grease it.", candidates: [{ qty: 4, maxQty: 8 }, { qty: 2 }] },
    ]);
  });

  test("a refusal stands beside its cell, and keeps what was typed", async () => {
    const { id } = await makeVersion(console, "4.0");
    const page = await console.open(`/boms/1?version=${id}`, "engineer");
    await gridOf(page).focus();
    await press(page, "ArrowDown", "ArrowDown", "Enter");
    await type(page, "Unobtainium");
    await press(page, "Enter", "Control+Enter");
    const cell = gridOf(page).getByRole("gridcell", { name: "Unobtainium" });
    await page.getByRole("alert").waitFor();
    expect(await cell.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Discard the changes" }).click();
    await gridOf(page).getByRole("gridcell", { name: "Seal FKM" }).waitFor();
  });

  test("a slot with builds says how many keep it, and other slots are saved", async () => {
    const page = await console.open("/boms/1?version=1", "engineer");
    // A released version is changed only on purpose.
    await gridOf(page).focus();
    await press(page, "x");
    expect(await page.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Change this version anyway" }).click();
    await gridOf(page).focus();
    await press(page, "Control+Delete", "ArrowDown", "ArrowDown");
    await press(page, ...Array<string>(9).fill("ArrowRight"));
    await type(page, "Turn it by hand.");
    await press(page, "Enter", "Control+Enter");
    await page.getByRole("status").filter({ hasText: "1 slot is saved." }).waitFor();
    const refusal = page.getByRole("alert");
    await refusal.getByText(/Builds: [1-9]/).waitFor();
    await console.checkAccessible(page);
    expect(await slotsOf(console, "1.0")).toMatchObject([
      { description: "Housing" },
      { description: "Impeller", instruction: "Turn it by hand." },
      {},
      {},
      {},
    ]);
  });

  test("a copy of a version is compared before it is released", async () => {
    const page = await console.open("/boms/1?version=1", "engineer");
    await page.getByRole("button", { name: "New version" }).click();
    await page.getByRole("textbox", { name: "Version" }).fill("5.0");
    await console.checkAccessible(page);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("button", { name: "Release version 5.0" }).waitFor();
    // The buttons of the version before are gone.
    expect(await page.getByRole("button", { name: "Make obsolete" }).count()).toBe(0);
    const without = (slots: Awaited<ReturnType<typeof slotsOf>>) =>
      slots.map(({ description, candidates, Properties }) => ({
        description,
        candidates: candidates.map(({ product, qty, minQty, maxQty, useUom }) => {
          return { product, qty, minQty, maxQty, useUom };
        }),
        Properties: Properties.map(({ property, value }) => ({ property, value })),
      }));
    const copies = await slotsOf(console, "5.0");
    expect(without(copies)).toEqual(without(await slotsOf(console, "1.0")));

    await gridOf(page).focus();
    await press(page, "ArrowDown", ...Array<string>(4).fill("ArrowRight"), "Enter");
    await type(page, "2");
    await press(page, "Enter");
    // Nobody leaves, or releases another version, with changes that are not saved.
    await page.getByRole("link", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page, "1 slot is");
    await page.getByRole("button", { name: "Release version 5.0" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 slot differs.").waitFor();
    expect(await dialog.getByRole("term").allInnerTexts()).toEqual(["Maximum quantity"]);
    await console.checkAccessible(page);
    await dialog.getByRole("button", { name: "Release", exact: true }).click();
    await page.getByRole("button", { name: "Make version 5.0 obsolete" }).waitFor();
    const statusOf = async () => {
      const [bom] = await console.client.bomList({ body: { id: 1 } });
      return bom!.versions.find(({ version }) => version === "5.0")!.status;
    };
    expect(await statusOf()).toBe("Released");

    // An earlier version is compared with a later one, too.
    await page.goto(`${console.address}/console/boms/1?version=1&tab=compare`);
    await page.getByLabel("Compare with").selectOption({ label: "5.0 Released" });
    await page.getByText("From version 5.0 to version 1.0:").waitFor();
    await page.getByRole("link", { name: "5.0 Released" }).click();
    await page.getByText("From version 1.0 to version 5.0:").waitFor();

    await page.getByRole("button", { name: "Take version 5.0 back to draft" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await statusOf()).toBe("Released");
    await page.getByRole("button", { name: "Make version 5.0 obsolete" }).click();
    await console.checkAccessible(page);
    await dialog.getByRole("button", { name: "Make obsolete" }).click();
    await page.getByRole("button", { name: "Release version 5.0" }).waitFor();
    expect(await statusOf()).toBe("Obsolete");
  });

  test("a version that changed after it was compared is not released", async () => {
    const { id, slot } = await makeVersion(console, "6.0");
    const page = await console.open(`/boms/1?version=${id}`, "engineer");
    await page.getByRole("button", { name: "Release version 6.0" }).click();
    const dialog = page.getByRole("dialog");
    const release = dialog.getByRole("button", { name: "Release", exact: true });
    await dialog.getByText(/slots? differs?\./).waitFor();
    await console.client.bomSlotUpsert({ body: { id: slot.id, isRequired: false } });
    await release.click();
    await dialog.getByRole("alert").waitFor();
    const boms = await console.client.bomList({ body: { id: 1 } });
    const versions = boms.flatMap((bom) => bom.versions);
    expect(versions.find((version) => version.id === id)).toMatchObject({ status: "Draft" });
  });

  test("the properties of a slot are set and cleared", async () => {
    const { id } = await makeVersion(console, "7.0");
    const page = await console.open(`/boms/1?version=${id}`, "engineer");
    const dialog = page.getByRole("dialog");
    const open = () => page.getByRole("button", { name: "Properties of the slot" }).click();
    const apply = () => dialog.getByRole("button", { name: "Apply" }).click();
    const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
    await open();
    await dialog.getByLabel("Another property").fill("Torque");
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByLabel("Torque").fill("25");
    await console.checkAccessible(page);
    await apply();
    await save();
    await saved(page, "1 slot is");
    expect(await slotsOf(console, "7.0")).toMatchObject([
      { Properties: [{ property: "Torque", value: "25" }] },
    ]);
    await open();
    await dialog.getByLabel("Torque").fill("");
    await apply();
    await save();
    await page.getByText("Nothing is changed.").waitFor();
    expect(await slotsOf(console, "7.0")).toMatchObject([{ Properties: [] }]);
  });

  test("products are found by filters in the address, counted, created and changed", async () => {
    const page = await console.open("/products?text=SEAL&Tracking=Lot", "engineer");
    await page.getByText("2 match").waitFor();
    await console.checkAccessible(page);
    await page.getByRole("gridcell", { name: "Seal", exact: true }).first().click();
    await page.getByLabel("Shelf life days").fill("365");
    await console.checkAccessible(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    const found = await console.client.productList({ body: { Name: "Seal" } });
    expect(found).toMatchObject([{ ShelfLifeDays: 365 }]);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("365", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Stock" }).click();
    await page.getByRole("gridcell", { name: "SEAL-LOT-1", exact: true }).waitFor();

    const [bolt] = await console.client.productList({ body: { Name: "Bolt" } });
    await page.goto(`${console.address}/console/products/${bolt!.ID}?tab=boms`);
    await page.getByText("This product has no BoM yet.").waitFor();
    await page.getByRole("button", { name: "New BoM" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("BOLT-BOM");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Bolt · BOLT-BOM" }).waitFor();

    await page.goto(`${console.address}/console/products/new`);
    await page.getByLabel("Name").first().fill("Gasket");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Name").first().inputValue()).toBe("Gasket");
    // The rest has values already, which count as they are shown.
    for (const [label, value] of [
      ["Product type", "Parts"],
      ["Version", "A"],
      ["Base unit", "each"],
      ["Receipt profile", "Standard"],
      ["Location", "Store"],
      ["Default ownership", "Internal"],
      ["Default currency", "EUR"],
    ] as const) {
      await page.getByLabel(new RegExp(`^${label}`)).fill(value);
    }
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Gasket", level: 1 }).waitFor();
    const [made] = await console.client.productList({ body: { Name: "Gasket" } });
    expect(made).toMatchObject({ DefaultBatchSize: 1, Tracking: "Lot", InventoryManaged: false });
  });

  test("a new product asks for what it needs, and folds the rest", async () => {
    const page = await console.open("/products", "engineer");
    await page.getByRole("link", { name: "New product" }).click();
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    const rare = page.getByLabel("Pegging expiry days");
    const save = () => page.getByRole("button", { name: "Save" }).click();
    await expectFocused(name);
    for (const label of ["Name", "Base unit", "Default currency"]) {
      await expectShown(page.getByText(`${label} *`, { exact: true }));
    }
    expect(await rare.isVisible()).toBe(false);
    await console.checkAccessible(page);
    await save();
    await expectShown(page.getByRole("alert"));
    await expectFocused(name);
    expect(await rare.isVisible()).toBe(false);
    await page.getByText("More fields").click();
    await rare.fill("many");
    await console.checkAccessible(page);
    await page.getByText("More fields").click();
    await save();
    await expectFocused(rare);
  });

  test("a product shows the folded fields if one of them is filled", async () => {
    const [seal] = await console.client.productList({ body: { Name: "Seal" } });
    const page = await console.open(`/products/${seal!.ID}`, "engineer");
    const rare = page.getByLabel("Pegging expiry days");
    await page.getByText("More fields").waitFor();
    expect(await rare.isVisible()).toBe(false);
    await console.client.productUpsert({ body: { ID: seal!.ID, PeggingExpiryDays: 7 } });
    await page.reload();
    await expectShown(rare);
    expect(await rare.inputValue()).toBe("7");
  });

  test("a form whose record somebody else changed keeps both changes", async () => {
    const made = await console.client.locationUpsert({
      body: { suid: "BAY-9", name: "Bay 9", description: "empty", isActive: true },
    });
    const page = await console.open("/reference/location", "admin");
    await page.getByRole("gridcell", { name: "BAY-9", exact: true }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Bay nine");
    await console.client.locationUpsert({ body: { id: made.id, description: "full" } });
    await page.getByRole("button", { name: "Save" }).click();
    const notice = page.getByRole("alert");
    await notice.waitFor();
    await console.checkAccessible(page);
    // Nothing is in conflict: nobody has to decide.
    await notice.getByRole("button", { name: "Continue with these values" }).click();
    expect(await page.getByLabel("Description").inputValue()).toBe("full");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const found = await console.client.locationList({ body: { id: made.id } });
    expect(found).toMatchObject([{ name: "Bay nine", description: "full" }]);
  });

  test("work centres are grouped", async () => {
    const page = await console.open("/work-centre-groups", "engineer");
    await page.getByRole("button", { name: "New" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Assembly lines");
    await dialog.getByLabel("Controlled").check();
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByRole("group").getByRole("textbox").fill("Line 1");
    await console.checkAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("gridcell", { name: "Assembly lines" }).waitFor();
    const found = await console.client.workCentreGroupList({ body: {} });
    expect(found).toContainEqual(
      expect.objectContaining({
        Name: "Assembly lines",
        isControlled: 1,
        WorkCentres: ["Line 1"],
      }),
    );
  });

  test("a viewer is offered no change", async () => {
    const changesNothing = new Set(["Copy link", "Search", "?"]);
    const page = await console.open("/boms/1?version=1", "viewer");
    await gridOf(page).waitFor();
    await gridOf(page).focus();
    await press(page, "x", "Control+Delete", "Shift+Insert");
    await expect.poll(() => activeCell(page).innerText()).toBe("Housing");
    for (const path of ["/products/1", "/boms", "/products", "/work-centre-groups"]) {
      const names = await page.getByRole("main").getByRole("button").allInnerTexts();
      expect(names.filter((name) => !changesNothing.has(name))).toEqual([]);
      await page.goto(`${console.address}/console${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
  });
});
