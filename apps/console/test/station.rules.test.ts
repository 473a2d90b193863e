import { describe, expect, test } from "vitest";
import { numberSigns } from "../src/contract/decimal.rules.ts";
import type { StationAnswer, StationEvent, StationState } from "../src/screens/station/station.ts";
import { emptyStation, stepStation, undoMsMax } from "../src/screens/station/station.rules.ts";
import { startingBanner } from "../src/screens/station/steps.rules.ts";
import type { Known, Match } from "../src/screens/station/unit.rules.ts";
import { content, lot, match, unit, withUnit } from "./station-unit.ts";

const start = 1_000_000;
const settings = {
  takesMissing: false,
  undoReason: "CORRECTION",
  isOfflineAllowed: false,
  signs: numberSigns("en"),
  locale: "en",
  reasons: ["REWORK", "SCRAP"],
};

const scanOf = (...matches: Match[]): StationAnswer => ({
  kind: "resolved",
  scan: {
    code: "CODE",
    symbologyID: null,
    isGs1: false,
    fault: null,
    elements: [],
    matches,
    hasMore: false,
  },
});

function step(state: StationState, event: StationEvent, change = {}, atMs = start) {
  const moment = { settings: { ...settings, ...change }, atMs };
  return { call: undefined, ...stepStation(state, event, moment) };
}

/** Scans a code that means some records. */
function scan(state: StationState, code: string, matches: Match[], change = {}) {
  const asked = step(state, { kind: "scan", code });
  expect(asked.call).toMatchObject({ kind: "resolve", code });
  expect(asked.state.waiting.kind).toBe("answer");
  return step(
    asked.state,
    { kind: "answer", call: asked.call!, answer: scanOf(...matches) },
    change,
  );
}

const command = (
  name: "OK" | "UNDO" | "REMOVE" | "CANCEL" | "COMPLETE" | "NEXT",
): StationEvent => ({
  kind: "command",
  command: { name },
});

describe("a scan without an open unit", () => {
  test("of an item opens it", () => {
    expect(scan(emptyStation, "PUMP-1", [match("PUMP-1")]).call).toMatchObject({
      kind: "open",
      serial: "PUMP-1",
    });
  });

  test.for([
    ["of a unit in work opens it", { status: "WIP", orderNo: "WO-1" }, {}, "opened", "PUMP-1"],
    ["of a unit without an order opens it", {}, {}, "opened", "PUMP-1"],
    ["of a finished unit says so", { orderNo: "WO-1" }, {}, "finished", "PUMP-1"],
    ["of a part opens nothing", {}, { hasBom: false, slots: [] }, "partFirst", undefined],
    [
      "of what has lost its BoM but not its parts opens it",
      {},
      { hasBom: false, slots: [], contents: [content("H-1")] },
      "opened",
      "PUMP-1",
    ],
  ] as const)("%s", ([, change, unitChange, kind, serial]) => {
    const asked = scan(emptyStation, "PUMP-1", [match("PUMP-1", change)]);
    const answer = { kind: "opened", unit: { ...unit, ...unitChange } } as const;
    const next = step(asked.state, { kind: "answer", call: asked.call!, answer });
    expect(next.state.banner.kind).toBe(kind);
    expect(next.state.unit?.serial).toBe(serial);
  });

  test("of an order asks for its open units", () => {
    const order = match("WO-1", { kind: "WorksOrder" });
    expect(scan(emptyStation, "WO-1", [order]).call).toEqual({ kind: "units", orderNo: "WO-1" });
  });

  test.for([
    [["PUMP-1"], { kind: "open", serial: "PUMP-1" }],
    [["PUMP-1", "PUMP-2"], undefined],
    [[], undefined],
  ] as const)("whose order has the units %j", ([serials, call]) => {
    const units = serials.map((serial) => ({
      serial,
      product: "Pump",
      required: 2,
      filled: 0,
    }));
    const answer = { kind: "units", units } as const;
    const asked = { kind: "units", orderNo: "WO-1" } as const;
    const next = step(emptyStation, { kind: "answer", call: asked, answer });
    expect(next.call).toEqual(call);
    expect(next.state.unit).toBeUndefined();
  });

  test("of a location opens nothing", () => {
    const next = scan(emptyStation, "STORE", [match("Store", { kind: "Location" })]);
    expect(next).toMatchObject({ call: undefined, state: { banner: { kind: "notAUnit" } } });
  });
});

