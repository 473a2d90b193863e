import { Trans } from "@lingui/react/macro";
import { Chip, type Meaning } from "../../ui/notice.tsx";
import type { Item } from "./item.ts";

const meanings: Readonly<Record<string, Meaning>> = {
  Available: "good",
  Scrapped: "bad",
  Void: "bad",
};

/** The status of an item, and that it is on hold. */
export const StatusChip = ({ item }: { readonly item: Pick<Item, "status" | "holdReason"> }) => (
  <>
    <Chip meaning={meanings[item.status] ?? "neutral"}>{item.status}</Chip>{" "}
    {item.holdReason === null ? undefined : (
      <Chip meaning="caution">
        <Trans>On hold</Trans>
      </Chip>
    )}
  </>
);
