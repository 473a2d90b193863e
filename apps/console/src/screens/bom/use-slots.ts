import { useRead } from "../../client/queries.ts";
import type { Bom, BomVersion, Slot } from "./bom.ts";

/** The filter of slots takes shorter names of products than there are. */
const productBytesMax = 50;

/** Reads the slots of a BoM version. */
export function useSlots(bom: Bom, version: BomVersion | undefined) {
  const isShort = new TextEncoder().encode(bom.parentProductName).length <= productBytesMax;
  const body = {
    Bom: bom.name,
    ...(version ? { Version: version.version } : {}),
    ...(isShort ? { Product: bom.parentProductName } : {}),
  };
  const reading = useRead("bomSlotList", { body }, version !== undefined);
  // Without the product, BoMs of other products can have the same name.
  const slots: readonly Slot[] | undefined = reading.data?.filter(
    ({ bomVersionID }) => bomVersionID === version?.id,
  );
  return { ...reading, slots };
}
