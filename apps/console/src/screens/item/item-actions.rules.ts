/** The state of an item, as far as it decides its actions. docs/reference/states.md has the table. */
export interface ItemState {
  /** The folded SUID of the status. Any other than those below is one of the plant's own. */
  readonly statusKey: string;
  readonly isHeld: boolean;
  /** It has a hold of its own, and is not only held by its batch. */
  readonly hasOwnHold: boolean;
  readonly isExpired: boolean;
  /** It is a unit of a works order. */
  readonly isOfOrder: boolean;
  /** Its end is set: it was completed. */
  readonly hasEnded: boolean;
  /** Its product is tracked by serial: it is a single thing. */
  readonly isSingle: boolean;
}

/** The actions of an item's page, in the order of their buttons. */
export const itemActionNames = [
  "complete",
  "hold",
  "release",
  "move",
  "adjust",
  "dispatch",
  "return",
  "reopen",
  "split",
  "merge",
  "relabel",
  "update",
  "scrap",
  "void",
] as const;

export type ItemActionName = (typeof itemActionNames)[number];

/**
 * Returns the actions that the state of an item allows. The service has the last word: what is in
 * the item, or was done with it before, can still forbid one.
 */
export function possibleActions(item: ItemState): readonly ItemActionName[] {
  const is = (...keys: readonly string[]) => keys.includes(item.statusKey);
  const isGone = is("scrapped", "dispatched", "voided");
  const isUnfinishedUnit = item.isOfOrder && !item.hasEnded && !isGone;
  const isDivisible = !isGone && !is("wip", "consumed") && !isUnfinishedUnit && !item.isSingle;
  const allowed: Readonly<Record<ItemActionName, boolean>> = {
    complete: (is("wip") || isUnfinishedUnit) && !item.isHeld,
    hold: !isGone,
    release: item.hasOwnHold && !is("voided"),
    move: !is("dispatched", "voided"),
    adjust: !is("voided"),
    dispatch: !isGone && !is("wip", "consumed") && !item.isHeld && !item.isExpired,
    return: is("dispatched"),
    reopen: is("available") && item.isOfOrder,
    split: isDivisible,
    merge: isDivisible,
    scrap: !isGone && !is("consumed"),
    relabel: !isGone,
    update: !is("voided"),
    void: !isGone,
  };
  return itemActionNames.filter((name) => allowed[name]);
}

/** Actions that can't be taken back, or only by an exception. A person chooses between them. */
const endings: ReadonlySet<ItemActionName> = new Set(["scrap", "void"]);

/** The number of actions that have a button of their own. */
const buttonsMax = 3;

/** Returns where the actions stand: on buttons, in the menu, and last in it those that end an item. */
export function arranged(names: readonly ItemActionName[]) {
  const others = names.filter((name) => !endings.has(name));
  return {
    buttons: others.slice(0, buttonsMax),
    menu: others.slice(buttonsMax),
    endings: names.filter((name) => endings.has(name)),
  };
}
