import { describe, expect, test } from "vitest";
import { claimAt, nameOf, rolesOf, wordOf } from "../../src/oidc/claims.rules.ts";
import { readOidc } from "../../src/oidc/settings.ts";

test.for<[string, object, unknown]>([
  ["groups", { groups: ["a"] }, ["a"]],
  ["realm_access.roles", { realm_access: { roles: ["a"] } }, ["a"]],
  ["https://example.com/roles", { "https://example.com/roles": "a" }, "a"],
  ["a.b", { "a.b": 1, a: { b: 2 } }, 1],
  ["a.b.c", { a: { b: null } }, undefined],
  ["toString", {}, undefined],
  ["a.length", { a: "text" }, undefined],
  ["none", {}, undefined],
])("the claim %s of %j", ([path, claims, value]) => {
  expect(claimAt(claims as Record<string, unknown>, path)).toEqual(value);
});

const settings = {
  rolesClaim: "groups",
  nameClaim: "name",
  roles: new Map([
    ["operators", ["operator"]],
    ["leads", ["stores", "quality"]],
  ]),
};

test.for<[unknown, readonly string[]]>([
  [
    ["operators", "staff", "leads"],
    ["operator", "stores", "quality"],
  ],
  ["operators", ["operator"]],
  [["OPERATORS"], []],
  ["operators leads", []],
  [[1, null, { operators: true }], []],
  [{ operators: true }, []],
  [undefined, []],
  [null, []],
  [["__proto__", "constructor"], []],
])("the values %j give the roles %j", ([groups, roles]) => {
  expect(rolesOf({ groups }, settings)).toEqual(roles);
});

describe("the name", () => {
  test.for<[object, string]>([
    [{ name: "Ann Lee", preferred_username: "ann" }, "Ann Lee"],
    [{ name: "  Ann \u0000\u200B  Lee\n" }, "Ann Lee"],
    [{ name: "Ann", given: "x" }, "Ann"],
    [{ name: "", preferred_username: "ann" }, "ann"],
    [{ name: 7, email: "ann@example.com" }, "ann@example.com"],
    [{ client_id: "press-4", azp: "other", sub: "s" }, "press-4"],
    [{ azp: "press-4", sub: "s" }, "press-4"],
    [{ sub: "s" }, "s"],
    [{}, "Unnamed"],
  ])("of %j is %s", ([claims, name]) => {
    expect(nameOf(claims as Record<string, unknown>, settings)).toBe(name);
  });

  test("is cut between characters", () => {
    const bytes = (text: string) => new TextEncoder().encode(text).length;
    expect(nameOf({ name: "a".repeat(400) }, settings)).toBe("a".repeat(150));
    const cut = nameOf({ name: "🔧".repeat(100) }, settings);
    expect(cut).toBe("🔧".repeat(37));
    expect(bytes(cut)).toBeLessThanOrEqual(150);
  });
});

test("the word of the directory has the person by issuer and subject", () => {
  const issuer = "https://login.example.com";
  const { settings: read } = readOidc({
    ASBUILT_OIDC_ISSUER: issuer,
    ASBUILT_OIDC_AUDIENCE: "machines",
    ASBUILT_OIDC_ROLES: '{"operators":"operator"}',
  });
  expect(wordOf({ sub: "7", name: "Ann", groups: "operators" }, read!, 5)).toEqual({
    issuer,
    subject: "7",
    name: "Ann",
    roles: ["operator"],
    saidAt: 5,
  });
});
