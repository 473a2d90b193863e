import { typedDecimal } from "../../contract/decimal.rules.ts";
import type {
  Banner,
  Child,
  StationCall,
  StationSettings,
  StationState,
  Stepped,
} from "./station.ts";
import {
  alreadyBuilt,
  isFinished,
  isMissing,
  isSameSerial,
  type Match,
  missingSlots,
  slotsFor,
  suggestedQuantity,
  type Unit,
  type UnitContent,
} from "./unit.rules.ts";

const logLengthMax = 50;

export const showing = (state: StationState, banner: Banner): StationState => ({
  ...state,
  banner,
  log: [banner, ...state.log].slice(0, logLengthMax),
});

/** Returns what a station says that was loaded again. */
export function startingBanner({ unit, waiting }: StationState): Banner {
  if (waiting.kind === "quantity") return { kind: "askQuantity", code: waiting.child.serial };
  return unit ? { kind: "opened", serial: unit.serial } : { kind: "welcome" };
}

export const say = (state: StationState, banner: Banner): Stepped => ({
  state: showing(state, banner),
});

/** Shows a unit as the record says it is that was scanned: in work, or finished. */
export function opening(state: StationState, read: Unit, match: Match | undefined): Stepped {
  const isDone = match !== undefined && isFinished(match);
  const unit = { ...read, isFinished: isDone };
  return say({ ...state, unit }, { kind: isDone ? "finished" : "opened", serial: unit.serial });
}

export const asking = (state: StationState, call: StationCall): Stepped => ({
  state: { ...state, waiting: { kind: "answer" } },
  call,
});

/** Leaves the open unit. It stays in the list of this station until it is complete. */
export function parked(state: StationState): StationState {
  const { unit } = state;
  if (!unit) return state;
  const required = unit.slots.filter((slot) => slot.isRequired || isMissing(slot)).length;
  const entry = {
    serial: unit.serial,
    product: unit.product,
    required,
    filled: required - missingSlots(unit).length,
  };
  const others = state.parked.filter(({ serial }) => serial !== unit.serial);
  return { ...state, unit: undefined, parked: [entry, ...others] };
}

export const buildCall = (unit: Unit, child: Child, builtQty: number): StationCall => ({
  kind: "build",
  child,
  body: {
    parentSerialNo: unit.serial,
    childSerialNo: child.serial,
    builtQty,
    receiveAtPointOfConsumption: false,
  },
});

/** A code means one record, or a person chose one: it is a unit, an order, or a part. */
export function chosen(state: StationState, match: Match, settings: StationSettings): Stepped {
  const { unit } = state;
  const idle: StationState = { ...state, waiting: { kind: "scan" } };
  if (match.kind === "WorksOrder") {
    return asking(parked(state), { kind: "units", orderNo: match.name });
  }
  if (match.kind !== "MaterialItem") {
    return say(idle, { kind: "notAUnit", match });
  }
  if (!unit) return asking(state, { kind: "open", serial: match.name, match });
  if (isSameSerial(unit.serial, match.name)) return opening(idle, unit, match);
  const isPart = slotsFor(unit, match.productID).length > 0;
  const isInWork = match.status === "WIP" || unit.isFinished;
  const isNextUnit = !isPart && isInWork && match.orderNo !== null;
  if (isNextUnit) return asking(parked(state), { kind: "open", serial: match.name, match });
  return part(idle, { unit, match, isPart, settings });
}

interface Part {
  readonly unit: Unit;
  readonly match: Match;
  readonly isPart: boolean;
  readonly settings: StationSettings;
}

/** A part was scanned. A single piece is built immediately, a lot needs a quantity. */
function part(state: StationState, { unit, match, isPart, settings }: Part): Stepped {
  if (unit.isFinished) return say(state, { kind: "reopenFirst", serial: unit.serial });
  const child: Child = { serial: match.name, match };
  const content = alreadyBuilt(unit, match);
  if (content) return say(state, { kind: "alreadyBuilt", content });
  if (match.tracking === "Serial") return asking(state, buildCall(unit, child, 1));
  // To ask for a quantity first would be a waste. A unit without slots is decided by the service.
  if (!isPart && unit.slots.length > 0) return say(state, { kind: "notInBom", match });
  const qty = suggestedQuantity(unit, match);
  if (qty !== undefined && settings.takesMissing) return asking(state, buildCall(unit, child, qty));
  const text = qty === undefined ? "" : typedDecimal(qty, settings.locale);
  return { state: askingQuantity(state, child, text) };
}

export const askingQuantity = (
  state: StationState,
  child: Child,
  text: string,
  kind: "askQuantity" | "askUnknown" = "askQuantity",
): StationState =>
  showing({ ...state, waiting: { kind: "quantity", child, text } }, { kind, code: child.serial });

export const askingReason = (state: StationState, content: UnitContent): StationState =>
  showing(
    { ...state, waiting: { kind: "reason", content } },
    { kind: "askReason", serial: content.visualSerialNo },
  );
