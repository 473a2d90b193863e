import type { DirectoryWord } from "@asbuilt/core";
import type { OidcSettings } from "./settings.ts";

/** The word of the directory about a person or machine, as it sends it. */
export type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims => typeof value === "object" && value !== null;

/** Returns a claim by its name, or by the path to it: `realm_access.roles`. */
export function claimAt(claims: Claims, path: string): unknown {
  // The names of some claims are addresses, with points in them.
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      claims,
    );
}

/** Returns the roles that the values of the claim give. */
export function rolesOf(
  claims: Claims,
  { rolesClaim, roles }: Pick<OidcSettings, "rolesClaim" | "roles">,
): string[] {
  const claim = claimAt(claims, rolesClaim);
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.flatMap((value) => (typeof value === "string" ? (roles.get(value) ?? []) : []));
}

/** The most bytes of a name. Core can put the subject behind it. */
const nameBytesMax = 150;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Returns a text as names are written: without what nobody sees, and not too long. */
function nameIn(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  let name = value.normalize("NFC").replaceAll(/\p{C}/gu, "").replaceAll(/\s+/g, " ").trim();
  // A cut through a character leaves half of it, which goes too.
  while (bytesOf(name) > nameBytesMax)
    name = name
      .slice(0, -1)
      .replace(/\p{Cs}$/u, "")
      .trim();
  return name === "" ? undefined : name;
}

/** The claims of a name, for those who have none: a machine has that of its client. */
const otherNames = ["preferred_username", "email", "client_id", "azp"];

/** Returns the name of a person or machine. */
export const nameOf = (claims: Claims, { nameClaim }: Pick<OidcSettings, "nameClaim">): string =>
  [nameClaim, ...otherNames].map((path) => nameIn(claimAt(claims, path))).find(Boolean) ??
  nameIn(claims["sub"]) ??
  "Unnamed";

/** Returns the word of the directory in its claims, which were said at that time. */
export const wordOf = (
  claims: Claims & { readonly sub: string },
  settings: OidcSettings,
  saidAt: number,
): DirectoryWord => ({
  issuer: settings.issuer,
  subject: claims.sub,
  name: nameOf(claims, settings),
  roles: rolesOf(claims, settings),
  saidAt,
});
