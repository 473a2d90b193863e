import { expect, test } from "vitest";
import {
  aimIdentifierOf,
  commandOf,
  commandText,
  isCommand,
  visibleCode,
} from "../src/scan/code.rules.ts";

test.for([
  ["$AB:OK", { name: "OK" }],
  ["$ab:undo", { name: "UNDO" }],
  [" $AB:REMOVE ", { name: "REMOVE" }],
  ["]C0$AB:CANCEL", { name: "CANCEL" }],
  ["$AB:COMPLETE", { name: "COMPLETE" }],
  ["$AB:NEXT", { name: "NEXT" }],
  ["$AB:QTY:1.5", { name: "QTY", quantity: "1.5" }],
  ["$AB:QTY:999999999.999999", { name: "QTY", quantity: "999999999.999999" }],
  ["$AB:REASON:WRONG PART", { name: "REASON", suid: "WRONG PART" }],
  ["$AB:LOCATION:A:1", { name: "LOCATION", suid: "A:1" }],
] as const)("%s is a command", ([code, command]) => {
  expect(commandOf(code)).toEqual(command);
  expect(isCommand(code)).toBe(true);
});

test.for(["$AB:", "$AB:STOP", "$AB:OK:1", "$AB:QTY", "$AB:QTY:1,5", "$AB:QTY:-1", "$AB:REASON:"])(
  "%s is meant as a command, and is none",
  (code) => {
    expect(commandOf(code)).toBeUndefined();
    expect(isCommand(code)).toBe(true);
  },
);

test.for(["PUMP-0004", "AB:OK", "x$AB:OK", "]d201095212345432132112345"])(
  "%s is no command",
  (code) => {
    expect(commandOf(code)).toBeUndefined();
    expect(isCommand(code)).toBe(false);
  },
);

test.for([
  { name: "OK" },
  { name: "QTY", quantity: "2" },
  { name: "REASON", suid: "SCRAP" },
  { name: "LOCATION", suid: "MAIN" },
] as const)("the text of %j is read as it", (command) => {
  expect(commandOf(commandText(command))).toEqual(command);
});

test("an AIM identifier is found, and control characters are shown", () => {
  expect(aimIdentifierOf("]d2010952")).toBe("]d2");
  expect(aimIdentifierOf("010952")).toBeUndefined();
  expect(visibleCode("10L\u001d21S\u0004\u0007")).toBe("10L<GS>21S<EOT><7>");
});
