import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";
import { productTabs } from "./tabs.ts";

/** A product, or the form of a new one: its id is `new`. */
export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/products/$id",
  validateSearch: ({ tab }: { readonly tab?: unknown }) => {
    const known = productTabs.find((name) => name === tab);
    return known ? { tab: known } : {};
  },
  component: lazyRouteComponent(() => import("./product-screen.tsx"), "ProductScreen"),
});
