import { isPlainCode } from "../../scan/code.rules.ts";
import type {
  Moment,
  NewItem,
  StationAnswer,
  StationCall,
  StationEvent,
  StationState,
  Stepped,
} from "./station.ts";
import {
  asking,
  askingQuantity,
  askingReason,
  buildCall,
  chosen,
  opening,
  say,
} from "./steps.rules.ts";
import { isSameSerial, mayTakeLots } from "./unit.rules.ts";

type AnswerEvent = Extract<StationEvent, { readonly kind: "answer" }>;

/** An answer of the service came. */
export function answered(state: StationState, event: AnswerEvent, moment: Moment): Stepped {
  const { call, answer } = event;
  const idle: StationState = { ...state, waiting: { kind: "scan" } };
  switch (answer.kind) {
    case "failed":
      return failed(idle, { call, answer, moment });
    case "opened":
      return opened(idle, { call, answer, moment });
    case "units":
      return call.kind === "units" ? unitsOf(idle, answer.units, call.orderNo) : { state: idle };
    case "resolved":
      return resolved(idle, { call, answer, moment });
    default:
      return written(idle, { call, answer, moment });
  }
}

interface Answered<Kind extends StationAnswer["kind"]> {
  readonly call: StationCall;
  readonly answer: Extract<StationAnswer, { readonly kind: Kind }>;
  readonly moment: Moment;
}

/** A read failed. With an open unit, a station that may keep writes takes the code as it is. */
function failed(state: StationState, { call, answer, moment }: Answered<"failed">): Stepped {
  const { problem, known } = answer;
  const { unit } = state;
  if (problem) return say(state, { kind: "refused", problem });
  if (call.kind !== "resolve" || !moment.settings.isOfflineAllowed) {
    return say(state, { kind: "unreachable" });
  }
  if (!unit) return say(state, { kind: "noUnit", code: call.code });
  if (call.isToRemove || !isPlainCode(call.code)) return say(state, { kind: "unreachable" });
  const child = { serial: call.code };
  const isPiece = known === "piece" || (!known && !mayTakeLots(unit));
  if (isPiece) return asking(state, buildCall(unit, child, 1));
  return { state: askingQuantity(state, child, "1", known ? "askQuantity" : "askUnknown") };
}

/** A part has no BoM: as a unit, it would only have every scan refused. */
function opened(state: StationState, { call, answer }: Answered<"opened">): Stepped {
  const { unit } = answer;
  const { serial, product } = unit;
  if (!unit.hasBom && unit.contents.length === 0) {
    return say(state, { kind: "partFirst", serial, product });
  }
  const parked = state.parked.filter((other) => other.serial !== serial);
  return opening({ ...state, parked }, unit, call.kind === "open" ? call.match : undefined);
}

function unitsOf(
  state: StationState,
  units: Extract<StationAnswer, { readonly kind: "units" }>["units"],
  orderNo: string,
): Stepped {
  const [first, ...others] = units;
  if (!first) return say(state, { kind: "noUnits", orderNo });
  if (others.length === 0) return asking(state, { kind: "open", serial: first.serial });
  return say(
    { ...state, waiting: { kind: "unit", orderNo, units } },
    { kind: "chooseUnit", orderNo },
  );
}

function resolved(state: StationState, { call, answer, moment }: Answered<"resolved">): Stepped {
  if (call.kind !== "resolve") return { state };
  const { scan } = answer;
  const records = scan.matches.filter(
    ({ kind }) => kind === "MaterialItem" || kind === "WorksOrder",
  );
  if (call.isToRemove) {
    const content = state.unit?.contents.find(({ visualSerialNo }) =>
      records.some(({ name }) => isSameSerial(name, visualSerialNo)),
    );
    if (content) return { state: askingReason(state, content) };
    const again: StationState = { ...state, waiting: { kind: "removal" } };
    return say(again, { kind: "notHere", code: call.code });
  }
  const [first, ...others] = records;
  if (first && others.length === 0) return chosen(state, first, moment.settings);
  if (first) {
    // Nothing is chosen for the person: a wrong serial would be accepted without a look.
    return say(
      { ...state, waiting: { kind: "choice", matches: records } },
      { kind: "chooseItem", code: scan.code },
    );
  }
  const [other] = scan.matches;
  if (other && other.kind !== "Product") return say(state, { kind: "notAUnit", match: other });
  return say(state, { kind: "unknown", item: newItem(scan) });
}

/** Reads from a code how an item can be received that the service does not know. */
function newItem({ code, elements, matches }: Answered<"resolved">["answer"]["scan"]): NewItem {
  const valueOf = (ai: string) => elements.find((element) => element.ai === ai);
  return {
    serial: valueOf("21")?.value ?? code,
    productName: matches.find(({ kind }) => kind === "Product")?.name,
    batchNo: valueOf("10")?.value,
    expiryDate: valueOf("17")?.date ?? undefined,
  };
}

function written(state: StationState, { call, answer, moment }: Answered<"written">): Stepped {
  const { result, unit = state.unit } = answer;
  switch (result.kind) {
    case "unreachable":
      return say(state, { kind: "unreachable" });
    case "kept":
      return say(state, { kind: "kept", what: whatOf(call) });
    case "refused":
      return say(
        { ...state, unit, waiting: waitingAfter(call) },
        {
          kind: "refused",
          problem: result.problem,
          child: call.kind === "build" ? call.child : undefined,
        },
      );
    default:
      return done({ ...state, unit }, call, moment);
  }
}

/** A receipt that is refused is corrected: what was entered stays. */
function waitingAfter(call: StationCall): StationState["waiting"] {
  const details = call.kind === "build" ? call.body.itemDetails : undefined;
  if (call.kind !== "build" || !details) return { kind: "scan" };
  return {
    kind: "receipt",
    receipt: {
      serial: call.body.childSerialNo,
      productName: details.productName,
      batchNo: details.batchNo ?? undefined,
      expiryDate: details.expiryDate ?? undefined,
      qty: call.body.builtQty,
    },
  };
}

const whatOf = (call: StationCall): string => {
  if (call.kind === "build") return call.child.serial;
  if (call.kind === "remove") return call.built.child;
  return call.kind === "complete" ? call.serial : "";
};

function done(state: StationState, call: StationCall, { atMs }: Moment): Stepped {
  switch (call.kind) {
    case "build": {
      const { parentSerialNo: parent, builtQty: qty } = call.body;
      const { serial: child, match } = call.child;
      const built = { parent, child, qty, unit: match?.unit ?? null };
      return say({ ...state, lastBuilt: { ...built, atMs } }, { kind: "built", built });
    }
    case "remove": {
      const { built, isUndo } = call;
      // A part that was taken out can't be taken back once more.
      const lastBuilt =
        isUndo || state.lastBuilt?.child === built.child ? undefined : state.lastBuilt;
      return say({ ...state, lastBuilt }, { kind: isUndo ? "undone" : "removed", built });
    }
    case "complete": {
      const { serial } = call;
      const parked = state.parked.filter((other) => other.serial !== serial);
      return say(
        { ...state, unit: undefined, lastBuilt: undefined, parked },
        { kind: "completed", serial },
      );
    }
    default:
      return { state };
  }
}
