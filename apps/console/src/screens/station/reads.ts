import { type Asbuilt, soon } from "../../client/asbuilt.ts";
import type { ParkedUnit } from "./station.ts";
import { type Unit, unitOf } from "./unit.rules.ts";

/** Reads all that the station shows of a unit. The three requests go together. */
export async function readUnit(asbuilt: Asbuilt, visualSerialNo: string): Promise<Unit> {
  const signal = soon();
  const [completeness, contents] = await Promise.all([
    asbuilt.send("genealogyCompleteness", { body: { visualSerialNo }, signal }),
    asbuilt.send("genealogyAsBuilt", { body: { visualSerialNo, depth: 1 }, signal }),
  ]);
  const bomSlots = await slotsOf(asbuilt, completeness);
  return unitOf({ completeness, contents, bomSlots });
}

type SlotTexts = ReturnType<typeof listSlots>;

/** The texts of the slots, by BoM version: they hardly change while a station works. */
const slotTexts = new Map<number, SlotTexts>();

interface OfVersion {
  readonly bomVersionID: number | null;
  readonly productName: string;
}

async function slotsOf(asbuilt: Asbuilt, { bomVersionID, productName }: OfVersion) {
  if (bomVersionID === null) return [];
  const known = slotTexts.get(bomVersionID) ?? listSlots(asbuilt, productName);
  slotTexts.set(bomVersionID, known);
  try {
    const slots = await known;
    return slots.filter((slot) => slot.bomVersionID === bomVersionID);
  } catch (error) {
    slotTexts.delete(bomVersionID);
    throw error;
  }
}

const listSlots = (asbuilt: Asbuilt, Product: string) =>
  asbuilt.send("bomSlotList", { body: { Product, isActive: true }, signal: soon() });

/** Reads the units of an order that are not finished, the fullest first. */
export async function openUnitsOf(asbuilt: Asbuilt, orderNo: string): Promise<ParkedUnit[]> {
  const order = await asbuilt.send("worksOrderCompleteness", { body: { orderNo }, signal: soon() });
  return order.units
    .filter(({ status }) => status === "WIP")
    .toSorted((a, b) => b.filledSlots - a.filledSlots)
    .map(({ visualSerialNo, requiredSlots, filledSlots, holdReason }) => ({
      serial: visualSerialNo,
      product: order.productName,
      required: requiredSlots,
      filled: filledSlots,
      holdReason,
    }));
}

const stockMax = 1000;

/** Reads the items in stock that the slots of a unit take: their serials and quantities. */
export async function readStock(asbuilt: Asbuilt, { slots }: Unit) {
  const candidates = slots.flatMap((slot) => slot.candidates.filter(({ isActive }) => isActive));
  const products = new Set(candidates.map(({ product }) => product));
  const query = { limit: stockMax, fields: "visualSerialNo,actualQty" };
  const lists = await Promise.all(
    [...products].map((productName) =>
      asbuilt.send("materialItemSearch", { body: { productName, isInStock: true }, query }),
    ),
  );
  return lists.flat();
}
