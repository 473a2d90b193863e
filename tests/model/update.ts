import { isDeepStrictEqual } from "node:util";
import { heldFor, holdsOf, shownHold } from "./holds.ts";
import { expiryOf } from "./times.ts";
import {
  change,
  type Fields,
  fits,
  found,
  type Item,
  itemNamed,
  must,
  mustBeOne,
  mustBeSingle,
  orderOf,
  ownVersionIn,
  statusOf,
  sum,
  wasMoved,
  type World,
} from "./world.ts";

/** The names that a client sends with the ids of the records that an item refers to. */
const nameOfID = {
  productID: "productName",
  statusID: "status",
  scheduleID: "orderNo",
  holdReasonID: "holdReason",
  locationID: "location",
  ownershipTypeID: "ownershipType",
  currencyID: "currency",
} as const;
type ReferenceID = keyof typeof nameOfID;
type References = { readonly [Field in ReferenceID]: Fields[Field] };

/** A whole item as a client sends it, with the changes in it. It can leave out the delivery. */
export type UpdateBody = Omit<
  Fields,
  "madeAtConsumption" | "deliveryNo" | "ownBomVersionID" | "furtherHoldReasonIDs"
> & {
  id: number;
  revNo: number;
  deliveryNo?: string | null;
} & {
  [Field in ReferenceID as (typeof nameOfID)[Field]]?: string | null;
};

/** Returns the ids of the records that an item can refer to, by their names in small letters. */
const idsByName = ({ floor, orders }: World): Record<ReferenceID, Map<string, number>> => {
  const lower = (pairs: readonly (readonly [string, number])[]) =>
    new Map(pairs.map(([name, id]) => [name.toLowerCase(), id]));
  return {
    productID: lower(floor.products.map(({ name, id }) => [name, id])),
    statusID: lower(Object.entries(floor.statusIDs)),
    scheduleID: lower(orders.map(({ orderNo, id }) => [orderNo, id])),
    holdReasonID: lower(Object.entries(floor.holdReasonIDs)),
    // The one name whose case matters.
    locationID: new Map(Object.entries(floor.locationIDs)),
    ownershipTypeID: lower([["Internal", floor.ownershipTypeID]]),
    currencyID: lower(Object.entries(floor.currencyIDs)),
  };
};

/**
 * Returns the ids of a body by the rule: of an id and a name that disagree the changed one counts,
 * and both that change must be of one record. The contradictions are refused by the second function.
 */
function referencesIn(world: World, body: UpdateBody, item: Item) {
  const fields = { ...item.fields, holdReasonID: shownHold(world, item) };
  const all = idsByName(world);
  const ids: Partial<Record<ReferenceID, number | null>> = {};
  let isContradiction = false;
  for (const [field, nameField] of Object.entries(nameOfID) as [ReferenceID, keyof UpdateBody][]) {
    const [sent, stored] = [body[field], fields[field]];
    const name = body[nameField] as string | null | undefined;
    const key = field === "locationID" ? name : name?.toLowerCase();
    const named = name ? all[field].get(key!) : null;
    const isNewID = sent !== stored;
    const isNewName = name !== undefined && named !== stored;
    must(!isNewID || sent === null || [...all[field].values()].includes(sent), "not_found");
    must(!isNewName || named !== undefined, "not_found");
    if (isNewID && isNewName && sent !== named) isContradiction = true;
    ids[field] = isNewID || !isNewName ? sent : named!;
  }
  // The loop has set every field.
  return { ids: ids as References, mustAgree: () => must(!isContradiction, "details_contradict") };
}

/** Corrects an item. */
export function update(world: World, sent: UpdateBody): Item {
  const item = found(world.items.find(({ id }) => id === sent.id));
  const { fields } = item;
  const { ids, mustAgree } = referencesIn(world, sent, item);
  must(sent.revNo === item.revNo, "stale_revision");
  must(statusOf(world, item) !== "Voided", "item_status");
  must(ids.statusID !== world.floor.statusIDs.Voided, "item_status");
  mustAgree();
  const body = { ...sent, ...ids };
  const of = found(world.floor.products.find(({ id }) => id === body.productID));
  const order = world.orders.find(({ id }) => id === body.scheduleID);
  const namesake = itemNamed(world, body.visualSerialNo);
  must(namesake === undefined || namesake === item, "duplicate");
  const isParent = world.builds.some(({ parent }) => parent === item);
  const isChild = world.builds.some(({ child }) => child === item);
  const isMoved = wasMoved(world, item);
  must(of.id === fields.productID || !(isParent || isChild || isMoved), "fixed");
  must(body.scheduleID === fields.scheduleID || !isParent, "fixed");
  const isBoth = of.id === fields.productID && body.scheduleID === fields.scheduleID;
  must(isBoth || order === undefined || order.product.id === of.id, "fixed");
  for (const name of ["nominalQty", "actualQty"] as const) {
    const isKept = of.id === fields.productID && body[name] === fields[name];
    must(isKept || fits(body[name], of), "decimal_places");
  }
  const isOfSame = of.id === fields.productID;
  if (!isOfSame || body.nominalQty !== fields.nominalQty) mustBeOne(body.nominalQty, of);
  const isOtherStock = !isOfSame || body.actualQty !== fields.actualQty;
  if (isOtherStock) mustBeSingle(world, item, body.actualQty, of);
  const joined = body.scheduleID !== fields.scheduleID;
  const ownBomVersionID = order ? ownVersionIn(order) : null;
  const after = {
    ...storedOf(body, fields, shownHold(world, item)),
    ...(joined ? { ownBomVersionID } : {}),
  };
  const isSame = Object.entries(after).every(([name, value]) =>
    isDeepStrictEqual(value, fields[name as keyof Fields]),
  );
  // An item that stays as it is keeps its revision.
  if (isSame) return item;
  const gained = sum(body.actualQty, -fields.actualQty);
  item.adjusted = sum(item.adjusted, gained, -sum(body.nominalQty, -fields.nominalQty));
  change(world, item, after, { action: "updated" });
  if (joined) orderOf(world, item)?.actions.push("itemJoined");
  return item;
}

/** Another first hold, or none: then the next one is the first. */
function heldInstead(
  known: Pick<Fields, "holdReasonID" | "furtherHoldReasonIDs">,
  holdReasonID: number | null,
) {
  const others = holdsOf(known).slice(1);
  return heldFor([...new Set([...(holdReasonID === null ? [] : [holdReasonID]), ...others])]);
}

/** Keeps the fields that a client may set. The service sets the others. */
function storedOf(
  body: UpdateBody,
  { lastEditDT, lastEditUserID, ...known }: Fields,
  shown: number | null,
): Fields {
  const sent = Object.entries(body).filter(([name]) => name in known);
  const { expiryDate, holdReasonID } = body;
  return {
    ...known,
    ...Object.fromEntries(sent),
    ...(holdReasonID === shown ? heldFor(holdsOf(known)) : heldInstead(known, holdReasonID)),
    lastEditDT,
    lastEditUserID,
    expiryDate: expiryOf(expiryDate),
  };
}
