import { expect, test } from "vitest";
import { traceIdIn, traceparentIn, traceparentOfCall } from "../src/trace.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const parentId = "00f067aa0ba902b7";
const traceparent = `00-${traceId}-${parentId}-01`;

test.for([
  ["as it is", traceparent, traceparent],
  ["without flags that are not defined", `00-${traceId}-${parentId}-ff`, traceparent],
  [
    "of a trace that is not sampled",
    `00-${traceId}-${parentId}-fe`,
    `00-${traceId}-${parentId}-00`,
  ],
  ["of a later version", `cc-${traceId}-${parentId}-01`, traceparent],
  ["of a later version with more parts", `cc-${traceId}-${parentId}-01-more`, traceparent],
] as const)("a traceparent is read %s", ([, given, read]) => {
  expect(traceparentIn(given)).toBe(read);
  expect(traceIdIn(given)).toBe(traceId);
});

test.for([
  ["nothing", undefined],
  ["an empty text", ""],
  ["a trace id of zeros", `00-${"0".repeat(32)}-${parentId}-01`],
  ["a parent id of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
  ["capital letters", traceparent.toUpperCase()],
  ["a trace id that is too short", `00-${traceId.slice(1)}-${parentId}-01`],
  ["a parent id that is too long", `00-${traceId}-${parentId}0-01`],
  ["flags that are not hexadecimal", `00-${traceId}-${parentId}-0x`],
  ["no flags", `00-${traceId}-${parentId}`],
  ["more parts in version 00", `${traceparent}-more`],
  ["the forbidden version", `ff-${traceId}-${parentId}-01`],
  ["a later version whose parts run together", `cc-${traceId}-${parentId}-01more`],
  ["several headers", `${traceparent}, ${traceparent}`],
] as const)("%s is no traceparent", ([, given]) => {
  expect(traceparentIn(given)).toBeUndefined();
  expect(traceIdIn(given)).toBeUndefined();
});

test("a call of the service is a part of the same trace, with an id of its own", () => {
  const calls = [traceparentOfCall(traceparent), traceparentOfCall(traceparent)];
  for (const call of calls) {
    expect(traceparentIn(call)).toBe(call);
    expect(traceIdIn(call)).toBe(traceId);
    expect(call.endsWith("-01")).toBe(true);
  }
  expect(new Set([traceparent, ...calls]).size).toBe(3);
});
