import { expect, test } from "vitest";
import { problemOfLine } from "../src/client/write-lines.rules.ts";

const problem = {
  type: "/problems/validation_failed",
  title: "The request is not valid",
  status: 400,
  detail: "Too long.",
  code: "validation_failed",
} as const;

test("a line has its own faults, at the places in its own body", () => {
  const errors = [
    { pointer: "/lines/1/comment", detail: "Too long." },
    { pointer: "/lines/12/comment", detail: "Too long." },
    { pointer: "/lines/1", detail: "Unknown." },
  ];
  expect(problemOfLine({ ...problem, errors, requestId: "r" }, 1)).toEqual({
    ...problem,
    requestId: "r",
    errors: [
      { pointer: "/comment", detail: "Too long." },
      { pointer: "", detail: "Unknown." },
    ],
  });
});

test("a line without a fault of its own says what is wrong with the request", () => {
  const errors = [{ pointer: "/lines/1/comment", detail: "Too long." }];
  expect(problemOfLine({ ...problem, errors }, 2)).toEqual({ ...problem, requestId: "" });
});
