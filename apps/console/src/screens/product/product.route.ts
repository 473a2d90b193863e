import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";
import { productTabs } from "./tabs.ts";

/** The code that a new product begins with. */
const newProductOf = texts("code");

/** A product, or the form of a new one: its id is `new`. */
export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/products/$id",
  validateSearch: (search: Readonly<Record<string, unknown>>) => {
    const known = productTabs.find((name) => name === search["tab"]);
    return { ...newProductOf(search), ...(known ? { tab: known } : {}) };
  },
  component: lazyRouteComponent(() => import("./product-screen.tsx"), "ProductScreen"),
});
