import type { BuiltInRole } from "../../app/roles.ts";

/** The places that a person of each built-in role goes to first, in order. */
const placesOfRole: Readonly<Record<BuiltInRole, readonly string[]>> = {
  viewer: ["/items", "/orders", "/recall", "/board"],
  operator: ["/station", "/orders", "/receive", "/adjust"],
  stores: ["/receive", "/move", "/adjust", "/items"],
  quality: ["/holds", "/items", "/recall", "/audit"],
  engineer: ["/orders", "/products", "/boms", "/holds", "/move"],
  admin: ["/keys", "/users", "/webhooks", "/reference", "/audit"],
};

/** Returns the places that a person goes to first, in order; none for a role of the plant. */
export const firstPlaces = (role: string): readonly string[] =>
  Object.entries(placesOfRole).find(([name]) => name === role)?.[1] ?? [];
