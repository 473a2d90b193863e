// What the load and the baselines know of a plant, who start without the service's code.

/** The administrator's key of every plant of the benchmarks. */
export const adminKey = "benchmark-key-benchmark-key-benchmark";

/** The public key, of nobody, by which the logs of the plants count as sealed. */
export const sealer = "A".repeat(43);

/** The product whose BoM has 100 slots. */
export const cabinet = "Cabinet";
export const modelUnit = "MODEL-UNIT";
export const modelLot = (slot: number | "%d") => `MODEL-LOT-${slot}`;

export const unitSerial = (unit: number) => `UNIT-${digits(unit)}`;
export const lotSerial = (lot: number) => `LOT-${digits(lot)}`;
export const orderNo = (order: number) => `WO-${digits(order)}`;
const digits = (number: number) => String(number).padStart(7, "0");
