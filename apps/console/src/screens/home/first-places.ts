import type { Role } from "../../app/roles.ts";

/** The places that a person of each role goes to first, in order. */
export const firstPlaces: Readonly<Record<Role, readonly string[]>> = {
  viewer: ["/items", "/orders", "/recall", "/board"],
  operator: ["/station", "/orders", "/receive", "/adjust"],
  stores: ["/receive", "/move", "/adjust", "/items"],
  quality: ["/holds", "/items", "/recall", "/audit"],
  engineer: ["/orders", "/products", "/boms", "/holds", "/move"],
  admin: ["/keys", "/users", "/webhooks", "/reference", "/audit"],
};
