import type { StationState } from "../src/screens/station/station.ts";
import { emptyStation } from "../src/screens/station/station.rules.ts";
import type { Match, Unit, UnitContent } from "../src/screens/station/unit.rules.ts";

export const content = (serial: string, change: Partial<UnitContent> = {}): UnitContent => ({
  id: 9,
  visualSerialNo: serial,
  productName: "Bolt",
  bomSlotID: 2,
  slot: "Bolts",
  qty: 1,
  unit: "each",
  ...change,
});

function slot(
  id: number,
  productID: number,
  change: { missing: number; min: number; built: number },
) {
  const { missing, min, built } = change;
  const quantities = { required: min, requiredExact: min, min, max: min, unit: "each" };
  const candidate = { candidateID: id, productID, product: `P${productID}`, version: null };
  return {
    bomSlotID: id,
    slot: `Slot ${id}`,
    isRequired: true,
    isActive: true,
    ...quantities,
    missing,
    over: 0,
    missingEvidence: [],
    candidates: [{ ...candidate, isActive: true, isDefault: true, ...quantities, built }],
    instruction: null,
    properties: [],
    built,
    contents: [],
  };
}

/** A unit of an order with two slots. */
export const unit: Unit = {
  id: 1,
  serial: "PUMP-1",
  product: "Pump",
  orderNo: "WO-1",
  hasBom: true,
  slots: [
    slot(1, 11, { missing: 1, min: 1, built: 0 }),
    slot(2, 12, { missing: 8, min: 8, built: 0 }),
  ],
  contents: [],
};

export const withUnit: StationState = { ...emptyStation, unit };

export const match = (name: string, change: Partial<Match> = {}): Match => ({
  kind: "MaterialItem",
  id: 5,
  name,
  suid: null,
  matchedBy: "visualSerialNo",
  isFromGs1: false,
  isActive: true,
  productID: 11,
  productName: "Housing",
  tracking: "Serial",
  status: "Available",
  orderNo: null,
  actualQty: 1,
  unit: "each",
  batchNo: null,
  expiryDate: null,
  holdReason: null,
  location: null,
  ...change,
});

export const lot = (name: string, actualQty = 500) =>
  match(name, { productID: 12, productName: "Bolt", tracking: "Lot", actualQty });
