import { parseDecimal, typedDecimal } from "../../contract/decimal.rules.ts";
import { answered } from "./answers.rules.ts";
import { type Command, commandOf, isCommand } from "../../scan/code.rules.ts";
import type {
  Built,
  Moment,
  StationCall,
  StationEvent,
  StationSettings,
  StationState,
  Stepped,
} from "./station.ts";
import { asking, askingReason, buildCall, chosen, parked, say, showing } from "./steps.rules.ts";
import { isSameSerial } from "./unit.rules.ts";

export const emptyStation: StationState = {
  unit: undefined,
  waiting: { kind: "scan" },
  banner: { kind: "welcome" },
  log: [],
  lastScan: undefined,
  lastBuilt: undefined,
  parked: [],
};

/** The same code within this time is one scan that the scanner sent twice. */
const repeatedMsMax = 2_000;

/** How long the last Build can be taken back by UNDO. */
export const undoMsMax = 5 * 60_000;

/** Returns the next state, and the call that it waits for. */
export function stepStation(state: StationState, event: StationEvent, moment: Moment): Stepped {
  switch (event.kind) {
    case "scan":
      return isCommand(event.code)
        ? scannedCommand(state, event.code, moment)
        : scanned(state, event.code, moment);
    case "answer": {
      const { lastScan } = state;
      // A code that was scanned again while the station waited is a repetition too.
      const kept = lastScan ? { ...state, lastScan: { ...lastScan, atMs: moment.atMs } } : state;
      return answered(kept, event, moment);
    }
    case "refreshed":
      return { state: state.unit?.id === event.unit.id ? { ...state, unit: event.unit } : state };
    case "late":
      return { state: showing(state, event.banner) };
    default:
      // A person can tap while the station waits for an answer: it moves only after that.
      return state.waiting.kind === "answer" ? { state } : tapped(state, event, moment);
  }
}

type Tap = Exclude<StationEvent, { readonly kind: "scan" | "answer" | "refreshed" | "late" }>;

function tapped(state: StationState, event: Tap, moment: Moment): Stepped {
  switch (event.kind) {
    case "command":
      return commanded(withoutScan(state), event.command, moment);
    case "pickUnit":
      return asking(parked(state), { kind: "open", serial: event.serial });
    case "pickMatch":
      return chosen(state, event.match, moment.settings);
    case "quantity": {
      const { waiting } = state;
      const isOpen = waiting.kind === "quantity" || waiting.kind === "removedQuantity";
      return { state: isOpen ? { ...state, waiting: { ...waiting, text: event.text } } : state };
    }
    case "pickContent":
      return { state: askingReason(state, event.content) };
    case "offerReceipt":
      return { state: { ...state, waiting: { kind: "receipt", receipt: event.item } } };
    default:
      return asking(state, {
        kind: "build",
        body: event.body,
        child: { serial: event.body.childSerialNo },
      });
  }
}

/** After a command, the same part can be meant again: to take it out, for example. */
const withoutScan = (state: StationState): StationState => ({ ...state, lastScan: undefined });

function scannedCommand(state: StationState, code: string, moment: Moment): Stepped {
  const command = commandOf(code);
  const seen = withoutScan(state);
  return command ? commanded(seen, command, moment) : say(seen, { kind: "unknownCommand", code });
}

function scanned(state: StationState, code: string, { settings, atMs }: Moment): Stepped {
  const { lastScan } = state;
  if (lastScan?.code === code && atMs - lastScan.atMs < repeatedMsMax) {
    return { state: showing(state, { kind: "repeated", code }) };
  }
  const seen = { ...state, lastScan: { code, atMs } };
  const { waiting } = state;
  switch (waiting.kind) {
    case "quantity":
    case "removedQuantity":
    case "receipt":
    case "answer":
      return { state: showing(seen, { kind: "answerFirst", code }) };
    case "reason":
      return withReason(seen, code, settings);
    case "removal":
      return removalOf(seen, code);
    case "choice": {
      const match = waiting.matches.find(({ name }) => isSameSerial(name, code));
      return match ? chosen(seen, match, settings) : resolving(seen, code);
    }
    default:
      return resolving(seen, code);
  }
}

const resolving = (state: StationState, code: string): Stepped =>
  asking(state, { kind: "resolve", code, isToRemove: false });

function removalOf(state: StationState, code: string): Stepped {
  const content = state.unit?.contents.find((each) => isSameSerial(each.visualSerialNo, code));
  if (content) return { state: askingReason(state, content) };
  return asking(state, { kind: "resolve", code, isToRemove: true });
}