describe("a scan at a finished unit", () => {
  test("of a part for a finished unit is refused without a call, until a part came out", () => {
    const asked = scan(emptyStation, "PUMP-1", [match("PUMP-1", { orderNo: "WO-1" })]);
    const answer = { kind: "opened", unit } as const;
    const { state } = step(asked.state, { kind: "answer", call: asked.call!, answer });
    const refused = scan(state, "H-1", [match("H-1")]);
    expect(refused.call).toBeUndefined();
    expect(refused.state.banner).toEqual({ kind: "reopenFirst", serial: "PUMP-1" });
    const fresh = step(state, { kind: "refreshed", unit }).state;
    const taken = scan(fresh, "H-1", [match("H-1")]);
    expect(taken.call).toMatchObject({ kind: "build" });
  });

  test.for([
    ["a finished unit that was reopened", "WIP", true, "opened"],
    ["an open unit that was completed elsewhere", "Available", false, "finished"],
  ] as const)("of %s says what it is now", ([, status, isFinished, kind]) => {
    const had = { ...emptyStation, unit: { ...unit, isFinished } };
    const { state, call } = scan(had, "PUMP-1", [match("PUMP-1", { orderNo: "WO-1", status })]);
    expect(call).toBeUndefined();
    expect(state.banner).toEqual({ kind, serial: "PUMP-1" });
    expect(state.unit?.isFinished).toBe(!isFinished);
  });

  test("of another finished unit opens it beside a finished one, and not beside one in work", () => {
    const other = match("PUMP-2", { orderNo: "WO-1", productID: 99 });
    const beside = { ...emptyStation, unit: { ...unit, isFinished: true } };
    expect(scan(beside, "PUMP-2", [other])).toMatchObject({
      call: { kind: "open", serial: "PUMP-2", match: other },
      state: { parked: [{ serial: "PUMP-1" }] },
    });
    expect(scan(withUnit, "PUMP-2", [other]).call?.kind).toBe("build");
  });
});

describe("a scan of a part", () => {
  test("builds one piece without a question", () => {
    expect(scan(withUnit, "H-1", [match("H-1")]).call).toMatchObject({
      kind: "build",
      body: { parentSerialNo: "PUMP-1", childSerialNo: "H-1", builtQty: 1 },
    });
  });

  test.for([
    [500, "8"],
    [3, "3"],
    [0, ""],
  ] as const)("of a lot with %i left asks for a quantity and offers %j", ([left, text]) => {
    const next = scan(withUnit, "LOT", [lot("LOT", left)]);
    expect(next.call).toBeUndefined();
    expect(next.state.waiting).toMatchObject({ kind: "quantity", text });
  });

  test("takes what is missing of a lot, if the station is set so", () => {
    expect(scan(withUnit, "LOT", [lot("LOT")], { takesMissing: true }).call).toMatchObject({
      body: { childSerialNo: "LOT", builtQty: 8 },
    });
  });

  test("that is in the unit already is said without a call", () => {
    const built = { ...withUnit, unit: { ...unit, contents: [content("h-1")] } };
    const next = scan(built, "H-1", [match("H-1")]);
    expect(next).toMatchObject({ call: undefined, state: { banner: { kind: "alreadyBuilt" } } });
  });

  test("of a lot that no slot takes is refused without a question", () => {
    const strange = match("X", { productID: 99, tracking: "Lot" });
    const next = scan(withUnit, "X", [strange]);
    expect(next).toMatchObject({ call: undefined, state: { banner: { kind: "notInBom" } } });
  });

  test("of a piece that no slot takes is decided by the service", () => {
    const strange = match("X", { productID: 99 });
    expect(scan(withUnit, "X", [strange]).call).toMatchObject({ kind: "build" });
  });

  test("that can be several items chooses none of them", () => {
    const next = scan(withUnit, "CODE", [match("A"), match("B")]);
    expect(next.call).toBeUndefined();
    expect(next.state.waiting).toMatchObject({ kind: "choice", matches: [{}, {}] });
    expect(step(next.state, { kind: "scan", code: "b" }).call).toMatchObject({
      body: { childSerialNo: "B" },
    });
  });

  test("that the service does not know offers what the code says", () => {
    const next = scan(withUnit, "CODE", []);
    expect(next.state.banner).toMatchObject({ kind: "unknown", item: { serial: "CODE" } });
  });

  test("that is another unit of an order parks the open one", () => {
    const other = match("PUMP-2", { productID: 99, status: "WIP", orderNo: "WO-1" });
    const next = scan(withUnit, "PUMP-2", [other]);
    expect(next.call).toEqual({ kind: "open", serial: "PUMP-2", match: other });
    expect(next.state.parked).toEqual([
      { serial: "PUMP-1", product: "Pump", required: 2, filled: 0 },
    ]);
  });
});

