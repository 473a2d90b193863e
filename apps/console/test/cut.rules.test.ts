import { expect, test } from "vitest";
import { newCutDetector } from "../src/scan/cut.rules.ts";

const scan = (code: string, suffix: "Enter" | "none" = "Enter", hasPrefix = false) => ({
  code,
  suffix,
  hasPrefix,
});

test("a code without the usual suffix is cut, and so is the rest of it", () => {
  const wholenessOf = newCutDetector();
  expect(wholenessOf(scan("PUMP-00", "none"), 1000, "Enter")).toBe("cut");
  expect(wholenessOf(scan("04567"), 2500, "Enter")).toBe("cut");
  expect(wholenessOf(scan("PUMP-0004567"), 4000, "Enter")).toBe("whole");
});

test("the code that is scanned again after it was cut is whole", () => {
  const wholenessOf = newCutDetector();
  wholenessOf(scan("PUMP-00", "none"), 1000, "Enter");
  expect(wholenessOf(scan("PUMP-0004567"), 2500, "Enter")).toBe("whole");
});

test("another code later, or with a prefix, is no rest", () => {
  const later = newCutDetector();
  later(scan("PUMP-00", "none"), 1000, "Enter");
  expect(later(scan("SEAL-LOT-1"), 5000, "Enter")).toBe("whole");
  const prefixed = newCutDetector();
  prefixed(scan("PUMP-00", "none"), 1000, "Enter");
  expect(prefixed(scan("SEAL-LOT-1", "Enter", true), 1500, "Enter")).toBe("whole");
});

test("the same code twice without the usual suffix is whole: the scanner sends none", () => {
  const wholenessOf = newCutDetector();
  wholenessOf(scan("PUMP-0004", "none"), 1000, "Enter");
  expect(wholenessOf(scan("PUMP-0004", "none"), 4000, "Enter")).toBe("unsuffixed");
});

test("a station that knows no suffix takes codes without one", () => {
  const wholenessOf = newCutDetector();
  expect(wholenessOf(scan("PUMP-0004", "none"), 1000, "none")).toBe("whole");
  expect(wholenessOf(scan("PUMP-0005", "none"), 1500, "none")).toBe("whole");
});
