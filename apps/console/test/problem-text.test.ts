import { problemKinds } from "@asbuilt/contract";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { moreActions, moreSentences, ruleOf } from "../src/contract/later-texts.ts";
import { actions, sentences } from "../src/contract/problem-sentences.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

/** Requests that the console never sends. */
const ofOtherClients = ["malformed_body", "no_such_path", "method_not_allowed"];

test("every refusal that a person can meet has a sentence in the person's language", () => {
  const codes = Object.keys(problemKinds);
  const known = new Set(codes);
  const said = new Set([...Object.keys(sentences), ...Object.keys(moreSentences)]);
  expect(codes.filter((code) => !said.has(code))).toEqual(ofOtherClients);
  const named = [...said, ...Object.keys(actions), ...Object.keys(moreActions)];
  expect(named.filter((code) => !known.has(code))).toEqual([]);
});

test.for([
  ["At least one character.", "Fill this in."],
  ["Must be a whole number.", "Enter a whole number."],
  ["Must be one of A, B.", "Must be one of A, B."],
  ["At most 50 bytes in UTF-8.", "At most 50 bytes. Letters such as ä have two."],
  ["At most 6 decimals.", "At most 6 decimals."],
  ["Must be 0 or more.", "At least 0."],
] as const)("the rule %s of a field is said as: %s", ([detail, sentence]) => {
  expect(i18n._(ruleOf(detail)!)).toBe(sentence);
});

test("a fault that only the service can say keeps its text", () => {
  expect(ruleOf("No product has the name Pump.")).toBeUndefined();
});
