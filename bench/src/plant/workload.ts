// Loads and baselines use this file without the service's code: it imports nothing.

/** How many units a plant has. It has as many lots, and ten builds for each unit. */
export type Units = number;

/** The slots of a unit's BoM, each met by a component of its own, or its alternate. */
export const slotCount = 10;
/** How many units a works order makes. */
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

/** A body of PUT /api/Build/Build. */
export const buildBody = ({ unit, lot }: BuildOf) => ({
  parentSerialNo: unitSerial(unit),
  childSerialNo: lotSerial(lot),
  builtQty: 1,
  receiveAtPointOfConsumption: false,
});

/** Picks whole numbers below a limit, the same ones for the same seed. */
export function picker(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A build that the rules admit: any lot fits some slot of any unit. */
export const pickBuild = (pick: (below: number) => number, units: Units): BuildOf => ({
  unit: pick(units),
  lot: pick(units),
});

/** The requests that are recorded: by their values, parameters are known again. */
export const recordedBuild = { unit: 7, lot: 13 };
export const recordedItem = 77;
export const recordedOrder = 3;

/** The administrator's key of every plant of the benchmarks. */
export const adminKey = "benchmark-key-benchmark-key-benchmark";

/** The public key, of nobody, by which the logs of the plants count as sealed. */
export const sealer = "A".repeat(43);

/** The product whose BoM has 100 slots. */
export const cabinet = "Cabinet";
export const modelUnit = "MODEL-UNIT";
export const modelLot = (slot: number | "%d") => `MODEL-LOT-${slot}`;

export const unitSerial = (unit: number) => `UNIT-${sevenDigits(unit)}`;
export const lotSerial = (lot: number) => `LOT-${sevenDigits(lot)}`;
export const orderNo = (order: number) => `WO-${sevenDigits(order)}`;
export const sevenDigits = (number: number) => String(number).padStart(7, "0");
