import { useRead } from "../../client/queries.ts";
import { inSlotOrder } from "../../contract/slot-order.rules.ts";
import type { Bom, BomVersion, Slot } from "./bom.ts";
import { isReleased, versionToOpen } from "./version-number.rules.ts";

/** The filter of slots takes shorter names of products than there are. */
const productBytesMax = 50;

/** Selects the slots of a BoM. Without the product, BoMs of other products can have its name. */
function slotsOfBom(bom: Bom) {
  const isShort = new TextEncoder().encode(bom.parentProductName).length <= productBytesMax;
  return { Bom: bom.name, ...(isShort ? { Product: bom.parentProductName } : {}) };
}

/** Reads the slots of a BoM version. */
export function useSlots(bom: Bom, version: BomVersion | undefined) {
  const body = { ...slotsOfBom(bom), ...(version ? { Version: version.version } : {}) };
  const reading = useRead("bomSlotList", { body }, version !== undefined);
  const ofVersion = reading.data?.filter(({ bomVersionID }) => bomVersionID === version?.id);
  const slots: readonly Slot[] | undefined =
    ofVersion && inSlotOrder(ofVersion, ({ id, description: text }) => ({ id, text }));
  return { ...reading, slots };
}

/** Returns the version that is shown: the chosen one, or the one that the BoM is opened at. */
export function useShownVersion(bom: Bom, chosenID: string | undefined) {
  const { versions } = bom;
  const chosen = versions.find(({ id }) => String(id) === chosenID);
  const isUnsure = chosenID === undefined && versions.length > 1 && !versions.some(isReleased);
  const query = { fields: "bomVersionID" };
  const slots = useRead("bomSlotList", { body: slotsOfBom(bom), query }, isUnsure);
  if (isUnsure && slots.isPending) return { isPending: true, version: undefined };
  if (chosenID !== undefined) return { isPending: false, version: chosen };
  const idsWithSlots = new Set(slots.data?.map(({ bomVersionID }) => bomVersionID));
  return { isPending: false, version: versionToOpen(versions, idsWithSlots) };
}
