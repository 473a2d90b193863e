import { expect, test } from "vitest";
import { begunCookie, begunIn, screenIn } from "../../src/oidc/begun-cookie.ts";
import { openedToken, sealedToken } from "../../src/oidc/sealed-token.ts";

test("a refresh token is opened by the cookie of its session alone", async () => {
  const [cookie, token] = ["abs_one", "a token, with ünïcode"];
  const sealed = await sealedToken(cookie, token);
  expect(sealed).not.toContain("token");
  expect(await openedToken(cookie, sealed)).toBe(token);
  expect(await sealedToken(cookie, token)).not.toBe(sealed);
  const refused = { name: "OperationError" };
  await expect(openedToken("abs_other", sealed)).rejects.toMatchObject(refused);
  const other = `${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`;
  await expect(openedToken(cookie, other)).rejects.toMatchObject(refused);
});

test("a sign-in is read from its cookie as it was begun, among other cookies", () => {
  const begun = { state: "s_-1", nonce: "n", verifier: "v", to: "/console/orders?a=b&c=%20" };
  const sent = begunCookie(begun).split(";", 1)[0]!;
  expect(begunIn(`a=b; ${sent}; c=d`)).toEqual(begun);
  expect(begunIn(`x${sent}`)).toBeUndefined();
  expect(begunIn(undefined)).toBeUndefined();
  expect(begunIn("__Host-asbuilt-sign-in=s.n.v")).toBeUndefined();
  expect(begunIn("__Host-asbuilt-sign-in=s.n.v.%E0")).toMatchObject({ to: "/console/" });
});

test.for<[string | undefined, string]>([
  ["/console/items/4?tab=a", "/console/items/4?tab=a"],
  [undefined, "/console/"],
  ["/docs", "/console/"],
  ["//evil.example/console/", "/console/"],
  ["https://evil.example/console/", "/console/"],
  ["/console/\r\nSet-Cookie: a=b", "/console/"],
  ["/console/\\evil", "/console/"],
  [`/console/${"a".repeat(500)}`, "/console/"],
])("the screen %j is %j", ([to, screen]) => {
  expect(screenIn(to)).toBe(screen);
});
