import type { Answer } from "@asbuilt/client";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useRead } from "../../client/queries.ts";

interface PartProps {
  readonly slot: Answer<"genealogyCompleteness">["slots"][number] | undefined;
}

const partsMax = 20;

/** Reads items of the product that fills a slot by default, the oldest first. */
function useItems(slot: PartProps["slot"], isInStock: boolean) {
  const candidates = slot?.candidates.filter(({ isActive }) => isActive) ?? [];
  const product = (candidates.find(({ isDefault }) => isDefault) ?? candidates[0])?.product ?? "";
  const items = useRead(
    "materialItemSearch",
    {
      body: { productName: product, isInStock, isHeld: false, order: "oldest" },
      query: { limit: partsMax },
    },
    product !== "",
  );
  return { product, items: items.data };
}

/** The serial of a part in stock that fills a slot. */
export function Part({ slot }: PartProps) {
  const { product, items } = useItems(slot, true);
  const part = items?.find(({ status }) => status === "Available");
  if (part) return <code>{part.visualSerialNo}</code>;
  if (!items) return "…";
  return (
    <Link to="/receive">
      <Trans>a part of the product {product}, which must be received first</Trans>
    </Link>
  );
}

/** The serial of a part that is in another unit, or else a code that means nothing. */
export function WrongPart({ slot }: PartProps) {
  const { items } = useItems(slot, false);
  const built = items?.find(({ status }) => status === "Consumed");
  return <code>{built?.visualSerialNo ?? "NO-SUCH-PART"}</code>;
}
