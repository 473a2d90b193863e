import { describe, expect, test } from "vitest";
import { readOidc } from "../../src/oidc/settings.ts";

const whole = {
  ASBUILT_OIDC_ISSUER: "https://login.example.com/realms/plant",
  ASBUILT_OIDC_CLIENT_ID: "asbuilt",
  ASBUILT_OIDC_CLIENT_SECRET: "secret",
  ASBUILT_OIDC_REDIRECT_URI: "https://plant.example/sign-in/callback",
  ASBUILT_OIDC_ROLES: '{"operators":"operator","leads":["stores","quality"]}',
};

test("the variables configure sign-in, with defaults", () => {
  expect(readOidc(whole)).toEqual({
    faults: [],
    settings: {
      issuer: "https://login.example.com/realms/plant",
      label: "login.example.com",
      signIn: {
        clientId: "asbuilt",
        clientSecret: "secret",
        redirectUri: "https://plant.example/sign-in/callback",
        scopes: "openid profile offline_access",
      },
      audience: undefined,
      rolesClaim: "groups",
      roles: new Map([
        ["operators", ["operator"]],
        ["leads", ["stores", "quality"]],
      ]),
      nameClaim: "name",
    },
  });
});

test("they configure tokens alone, and a public client", () => {
  const { ASBUILT_OIDC_ISSUER, ASBUILT_OIDC_ROLES } = whole;
  const alone = { ASBUILT_OIDC_ISSUER, ASBUILT_OIDC_ROLES, ASBUILT_OIDC_AUDIENCE: "machines" };
  expect(readOidc(alone)).toMatchObject({
    faults: [],
    settings: { signIn: undefined, audience: "machines" },
  });
  expect(readOidc({ ...whole, ASBUILT_OIDC_CLIENT_SECRET: "" })).toMatchObject({
    faults: [],
    settings: { signIn: { clientSecret: undefined } },
  });
});

test("nothing is configured without any of them", () => {
  expect(readOidc({})).toEqual({ settings: undefined, faults: [] });
  expect(readOidc({ ASBUILT_OIDC_ISSUER: "" })).toEqual({ settings: undefined, faults: [] });
});

describe("a fault", () => {
  test.for<[string, Record<string, unknown>]>([
    ["ISSUER", { ISSUER: "http://login.example.com" }],
    ["ISSUER", { ISSUER: "login.example.com" }],
    ["ISSUER", { ISSUER: "https://login.example.com/?a=1" }],
    ["ISSUER", { ISSUER: "https://me@login.example.com/" }],
    ["CLIENT_ID", { CLIENT_ID: "", CLIENT_SECRET: "", REDIRECT_URI: "" }],
    ["CLIENT_ID", { CLIENT_ID: 7 }],
    ["REDIRECT_URI", { REDIRECT_URI: "" }],
    ["REDIRECT_URI", { REDIRECT_URI: "https://plant.example/" }],
    ["REDIRECT_URI", { REDIRECT_URI: "http://plant.example/sign-in/callback" }],
    ["SCOPES", { SCOPES: "profile" }],
    ["AUDIENCE", { AUDIENCE: "asbuilt" }],
    ["CLIENT_SECRET", { CLIENT_ID: "", REDIRECT_URI: "", AUDIENCE: "machines" }],
    ["ROLES", { ROLES: "" }],
    ["ROLES", { ROLES: "operators=operator" }],
    ["ROLES", { ROLES: "{}" }],
    ["ROLES", { ROLES: '["operator"]' }],
    ["ROLES", { ROLES: '{"operators":[]}' }],
    ["ROLES", { ROLES: '{"operators":[7]}' }],
    ["ROLES", { ROLES: '{"operators":" "}' }],
  ])("of %s names it, and configures nothing: %j", ([name, changed]) => {
    const given = Object.entries(changed).map(([one, value]) => [`ASBUILT_OIDC_${one}`, value]);
    const { settings, faults } = readOidc({ ...whole, ...Object.fromEntries(given) });
    expect(settings).toBeUndefined();
    expect(faults.map((fault) => fault.name)).toContain(`ASBUILT_OIDC_${name}`);
    expect(faults.every(({ rule }) => rule.length > 5)).toBe(true);
  });

  test("is each variable without an issuer", () => {
    const { ASBUILT_OIDC_ISSUER: _issuer, ...others } = whole;
    const { settings, faults } = readOidc(others);
    expect(settings).toBeUndefined();
    expect(faults.map(({ name }) => name)).toEqual(Object.keys(others));
  });

  test("is none of an address of this machine", () => {
    for (const issuer of ["http://localhost:8080", "http://127.0.0.1:5556/dex", "http://[::1]:1"]) {
      expect(readOidc({ ...whole, ASBUILT_OIDC_ISSUER: issuer }).faults).toEqual([]);
    }
  });
});