describe("the same code", () => {
  test.for([
    [1_999, "repeated"],
    [2_000, undefined],
  ] as const)("after %i ms", ([ms, kind]) => {
    const first = step(withUnit, { kind: "scan", code: "H-1" });
    const idle = { ...first.state, waiting: { kind: "scan" } as const };
    const again = step(idle, { kind: "scan", code: "H-1" }, {}, start + ms);
    expect(again.call === undefined).toBe(kind === "repeated");
    if (kind) expect(again.state.banner.kind).toBe(kind);
  });

  test("after a command is another scan", () => {
    const first = step(withUnit, { kind: "scan", code: "H-1" });
    const idle = { ...first.state, waiting: { kind: "scan" } as const };
    const removing = step(idle, { kind: "scan", code: "$AB:REMOVE" });
    const again = step(removing.state, { kind: "scan", code: "H-1" });
    expect(again.call).toMatchObject({ kind: "resolve", isToRemove: true });
  });

  test("after a command by touch is another scan too", () => {
    const first = step(withUnit, { kind: "scan", code: "H-1" });
    const idle = { ...first.state, waiting: { kind: "scan" } as const };
    const tapped = step(idle, { kind: "command", command: { name: "CANCEL" } });
    const again = step(tapped.state, { kind: "scan", code: "H-1" });
    expect(again.call).toMatchObject({ kind: "resolve", code: "H-1" });
  });

  test("is a repetition too if the first answer was slow", () => {
    const asked = step(withUnit, { kind: "scan", code: "H-1" });
    const answered = step(
      asked.state,
      { kind: "answer", call: asked.call!, answer: scanOf() },
      {},
      start + 9_000,
    );
    const again = step(answered.state, { kind: "scan", code: "H-1" }, {}, start + 9_500);
    expect(again.state.banner.kind).toBe("repeated");
  });
});

describe("the quantity pad", () => {
  const asked = scan(withUnit, "LOT", [lot("LOT")]).state;

  test.for(["OTHER", "$AB:COMPLETE", "$AB:UNDO"])("refuses %s until it is answered", (code) => {
    const next = step(asked, { kind: "scan", code });
    expect(next.call).toBeUndefined();
    expect(next.state).toMatchObject({ banner: { kind: "answerFirst" }, waiting: asked.waiting });
  });

  test("is confirmed by a command, with the quantity of another one", () => {
    const changed = step(asked, { kind: "scan", code: "$AB:QTY:2.5" });
    expect(step(changed.state, { kind: "scan", code: "$AB:OK" }).call).toMatchObject({
      body: { childSerialNo: "LOT", builtQty: 2.5 },
    });
  });

  test.for(["", "0", "-1", "1,5", "x"])("refuses the quantity %j", (text) => {
    const typed = step(asked, { kind: "quantity", text }).state;
    const next = step(typed, command("OK"));
    expect(next).toMatchObject({ call: undefined, state: { banner: { kind: "badQuantity" } } });
  });

  test("is left by CANCEL without a call", () => {
    const next = step(asked, command("CANCEL"));
    expect(next).toMatchObject({ call: undefined, state: { waiting: { kind: "scan" } } });
  });
});

describe("a removal", () => {
  const built: StationState = {
    ...withUnit,
    unit: { ...unit, contents: [content("H-1"), content("LOT", { qty: 8 })] },
  };
  const removing = step(built, command("REMOVE")).state;

  test("of a piece is a scan and a reason", () => {
    const asked = step(removing, { kind: "scan", code: "h-1" });
    const next = step(asked.state, { kind: "scan", code: "$AB:REASON:rework" });
    expect(next.call).toMatchObject({
      kind: "remove",
      isUndo: false,
      body: { parentSerialNo: "PUMP-1", childSerialNo: "H-1", removeQty: 1, reasonSUID: "REWORK" },
    });
  });

  test("of a lot also asks for the quantity", () => {
    const asked = step(removing, { kind: "scan", code: "LOT" });
    const reason = step(asked.state, { kind: "scan", code: "SCRAP" });
    expect(reason.state.waiting).toMatchObject({ kind: "removedQuantity", text: "8" });
    const typed = step(reason.state, { kind: "quantity", text: "2" });
    expect(step(typed.state, command("OK")).call).toMatchObject({
      body: { childSerialNo: "LOT", removeQty: 2, reasonSUID: "SCRAP" },
    });
  });

  test("knows no reason but those of removals", () => {
    const asked = step(removing, { kind: "scan", code: "H-1" });
    const next = step(asked.state, { kind: "scan", code: "$AB:REASON:COUNT" });
    expect(next).toMatchObject({ call: undefined, state: { banner: { kind: "noSuchReason" } } });
  });

  test("of what is not in the unit asks again", () => {
    const next = scan(removing, "X", [match("X")]);
    expect(next.state).toMatchObject({ banner: { kind: "notHere" }, waiting: { kind: "removal" } });
  });
});

