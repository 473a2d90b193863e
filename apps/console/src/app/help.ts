import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

interface Help {
  /** The work that the screen is for. */
  readonly purpose: MessageDescriptor;
  readonly firstStep: MessageDescriptor;
  /** Whether it offers the tour. */
  readonly offersTour?: true;
}

/** The help of each screen, by the path of its route. */
const helps: Readonly<Record<string, Help>> = {
  "/": {
    purpose: msg`This is where you begin. It shows the places for your work, and what waits in the plant.`,
    firstStep: msg`Choose a place, or scan any code: the console opens its record.`,
  },
  "/station": {
    purpose: msg`Here a unit is built from its parts. The banner says what happened and what to scan next.`,
    firstStep: msg`Scan the label of a unit or of its works order, then the label of each part.`,
    offersTour: true,
  },
  "/tour": {
    purpose: msg`A tour of five minutes: you build a pump of the demo plant at the real screens.`,
    firstStep: msg`Do the step that is framed. It is ticked as soon as the service has recorded it.`,
  },
  "/orders": {
    purpose: msg`All works orders: how many units of a product are to be built, and how far they are.`,
    firstStep: msg`Open an order. An engineer makes one with New order.`,
  },
  "/orders/$orderNo": {
    purpose: msg`One works order with its units. The pick list says which material is missing, and where it is.`,
    firstStep: msg`Start makes the units. Then print the pick list, and bring the material to the line.`,
  },
  "/receive": {
    purpose: msg`Material that arrives gets its serials here, and so becomes stock.`,
    firstStep: msg`Scan or type the product, fill in what its label says, then receive it.`,
  },
  "/move": {
    purpose: msg`Items are moved to another location here, one scan each.`,
    firstStep: msg`Scan the location first, then every item that goes there.`,
  },
  "/adjust": {
    purpose: msg`The quantity of an item is corrected here: after a count, or by what was used or found.`,
    firstStep: msg`Scan the item, choose the way to adjust, then enter the quantity and the reason.`,
  },
  "/import": {
    purpose: msg`Rows of a spreadsheet become records here: receipts, products, orders and reference data.`,
    firstStep: msg`Paste the rows, check what each would do, then write them. Nothing is written before.`,
  },
  "/scanner": {
    purpose: msg`The scanner of this device is set up here. The sheets have the codes of commands, reasons and locations.`,
    firstStep: msg`Start measuring, then scan the three codes. Every finding must be a green one.`,
  },
  "/items": {
    purpose: msg`Every item that the plant has or had: units, pieces and lots.`,
    firstStep: msg`Type the beginning of a serial. Mark several items to do the same with all of them.`,
  },
  "/items/$id": {
    purpose: msg`The whole record of one item: what is in it, where it went, what it lacks and what happened to it.`,
    firstStep: msg`Choose a tab. The buttons at the top change the item, as far as your role permits.`,
  },
  "/items/$id/report": {
    purpose: msg`The record of one item on one page, to print or to save as a PDF.`,
    firstStep: msg`Print it with the browser. Its address shows the same state to everyone.`,
  },
  "/recall": {
    purpose: msg`Suspect material is followed here to everything that contains it, at any level.`,
    firstStep: msg`Enter a batch, a delivery or a serial, then search. All that is found can be put on hold together.`,
  },
  "/holds": {
    purpose: msg`All items on hold, each with its reason. They can't be built in or leave until they are released.`,
    firstStep: msg`Mark the items that are good, release them, and say why.`,
  },
  "/batch-holds": {
    purpose: msg`The batches on hold. All their items are held, also those that are received later.`,
    firstStep: msg`Hold a batch that is suspect. Open one to see its items, or to lift its hold.`,
  },
  "/audit": {
    purpose: msg`The change log with its seals. A verification shows whether anybody changed the record afterwards.`,
    firstStep: msg`Keep the newest seal outside of the plant, and verify the record against it later.`,
  },
  "/products": {
    purpose: msg`All products: what the plant makes, and the material that it is made from.`,
    firstStep: msg`Search by name. New product makes one.`,
  },
  "/products/$id": {
    purpose: msg`One product: its unit, its tracking, its receipt and its BoMs.`,
    firstStep: msg`Edit it, or copy it for a similar product.`,
  },
  "/boms": {
    purpose: msg`A BoM says what a product may be built from. Each of its versions has slots.`,
    firstStep: msg`Open a BoM to see its slots. New BoM makes one for a product.`,
  },
  "/boms/$id": {
    purpose: msg`The slots of a version, with the products that can fill each: its candidates. If each description begins with a number, the numbers are their order.`,
    firstStep: msg`Make a new version, edit its slots, compare it with the last one, then release it.`,
  },
  "/work-centre-groups": {
    purpose: msg`Work centres that belong together, such as all places of an assembly line.`,
    firstStep: msg`Make a group, then name its work centres.`,
  },
  "/reference": {
    purpose: msg`The lists that other records refer to: locations, reasons, units, label templates and others.`,
    firstStep: msg`Choose a list at the top. Retire a record instead of deleting it if it was used.`,
  },
  "/keys": {
    purpose: msg`A key lets a person or a system in, under the name of its user and with its role.`,
    firstStep: msg`Make one key for each person and device. It is shown only once: keep it then.`,
  },
  "/users": {
    purpose: msg`The people and systems that the record names as those who did something.`,
    firstStep: msg`Make a user, then a key for it. A user who leaves is made inactive.`,
  },
  "/webhooks": {
    purpose: msg`A webhook sends events to another system as they happen.`,
    firstStep: msg`Make one with the address of the receiver, keep its secret, then send a test event.`,
  },
  "/board": {
    purpose: msg`The plant in large figures, for a screen on the wall. It stays up to date by itself.`,
    firstStep: msg`Leave it open in full screen. Leave the board goes back.`,
  },
  "/outbox": {
    purpose: msg`What was done at this device and is not confirmed by the service yet.`,
    firstStep: msg`Not sent yet needs nothing: it is sent when the service can be reached. To settle needs your decision.`,
  },
};

/** Returns the help of a route. A record without help of its own has that of its list. */
export function helpOf(path: string): Help | undefined {
  return helps[path] ?? helps[path.slice(0, path.lastIndexOf("/"))];
}
