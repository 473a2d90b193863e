import type { materialItemRoutes } from "@asbuilt/contract";
import {
  adjustItem,
  adjustMany,
  completeItem,
  countItems,
  dispatchItem,
  dispatchMany,
  getItem,
  getItems,
  holdItem,
  holdMany,
  listItems,
  mergeItems,
  moveItem,
  moveMany,
  relabelItem,
  releaseItem,
  releaseMany,
  reopenItem,
  returnItem,
  scrapItem,
  scrapMany,
  searchItems,
  splitItem,
  updateItem,
  voidItem,
} from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { type ReceiptHandlers, receiptHandlers, type ReceiptSettings } from "./receipt.ts";
import { respond, respondList, respondSearch } from "../response/respond.ts";
import { toResults } from "../records/batch.ts";
import {
  toCountRecord,
  toHeldItemRecord,
  toItemOrPartRecord,
  toItemRecord,
  toMergeRecord,
  toSplitRecord,
} from "../records/material-item.ts";

/** The handlers of material items that need no settings. */
const ofItems: Omit<Handlers<typeof materialItemRoutes>, keyof ReceiptHandlers> = {
  getByFilter: (c) => {
    const { ID: id, orderNo } = c.req.valid("json");
    const matching = getItems(c.get("context"), { id, orderNo }, c.req.valid("query"));
    return respondList(c, matching, toItemRecord);
  },
  list: (c) => {
    const matching = listItems(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return respondSearch(c, matching, toItemRecord);
  },
  search: (c) => {
    const matching = searchItems(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return respondSearch(c, matching, toItemRecord);
  },
  count: async (c) =>
    respond(c, toCountRecord(await countItems(c.get("context"), c.req.valid("json")))),
  get: async (c) => {
    const item = await getItem(c.get("context"), c.req.valid("param").id);
    return respond(c, item ? toItemRecord(item) : []);
  },
  update: async (c) => {
    const { id: itemId } = c.req.valid("param");
    const updating = updateItem(c.get("context"), { itemId, ...c.req.valid("json") });
    return respond(c, toItemRecord(await updating));
  },
  adjust: async (c) =>
    respond(c, toItemRecord(await adjustItem(c.get("context"), adjustmentIn(c.req.valid("json"))))),
  hold: async (c) =>
    respond(c, toHeldItemRecord(await holdItem(c.get("context"), c.req.valid("json")))),
  release: async (c) =>
    respond(c, toItemRecord(await releaseItem(c.get("context"), c.req.valid("json")))),
  scrap: async (c) =>
    respond(c, toItemOrPartRecord(await scrapItem(c.get("context"), c.req.valid("json")))),
  move: async (c) =>
    respond(c, toItemOrPartRecord(await moveItem(c.get("context"), c.req.valid("json")))),
  relabel: async (c) =>
    respond(c, toItemRecord(await relabelItem(c.get("context"), c.req.valid("json")))),
  dispatch: async (c) =>
    respond(c, toItemOrPartRecord(await dispatchItem(c.get("context"), c.req.valid("json")))),
  complete: async (c) =>
    respond(c, toItemRecord(await completeItem(c.get("context"), c.req.valid("json")))),
  reopen: async (c) =>
    respond(c, toItemRecord(await reopenItem(c.get("context"), c.req.valid("json")))),
  returnItem: async (c) =>
    respond(c, toItemRecord(await returnItem(c.get("context"), c.req.valid("json")))),
  voidItem: async (c) =>
    respond(c, toItemRecord(await voidItem(c.get("context"), c.req.valid("json")))),
  split: async (c) =>
    respond(c, toSplitRecord(await splitItem(c.get("context"), c.req.valid("json")))),
  merge: async (c) =>
    respond(c, toMergeRecord(await mergeItems(c.get("context"), c.req.valid("json")))),
  adjustMany: async (c) => {
    const { lines, atomic } = c.req.valid("json");
    const batch = { lines: lines.map(adjustmentIn), atomic };
    return respond(c, toResults(await adjustMany(c.get("context"), batch), toItemRecord));
  },
  holdMany: async (c) =>
    respond(c, toResults(await holdMany(c.get("context"), c.req.valid("json")), toHeldItemRecord)),
  releaseMany: async (c) =>
    respond(c, toResults(await releaseMany(c.get("context"), c.req.valid("json")), toItemRecord)),
  moveMany: async (c) => {
    const outcomes = await moveMany(c.get("context"), c.req.valid("json"));
    return respond(c, toResults(outcomes, toItemOrPartRecord));
  },
  scrapMany: async (c) => {
    const outcomes = await scrapMany(c.get("context"), c.req.valid("json"));
    return respond(c, toResults(outcomes, toItemOrPartRecord));
  },
  dispatchMany: async (c) => {
    const outcomes = await dispatchMany(c.get("context"), c.req.valid("json"));
    return respond(c, toResults(outcomes, toItemOrPartRecord));
  },
};

/** Returns the handlers of material items. */
export const materialItemHandlers = (
  settings: ReceiptSettings,
): Handlers<typeof materialItemRoutes> => ({ ...ofItems, ...receiptHandlers(settings) });

interface SentAdjustment {
  readonly materialitemid: number;
  readonly adjustqty: number;
  readonly reasonSUID: string;
  readonly comments?: string | null | undefined;
  readonly occurredAt?: number | null | undefined;
}

/** Returns an adjustment with the names that core has for its fields. */
const adjustmentIn = ({
  materialitemid: id,
  adjustqty: qty,
  comments: comment,
  ...more
}: SentAdjustment) => ({ id, qty, comment, ...more });