describe("an answer", () => {
  const call = {
    kind: "build",
    child: { serial: "H-1", match: match("H-1") },
    body: {
      parentSerialNo: "PUMP-1",
      childSerialNo: "H-1",
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    },
  } as const;
  const answered = (result: Extract<StationAnswer, { kind: "written" }>["result"]) =>
    step(
      { ...withUnit, waiting: { kind: "answer" } },
      {
        kind: "answer",
        call,
        answer: { kind: "written", result },
      },
    ).state;
  const problem = { type: "", title: "", detail: "", status: 409, requestId: "" };
  const done = answered({ kind: "done", data: {} as never });

  test("is called built only if the service has confirmed it", () => {
    expect(done.banner).toMatchObject({ kind: "built", built: { child: "H-1" } });
    expect(answered({ kind: "kept", entry: {} as never }).banner.kind).toBe("kept");
    expect(answered({ kind: "unreachable" }).banner.kind).toBe("unreachable");
    const refused = answered({ kind: "refused", problem: { ...problem, code: "cycle" } });
    expect(refused.banner).toMatchObject({ kind: "refused", problem: { code: "cycle" } });
  });

  test("that is no confirmation can't be undone", () => {
    const kept = answered({ kind: "kept", entry: {} as never });
    expect(step(kept, command("UNDO")).state.banner.kind).toBe("nothingToUndo");
  });

  test.for([
    [undoMsMax, "remove"],
    [undoMsMax + 1, undefined],
  ] as const)("can be undone for five minutes: %i ms", ([ms, kind]) => {
    const { call: undo } = step(done, command("UNDO"), {}, start + ms);
    expect(undo?.kind).toBe(kind);
    if (undo) expect(undo).toMatchObject({ isUndo: true, body: { reasonSUID: "CORRECTION" } });
  });

  test("moves nothing that a person taps before it", () => {
    const waiting: StationState = { ...withUnit, waiting: { kind: "answer" } };
    expect(step(waiting, command("COMPLETE"))).toEqual({ call: undefined, state: waiting });
  });
});

describe("without a network", () => {
  const call = { kind: "resolve", code: "H-1", isToRemove: false } as const;
  const failed: StationEvent = { kind: "answer", call, answer: { kind: "failed" } };

  test("the station refuses", () => {
    expect(step(withUnit, failed).state.banner.kind).toBe("unreachable");
  });

  const failedOf = (known?: Known): StationEvent => ({
    ...failed,
    answer: { kind: "failed", known },
  });

  test.for([
    [undefined, "askUnknown"],
    ["lot", "askQuantity"],
  ] as const)(
    "a station that may keep scans asks how much of %j, and says why",
    ([known, said]) => {
      const next = step(withUnit, failedOf(known), { isOfflineAllowed: true });
      expect(next.state).toMatchObject({
        waiting: { kind: "quantity", text: "1" },
        banner: { kind: said },
      });
      expect(step(next.state, command("OK")).call).toMatchObject({
        body: { childSerialNo: "H-1", builtQty: 1 },
      });
    },
  );

  test("a known piece is taken without a question", () => {
    expect(step(withUnit, failedOf("piece"), { isOfflineAllowed: true }).call).toMatchObject({
      kind: "build",
      body: { childSerialNo: "H-1", builtQty: 1 },
    });
    expect(step(withUnit, failedOf("piece")).state.banner.kind).toBe("unreachable");
  });

  test("nothing is asked of a unit whose slots take one piece each", () => {
    const [single] = unit.slots;
    const ofPieces = { ...withUnit, unit: { ...unit, slots: [single!] } };
    expect(step(ofPieces, failed, { isOfflineAllowed: true }).call).toMatchObject({
      body: { childSerialNo: "H-1", builtQty: 1 },
    });
  });

  test("a part is not recorded while no unit is open, and the station says so", () => {
    const { state } = step(emptyStation, failed, { isOfflineAllowed: true });
    expect(state.banner).toEqual({ kind: "noUnit", code: "H-1" });
    expect(state.waiting.kind).toBe("scan");
  });

  test("a station that is loaded again asks for the part that was scanned last", () => {
    expect(startingBanner(emptyStation).kind).toBe("welcome");
    expect(startingBanner(withUnit)).toEqual({ kind: "opened", serial: "PUMP-1" });
    const asked = step(withUnit, failed, { isOfflineAllowed: true }).state;
    expect(startingBanner(asked)).toEqual({ kind: "askQuantity", code: "H-1" });
  });

  test("a GS1 code is not taken as a serial", () => {
    const gs1 = { ...failed, call: { ...call, code: "]d20112345678901231" } };
    expect(step(withUnit, gs1, { isOfflineAllowed: true }).state.banner.kind).toBe("unreachable");
  });
});

test("a code that begins as a command is never looked up", () => {
  const next = step(withUnit, { kind: "scan", code: "$AB:NONSENSE" });
  expect(next).toMatchObject({ call: undefined, state: { banner: { kind: "unknownCommand" } } });
});
