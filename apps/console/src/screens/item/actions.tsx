import type { OperationName } from "@asbuilt/client";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useState } from "react";
import { useRead } from "../../client/queries.ts";
import { labelled } from "../../contract/labelled-input.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { type FieldOf, neededFirst } from "../../contract/field.ts";
import { DayInput, MomentInput } from "../../contract/time-inputs.tsx";
import { AdjustReasonSelect, HoldReasonSelect, LocationPicker } from "../../list/pickers.tsx";
import { useMay } from "../../session/session.tsx";
import { ScannedLocation } from "../stock/scanned-location.tsx";
import type { Item } from "./item.ts";
import { type ItemActionName, possibleActions } from "./item-actions.rules.ts";
import { useProduct } from "./use-product.ts";

/** An action that a request with the id of the item and a few fields asks for. */
interface PlainAction {
  readonly operation: PlainOperation;
  readonly name: MessageDescriptor;
}

type PlainOperation = Extract<
  OperationName,
  | "materialItemComplete"
  | "materialItemDispatch"
  | "materialItemHold"
  | "materialItemMove"
  | "materialItemRelabel"
  | "materialItemRelease"
  | "materialItemReopen"
  | "materialItemReturn"
  | "materialItemScrap"
  | "materialItemVoid"
>;

export type PlainActionName = Exclude<ItemActionName, "adjust" | "merge" | "split" | "update">;

export const plainActions = {
  complete: { operation: "materialItemComplete", name: msg`Complete` },
  hold: { operation: "materialItemHold", name: msg`Hold` },
  release: { operation: "materialItemRelease", name: msg`Release` },
  move: { operation: "materialItemMove", name: msg`Move` },
  dispatch: { operation: "materialItemDispatch", name: msg`Dispatch` },
  return: { operation: "materialItemReturn", name: msg`Take back` },
  reopen: { operation: "materialItemReopen", name: msg`Reopen` },
  scrap: { operation: "materialItemScrap", name: msg`Scrap` },
  relabel: { operation: "materialItemRelabel", name: msg`Relabel` },
  void: { operation: "materialItemVoid", name: msg`Void` },
} as const satisfies Readonly<Record<PlainActionName, PlainAction>>;

export const actionNames: Readonly<Record<ItemActionName, MessageDescriptor>> = {
  ...Object.fromEntries(Object.entries(plainActions).map(([key, { name }]) => [key, name])),
  adjust: msg`Adjust`,
  merge: msg`Merge`,
  split: msg`Split the lot`,
  update: msg`Edit`,
  void: msg`Void (recorded by mistake)`,
} as Readonly<Record<ItemActionName, MessageDescriptor>>;

const operations: Readonly<Record<ItemActionName, OperationName>> = {
  ...(Object.fromEntries(
    Object.entries(plainActions).map(([key, { operation }]) => [key, operation]),
  ) as Record<PlainActionName, OperationName>),
  adjust: "materialItemItemAdjust",
  merge: "materialItemMerge",
  split: "materialItemSplit",
  update: "materialItemUpdate",
};

// Fields that the console sends itself, and the name that only other systems give a request.
export const sentByConsole = new Set(["id", "visualSerialNo", "externalRef"]);

/** Returns the fields that a person fills in for an action: first the one that it is about. */
export const actionFields = (name: PlainActionName): readonly FieldOf[] =>
  neededFirst(
    requestFields[plainActions[name].operation].filter((field) => !sentByConsole.has(field.name)),
  );

/** Returns the names of the fields by which an action takes a part off its item first. */
export const partFields = (name: PlainActionName): readonly string[] =>
  actionFields(name).some((field) => field.name === "qty") ? ["qty", "newVisualSerialNo"] : [];

/** The inputs of the fields that name records, days and times. */
export const itemInputs = {
  expiryDate: labelled(DayInput),
  holdReason: labelled(HoldReasonSelect),
  location: labelled(LocationPicker),
  occurredAt: labelled(MomentInput),
  reasonSUID: labelled(AdjustReasonSelect),
};

/** The same in a dialog, which gets the scans: they can only name its location. */
export const dialogInputs = { ...itemInputs, location: labelled(ScannedLocation) };

/** Returns the holds that Release can end: those of the item itself. */
export const ownHoldsOf = ({ holds = [] }: Item) =>
  holds.filter(({ batchHoldID }) => batchHoldID === null);

/** Returns the actions on an item that its state and the person's key allow. */
export function useItemActions(item: Item): readonly ItemActionName[] {
  const may = useMay();
  const statuses = useRead("materialStatusList", { body: { id: item.statusID } });
  const product = useProduct(item.productID);
  const [now] = useState(Date.now);
  const suid = statuses.data?.[0]?.suid;
  if (!statuses.data) return [];
  const possible = possibleActions({
    statusKey: suid?.toLowerCase() ?? "",
    isHeld: item.holdReasonID !== null,
    hasOwnHold: ownHoldsOf(item).length > 0,
    isExpired: item.expiryDate !== null && Date.parse(item.expiryDate) < now,
    isOfOrder: item.orderNo !== null,
    hasEnded: item.endDT !== null,
    isSingle: product?.Tracking === "Serial",
  });
  return possible.filter((name) => may(operations[name]));
}
