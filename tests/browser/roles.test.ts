import type { OperationName } from "@asbuilt/client";
import { operations, roleNames } from "@asbuilt/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole } from "./console.ts";
import { addressesIn, routes, walkIn } from "./screens.ts";

type Role = (typeof roleNames)[number];
type Needs = Readonly<Record<string, OperationName>>;

/** Returns whether a role may use an operation, as the contract says. */
function grants(role: Role, operation: OperationName): boolean {
  const { roles } = operations.find(({ operationId }) => operationId === operation)!;
  return roles.some((one) => one === role);
}

/** The operation that each place of the navigation is for. */
const places: Needs = {
  Station: "buildBuild",
  Orders: "worksOrderSearch",
  Receive: "materialItemReceive",
  Move: "materialItemMove",
  Adjust: "materialItemItemAdjust",
  Import: "materialItemReceive",
  Scanner: "scanResolve",
  Items: "materialItemSearch",
  Recall: "genealogyRecall",
  Holds: "materialItemSearch",
  "Batch holds": "batchHoldList",
  Audit: "auditAnchor",
  Products: "productSearch",
  BoMs: "bomList",
  "Work centre groups": "workCentreGroupList",
  "Reference data": "locationList",
  Keys: "apiKeyList",
  Users: "userUpsert",
  Webhooks: "webhookList",
  Board: "summaryGet",
};

/** The buttons of each screen that lead to a change, by its route, and what each asks for. */
const writes: Readonly<Record<string, Needs>> = {
  "/adjust": { Enter: "materialItemItemAdjust" },
  "/audit": { Verify: "auditVerify" },
  "/batch-holds": { "Hold a batch": "batchHoldUpsert" },
  "/boms": { "New BoM": "bomUpsert" },
  "/boms/$id": {
    "Edit the BoM": "bomUpsert",
    "New version": "bomUpsert",
    "Make version … obsolete": "bomUpsert",
    "Take version … back to draft": "bomUpsert",
    "Change this version anyway": "bomSlotUpsert",
  },
  "/items": {
    Dispatch: "materialItemDispatch",
    Hold: "materialItemHold",
    Move: "materialItemMove",
    Release: "materialItemRelease",
    Scrap: "materialItemScrap",
  },
  "/import": { "Check the rows": "materialItemReceive" },
  "/items/$id": {
    "Build at the station": "buildBuild",
    Complete: "materialItemComplete",
    Hold: "materialItemHold",
    Move: "materialItemMove",
    Adjust: "materialItemItemAdjust",
    Scrap: "materialItemScrap",
    Relabel: "materialItemRelabel",
    Edit: "materialItemUpdate",
    "Void (recorded by mistake)": "materialItemVoid",
  },
  "/keys": { "New key": "apiKeyCreate" },
  "/move": { Enter: "materialItemMove" },
  "/orders": { "Import rows": "worksOrderUpsert", "New order": "worksOrderUpsert" },
  "/orders/$orderNo": {
    Complete: "worksOrderComplete",
    Edit: "worksOrderUpsert",
    "Change the BoM version": "worksOrderChangeVersion",
    "Cancel the order": "worksOrderCancel",
    "Complete …": "materialItemComplete",
  },
  "/products": { "Import rows": "productUpsert", "New product": "productUpsert" },
  "/products/$id": {
    "Copy the product": "productCopy",
    "Add a property": "productUpsert",
    Save: "productUpsert",
    Cancel: "productUpsert",
    "Delete this product": "productDelete",
  },
  "/recall": { "Hold all …": "materialItemHold", "Hold the batch": "batchHoldUpsert" },
  "/receive": {
    "Import rows": "materialItemReceive",
    Receive: "materialItemReceive",
    Cancel: "materialItemReceive",
  },
  "/reference": { "Import rows": "locationUpsert", New: "locationUpsert" },
  "/reference/$resource": {
    "Import rows": "receiptProfileUpsert",
    New: "receiptProfileUpsert",
  },
  "/station": { Settings: "buildBuild", Enter: "buildBuild" },
  "/tour": { "Open the station": "buildBuild" },
  "/users": { "New user": "userUpsert" },
  "/webhooks": { "New webhook": "webhookUpsert" },
  "/webhooks/$id": {
    Edit: "webhookUpsert",
    "New secret": "webhookUpsert",
    Delete: "webhookDelete",
    "Send a test event": "webhookTest",
  },
  "/work-centre-groups": { New: "workCentreGroupUpsert" },
};

