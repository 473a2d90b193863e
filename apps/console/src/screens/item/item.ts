import type { Answer } from "@asbuilt/client";

/** An item, as the service shows it. */
export type Item = Answer<"materialItemList">[number];

/** The names of an item's holds, its own before those of its batch. */
export const namesOfHolds = ({ holds = [] }: Pick<Item, "holds">): string =>
  holds.map(({ holdReason }) => holdReason).join(", ");
