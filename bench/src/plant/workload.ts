// Loads and baselines import this file without the service's code, so it imports nothing.

/** The number of units in a plant. A plant has a lot and ten builds per unit. */
export type Units = number;

/** The slots of a unit's BoM. Each has its own component and an alternate. */
export const slotCount = 10;
/** The units of a works order. */
export const orderSize = 100;

/** 10,000 items and 50,000 builds. */
export const smallPlant: Units = 5000;
/** 1,000,000 items and 5,000,000 builds. */
export const largePlant: Units = 500_000;

/** One Build: a unit and a lot, each by its number. */
export interface BuildOf {
  readonly unit: number;
  readonly lot: number;
}

/** Returns a body of PUT /api/Build/Build. */
export const buildBody = ({ unit, lot }: BuildOf) => ({
  parentSerialNo: unitSerial(unit),
  childSerialNo: lotSerial(lot),
  builtQty: 1,
  receiveAtPointOfConsumption: false,
});

/** Returns a body of POST /api/MaterialItem/Receive. */
export const receiveBody = (visualSerialNo: string) => ({
  visualSerialNo,
  productName: "Unit component 1",
  qty: 10,
});

/** Returns a function that picks whole numbers below a limit. A seed repeats its sequence. */
export function picker(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Picks a build that the rules allow: any lot fits a slot of any unit. */
export const pickBuild = (pick: (below: number) => number, units: Units): BuildOf => ({
  unit: pick(units),
  lot: pick(units),
});

/** The values of the recorded requests. They identify the parameters of recorded statements. */
export const recordedBuild = { unit: 7, lot: 13 };
export const recordedItem = 77;
export const recordedOrder = 3;

/** The administrator's key of every plant of the benchmarks. */
export const adminKey = "an-administrators-key-of-the-benchmark";

/** A public key without an owner. The seals of the plants' logs name it. */
export const sealer = "A".repeat(43);

/** The product whose BoM has 100 slots. */
export const cabinet = "Cabinet";
export const modelUnit = "MODEL-UNIT";
export const modelLot = (slot: number | "%d") => `MODEL-LOT-${slot}`;

export const unitSerial = (unit: number) => `UNIT-${sevenDigits(unit)}`;
export const lotSerial = (lot: number) => `LOT-${sevenDigits(lot)}`;
export const orderNo = (order: number) => `WO-${sevenDigits(order)}`;
export const sevenDigits = (number: number) => String(number).padStart(7, "0");