/** The operation that a person needs to attach a file to a record: a product's is a part of it. */
const attaching: Needs = {
  "/items/$id": "attachmentUpload",
  "/orders/$orderNo": "attachmentUpload",
  "/products/$id": "productUpsert",
};

/** The buttons that change nothing in the plant. */
const reads: ReadonlySet<string> = new Set([
  // An order at the station, which opens one of its units.
  "… of … units finished",
  "Back to the item",
  "Back to the tour",
  "Build your first pump",
  "Commands",
  "Copy",
  "Copy as a first row",
  "Copy link",
  "Help",
  "Label",
  "Leave the board",
  "Leave the tour",
  "Locations",
  "Print",
  "Reasons",
  "Report",
  "Save as a file",
  "Save as CSV",
  "Save the device history record as JSON",
  "Save the device history record as PDF",
  "Search",
  "Set-up",
  "Show",
  "Start measuring",
  "Stock",
  "Unmark all",
]);

/** Returns the names of the buttons of a screen, without the serials and numbers in them. */
const buttonsOf = (page: Page) =>
  page
    .locator("main")
    .evaluate((main) =>
      [...main.querySelectorAll("button, a.button")]
        .map((button) => button.ariaLabel ?? button.textContent)
        .map((name) => name.replaceAll(/[\w.-]*\d[\w.-]*/g, "…").trim()),
    );

const granted = (role: Role, needs: Needs) =>
  Object.keys(needs).filter((name) => grants(role, needs[name]!));

describeConsole(
  "each role in the console",
  (console) => {
    test.for(roleNames)("is offered what the contract permits it: %s", async (role) => {
      const page = await console.open("", role);
      const { goTo, settle } = walkIn(page);
      await goTo("/");
      const navigation = page.getByRole("navigation", { name: "Places" });
      expect(await navigation.getByRole("link").allTextContents()).toEqual(granted(role, places));
      const addresses = await addressesIn(console.client);
      const found: Record<string, readonly string[]> = {};
      const permitted: typeof found = {};
      // The page of the design offers nothing of the plant.
      for (const route of routes.filter((path) => path !== "/design")) {
        await goTo(addresses[route]?.[0] ?? route);
        // The actions on items are there once some are marked.
        const all = page.getByRole("checkbox", { name: "Mark everything that is loaded" });
        // The rows are drawn a moment after their answer has come.
        if (route === "/items") await all.waitFor();
        if (await all.isVisible()) await all.check();
        await settle();
        const needs = writes[route] ?? {};
        const shown = new Set(await buttonsOf(page));
        const offered = [...shown].filter((name) => Object.hasOwn(needs, name) || !reads.has(name));
        found[route] = offered.toSorted();
        permitted[route] = granted(role, needs).toSorted();
      }
      expect(found).toEqual(permitted);
    });

    test.for(roleNames)("is offered to attach files where it may: %s", async (role) => {
      const page = await console.open("", role);
      const { goTo, settle } = walkIn(page);
      const addresses = await addressesIn(console.client);
      for (const [route, need] of Object.entries(attaching)) {
        await goTo(addresses[route]!.find((one) => one.endsWith("tab=attachments"))!);
        await settle();
        const buttons = ["Attach a file", "Take a picture"];
        const shown = await buttonsOf(page);
        const offered = buttons.filter((name) => shown.includes(name));
        expect(offered, route).toEqual(grants(role, need) ? buttons : []);
      }
    });
  },
  // The service refuses on both alike. This is about what the browser shows.
  { on: ["node"] },
);
