import { expect, test } from "vitest";
import { isFilled } from "../src/contract/folded.rules.ts";

const folded = { names: ["suid", "isActive", "lines"], usual: { isActive: true } };

test.for([{}, { suid: null, lines: [] }, { suid: "" }, { isActive: true }, { name: "Seal" }])(
  "a record with %j has nothing to show in its folded fields",
  (record) => expect(isFilled(folded, record)).toBe(false),
);

test.for([{ suid: "SEAL" }, { isActive: false }, { lines: ["one"] }])(
  "a record with %j shows its folded fields",
  (record) => expect(isFilled(folded, record)).toBe(true),
);