function commanded(state: StationState, command: Command, moment: Moment): Stepped {
  const { waiting } = state;
  const isAsked = waiting.kind === "quantity" || waiting.kind === "removedQuantity";
  switch (command.name) {
    case "CANCEL":
      return { state: showing({ ...state, waiting: { kind: "scan" } }, { kind: "cancelled" }) };
    case "OK":
      return isAsked ? confirmed(state, moment) : say(state, { kind: "nothingToConfirm" });
    case "QTY":
      if (!isAsked) return say(state, { kind: "nothingToConfirm" });
      return {
        state: {
          ...state,
          waiting: { ...waiting, text: quantityText(command.quantity, moment.settings) },
        },
      };
    case "REASON":
      return waiting.kind === "reason"
        ? withReason(state, command.suid, moment.settings)
        : say(state, { kind: "notForStation" });
    case "LOCATION":
      return say(state, { kind: "notForStation" });
    default:
      return isAsked || waiting.kind === "receipt"
        ? say(state, { kind: "answerFirst", code: command.name })
        : onUnit(state, command.name, moment);
  }
}

/** A command has a point between the digits. The pad shows what the person's language has. */
const quantityText = (quantity: string, { locale }: StationSettings): string =>
  typedDecimal(Number(quantity), locale);

function onUnit(
  state: StationState,
  name: "UNDO" | "REMOVE" | "COMPLETE" | "NEXT",
  moment: Moment,
): Stepped {
  if (name === "UNDO") return undone(state, moment);
  if (!state.unit) return say(state, { kind: "openFirst" });
  const { serial } = state.unit;
  switch (name) {
    case "REMOVE":
      return say({ ...state, waiting: { kind: "removal" } }, { kind: "scanToRemove" });
    case "COMPLETE":
      return asking(state, { kind: "complete", serial });
    default:
      return say({ ...parked(state), waiting: { kind: "scan" } }, { kind: "parked", serial });
  }
}

function undone(state: StationState, { settings, atMs }: Moment): Stepped {
  const { lastBuilt } = state;
  if (!lastBuilt || atMs - lastBuilt.atMs > undoMsMax) return say(state, { kind: "nothingToUndo" });
  return asking(state, removeCall(lastBuilt, { reasonSUID: settings.undoReason, isUndo: true }));
}

function removeCall(
  built: Built,
  { reasonSUID, isUndo }: { readonly reasonSUID: string; readonly isUndo: boolean },
): StationCall {
  const { parent, child, qty, unit } = built;
  return {
    kind: "remove",
    body: { parentSerialNo: parent, childSerialNo: child, removeQty: qty, reasonSUID },
    built: { parent, child, qty, unit },
    isUndo,
  };
}

/** A reason was scanned or tapped. A part of a lot also needs the quantity. */
function withReason(state: StationState, suid: string, settings: StationSettings): Stepped {
  const { waiting, unit } = state;
  if (waiting.kind !== "reason" || !unit) return { state };
  const reasonSUID = settings.reasons.find((reason) => isSameSerial(reason, suid));
  if (!reasonSUID) return say(state, { kind: "noSuchReason", code: suid });
  const { content } = waiting;
  const built = {
    parent: unit.serial,
    child: content.visualSerialNo,
    qty: content.qty,
    unit: content.unit,
  };
  if (content.qty === 1) return asking(state, removeCall(built, { reasonSUID, isUndo: false }));
  const text = typedDecimal(content.qty, settings.locale);
  const asked = { kind: "removedQuantity", removal: { content, reasonSUID }, text } as const;
  return say({ ...state, waiting: asked }, { kind: "askQuantity", code: content.visualSerialNo });
}

function confirmed(state: StationState, { settings }: Moment): Stepped {
  const { waiting, unit } = state;
  if (!unit) return say(state, { kind: "openFirst" });
  if (waiting.kind !== "quantity" && waiting.kind !== "removedQuantity") return { state };
  const { value: qty } = parseDecimal(waiting.text, settings.signs);
  if (qty === undefined || qty <= 0) return say(state, { kind: "badQuantity" });
  if (waiting.kind === "quantity") return asking(state, buildCall(unit, waiting.child, qty));
  const { content, reasonSUID } = waiting.removal;
  const built = {
    parent: unit.serial,
    child: content.visualSerialNo,
    qty,
    unit: content.unit,
  };
  return asking(state, removeCall(built, { reasonSUID, isUndo: false }));
}
