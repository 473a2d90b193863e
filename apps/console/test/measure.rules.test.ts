import { expect, test } from "vitest";
import { type Findings, findingsWith, layoutCode, settingsFor } from "../src/scan/measure.rules.ts";
import type { Scan } from "../src/scan/wedge.rules.ts";

const scanOf = (host: string, rest: Partial<Scan> = {}): Scan => ({
  code: host,
  codes: { host, us: host },
  msPerKey: 8,
  suffix: "Enter",
  hasPrefix: false,
  ...rest,
});

const found = (scan: Scan, before: Findings = {}) => findingsWith(before, scan, "none");

const german = 'ASBUILT?yzYZ_-"§';

test("the layout is the one whose reading is right", () => {
  expect(found(scanOf(layoutCode))?.layout).toBe("host");
  expect(found(scanOf(`]C0${layoutCode}`))?.layout).toBe("host");
  const shifted = scanOf(german, { codes: { host: german, us: layoutCode } });
  expect(found(shifted)?.layout).toBe("us");
  expect(found(scanOf(german))?.layout).toBe("other");
});

test.for([
  ["]C1010952123454321310LOT7\u001d21S42", true, true],
  ["010952123454321310LOT7\u001d21S42", true, false],
  ["\u001d010952123454321310LOT7\u001d21S42", true, false],
  ["]d2010952123454321310LOT721S42", false, true],
] as const)("%j: separator %s, AIM identifier %s", ([code, hasSeparator, hasAim]) => {
  expect(found(scanOf(code))).toMatchObject({ hasSeparator, hasAim });
});

test("another code shows nothing", () => {
  expect(found(scanOf("PUMP-0004"))).toBeUndefined();
});

test("the slowest scan decides, with a margin, within what a person types", () => {
  const first = found(scanOf(layoutCode, { msPerKey: 50 }));
  expect(settingsFor(first!)).toEqual({
    keyMsMax: 75,
    suffix: "Enter",
    prefix: "none",
    layout: "host",
  });
  expect(found(scanOf(layoutCode), first)?.msPerKey).toBe(50);
  expect(settingsFor({ msPerKey: 4 }).keyMsMax).toBe(35);
  expect(settingsFor({ msPerKey: 110 }).keyMsMax).toBe(100);
  expect(settingsFor({ layout: "other" })).toEqual({ keyMsMax: 35 });
});
