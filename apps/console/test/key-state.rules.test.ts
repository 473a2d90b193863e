import { expect, test } from "vitest";
import { keyStateOf } from "../src/screens/keys/key-state.rules.ts";

const now = Date.parse("2026-01-31T08:00:00.000Z");
const [before, after] = ["2026-01-31T08:00:00.000Z", "2026-01-31T08:00:00.001Z"];
const key = { revokedAt: null, expiresAt: null, lastUsedAt: before };

test.for([
  ["was used and never expires", key, "valid"],
  ["expires later", { ...key, expiresAt: after }, "valid"],
  ["expires now", { ...key, expiresAt: before }, "expired"],
  ["was revoked, and has expired too", { ...key, expiresAt: before, revokedAt: before }, "revoked"],
  ["was never used", { ...key, lastUsedAt: null }, "unused"],
  ["was never used and has expired", { ...key, lastUsedAt: null, expiresAt: before }, "expired"],
] as const)("of a key that %s", ([, times, state]) => {
  expect(keyStateOf(times, now)).toBe(state);
});
