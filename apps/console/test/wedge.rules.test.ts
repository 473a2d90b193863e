import { expect, test } from "vitest";
import {
  codeCharactersMax,
  newWedge,
  type Scan,
  type Stroke,
  type Wedge,
  type WedgeSettings,
} from "../src/scan/wedge.rules.ts";

const usual: WedgeSettings = { keyMsMax: 35, layout: "host", suffix: "none" };

/** The scans that keys made, and the text that the page got in the end. */
interface Result {
  readonly scans: Scan[];
  tooLong: number;
  typed: string;
  /** Which keys the page did not see when they were pressed. */
  held: string;
}

/** A page with a wedge, whose field is restored after a scan. */
function newPage(settings: Partial<WedgeSettings> = {}) {
  const wedge: Wedge = newWedge({ ...usual, ...settings });
  const result: Result = { scans: [], tooLong: 0, typed: "", held: "" };
  let waiting = "";
  let before = "";
  let at = 1000;
  const finish = (ended: ReturnType<Wedge["pause"]>) => {
    if (!ended) return;
    if (ended.kind === "typing") result.typed += waiting;
    else result.typed = before;
    if (ended.kind === "scan") result.scans.push(ended.scan);
    if (ended.kind === "tooLong") result.tooLong++;
    waiting = "";
  };
  const press = (stroke: Omit<Stroke, "at">, name: string) => {
    const { isHeld, isFirst, ended } = wedge.press({ ...stroke, at });
    finish(ended);
    if (isFirst) before = result.typed;
    if (isHeld) {
      if (wedge.pauseMs() !== undefined) waiting += name;
      result.held += name;
    } else result.typed += name;
  };
  const keysOf = (text: string): [Omit<Stroke, "at">, string][] =>
    Array.from(text, (sign) => {
      if (sign === "⏎") return [{ kind: "Enter" }, sign];
      if (sign === "⇥") return [{ kind: "Tab" }, sign];
      if (sign === "⁹") return [{ kind: "prefix" }, sign];
      if (sign === "←") return [{ kind: "other" }, sign];
      if (sign === "◆") {
        return [{ kind: "text", texts: { host: "\u0004", us: "\u0004" }, isShortcut: true }, sign];
      }
      return [{ kind: "text", texts: { host: sign, us: sign.toUpperCase() } }, sign];
    });
  const page = {
    result,
    /** Presses keys that are `ms` milliseconds apart; the first one after `after`. */
    press(text: string, ms: number | readonly number[], after = ms) {
      for (const [index, [stroke, name]] of keysOf(text).entries()) {
        const gaps = index === 0 ? after : ms;
        at += typeof gaps === "number" ? gaps : (gaps[index] ?? 0);
        press(stroke, name);
      }
      return page;
    },
    rest(ms = 2000) {
      const pauseMs = wedge.pauseMs();
      if (pauseMs !== undefined && pauseMs < ms) finish(wedge.pause());
      at += ms;
      return page;
    },
    /** The keys that follow reach the page only after its timer, though they were pressed before. */
    stall() {
      if (wedge.pauseMs() !== undefined) finish(wedge.pause());
      return page;
    },
    codes: () => result.scans.map(({ code }) => code),
  };
  return page;
}

test.for([
  ["PUMP-0004⏎", 12, "PUMP-0004"],
  ["PUMP-0004⇥", 12, "PUMP-0004"],
  ["PUMP-0004", 12, "PUMP-0004"],
  ["PUMP-0004⏎", 35, "PUMP-0004"],
  ["PUMP-0004⏎", 0, "PUMP-0004"],
  ["MAIN⏎", 12, "MAIN"],
  ["A-1⏎", 12, "A-1"],
] as const)("%s at %d ms a key is a scan", ([keys, ms, code]) => {
  const page = newPage().press(keys, ms).rest();
  expect(page.codes()).toEqual([code]);
  expect(page.result.typed).toBe("");
});

test.for([
  ["PUMP-0004⏎", 70],
  ["PUMP-0004⏎", 36],
  ["PUMP-", 12],
  ["AB⏎", 12],
  ["A⏎", 5],
  ["⏎", 5],
  ["then at that time", 90],
] as const)("%s at %d ms a key is typing, and the page gets every key", ([keys, ms]) => {
  const page = newPage().press(keys, ms).rest();
  expect(page.codes()).toEqual([]);
  expect(page.result.typed).toBe(keys);
});

test("a key that repeats, a quick roll and a pause between words are typing", () => {
  const page = newPage()
    .press("then", [100, 25, 30, 35])
    .press(" at ", 120)
    .press("the", [90, 15, 20])
    .press(" end⏎", 110)
    .rest();
  expect(page.codes()).toEqual([]);
  expect(page.result.typed).toBe("then at the end⏎");
  // They were held for a moment.
  expect(page.result.held).toBe("en");
});

test("from the third quick key on the page sees none, and what it saw is taken back", () => {
  const page = newPage().press("abc", 100).rest().press("SCAN-1⏎", 12).rest();
  expect(page.codes()).toEqual(["SCAN-1"]);
  expect(page.result.held).toBe("AN-1⏎");
  expect(page.result.typed).toBe("abc");
});

test("what a person typed just before a scan is no part of it", () => {
  const page = newPage().press("abcd", 100).press("SCAN-1⏎", 12, 100).rest();
  expect(page.codes()).toEqual(["SCAN-1"]);
  expect(page.result.typed).toBe("abcd");
});

test.for([1, 2, 3, 5, 8, 12])("an interruption of 90 ms before key %d divides no scan", (at) => {
  const gaps = Array.from({ length: 14 }, (_, index) => (index === at ? 90 : 8));
  const page = newPage().press("LOT-123456789⏎", gaps).rest();
  expect(page.codes()).toEqual(["LOT-123456789"]);
});

test("a scanner whose suffix is known can be interrupted for longer", () => {
  const gaps = Array.from({ length: 14 }, (_, index) => (index === 8 ? 700 : 8));
  expect(newPage({ suffix: "Enter" }).press("LOT-123456789⏎", gaps).rest().codes()).toEqual([
    "LOT-123456789",
  ]);
  expect(newPage().press("LOT-123456789⏎", gaps).rest().codes()).not.toEqual(["LOT-123456789"]);
});

test.for([1, 2, 3, 4, 5, 6])("a page that is late with all after key %d loses no scan", (keys) => {
  const code = "$AB:OK";
  const late = newPage().press("8", 100).rest().press(code.slice(0, keys), 4, 100).stall();
  late.press(`${code.slice(keys)}⏎`, 4).rest();
  expect(late.codes()).toEqual([code]);
  expect(late.result.typed).toBe("8");
});

test("a code that the page took for whole too early is taken once more, as it is", () => {
  const page = newPage().press("PUMP-1", 4).stall().press("0⏎", 4).rest();
  expect(page.codes()).toEqual(["PUMP-1", "PUMP-10"]);
  expect(page.result.typed).toBe("");
});

test("keys that were given back too early are typing still if no scan follows", () => {
  const page = newPage().press("abc", 20).stall().press("d", 20).stall().press("⏎", 90).rest();
  expect(page.codes()).toEqual([]);
  expect(page.result.typed).toBe("abcd⏎");
});

test("a scanner without the suffix that is set is not lost", () => {
  expect(newPage({ suffix: "Enter" }).press("LOT-12", 10).rest().codes()).toEqual(["LOT-12"]);
});

test("a hundred scans at 4 ms a key, back to back, are a hundred in order", () => {
  const wanted = Array.from({ length: 100 }, (_, index) => `ITEM-${index}`);
  const page = newPage();
  for (const code of wanted) page.press(`${code}⏎`, 4);
  expect(page.rest().codes()).toEqual(wanted);
  expect(page.result.typed).toBe("");
});

test("scans without a suffix are divided by a pause", () => {
  const page = newPage().press("ITEM-1", 10).rest(200).press("ITEM-2", 10).press("⏎", 0, 500);
  expect(page.codes()).toEqual(["ITEM-1", "ITEM-2"]);
  expect(page.result.typed).toBe("⏎");
});

test("a pause that the clock of the keys shows ends a scan before its timer does", () => {
  const page = newPage().press("ITEM-1", 10).press("ITEM-2⏎", 10, 200).rest();
  expect(page.codes()).toEqual(["ITEM-1", "ITEM-2"]);
});

test("a suffix that is late or comes twice presses nothing", () => {
  const late = newPage().press("ITEM-1", 10).rest(150).press("⏎", 0, 0);
  expect(late.codes()).toEqual(["ITEM-1"]);
  expect(late.result.typed).toBe("");
  const twice = newPage().press("ITEM-1⏎⏎", 10);
  expect(twice.codes()).toEqual(["ITEM-1"]);
  expect(twice.result.typed).toBe("");
  // A person confirms later.
  expect(twice.press("⏎", 0, 400).result.typed).toBe("⏎");
});

test("after a prefix, a slow or short code is a scan", () => {
  const slow = newPage().press("⁹SLOW-1⏎", 70).rest();
  expect(slow.codes()).toEqual(["SLOW-1"]);
  expect(slow.result.scans[0]).toMatchObject({ hasPrefix: true, msPerKey: 70, suffix: "Enter" });
  expect(slow.result.typed).toBe("");
  expect(newPage().press("⁹7⏎", 20).codes()).toEqual(["7"]);
  // The prefix ends what was typed before it.
  const typed = newPage().press("ab", 20).press("⁹ITEM-1⏎", 10).rest();
  expect(typed.codes()).toEqual(["ITEM-1"]);
  expect(typed.result.typed).toBe("ab");
});

test("a person who presses the key of the prefix gets it", () => {
  const page = newPage().press("a⁹", 100).rest().press("b", 100);
  expect(page.codes()).toEqual([]);
  expect(page.result.typed).toBe("a⁹b");
});

test("a key with Ctrl is a character within a scan only", () => {
  const scan = newPage().press("10LOT7◆21S42⏎", 12).rest();
  expect(scan.codes()).toEqual(["10LOT7\u000421S42"]);
  expect(newPage().press("A◆BCDE⏎", 12).result.held).toBe("◆BCDE⏎");
  const alone = newPage().press("◆", 100).rest();
  expect(alone.result.held).toBe("");
  const typed = newPage().press("abc◆", 100).rest();
  expect(typed.result.held).toBe("");
});

test("another key ends a scan, and reaches the page", () => {
  const page = newPage().press("ITEM-1←", 10).press("abc←", 10).rest();
  expect(page.codes()).toEqual(["ITEM-1"]);
  expect(page.result.typed).toBe("←abc←");
});

test("a scan says how it was sent, in both layouts", () => {
  const { scans } = newPage({ layout: "us" }).press("item-1⇥", 8).rest().result;
  expect(scans).toEqual([
    {
      code: "ITEM-1",
      codes: { host: "item-1", us: "ITEM-1" },
      msPerKey: 8,
      suffix: "Tab",
      hasPrefix: false,
    },
  ]);
});

test("a code of the greatest length is taken, and a longer one is refused whole", () => {
  const longest = "x".repeat(codeCharactersMax);
  const page = newPage().press(`${longest}⏎`, 4);
  expect(page.codes()).toEqual([longest]);
  expect(page.press(`${longest}y⏎`, 4).rest().codes()).toEqual([longest]);
  expect(page.result).toMatchObject({ tooLong: 1, typed: "" });
});
