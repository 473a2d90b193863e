import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";
import { itemTabs } from "./tabs.ts";

export const itemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/items/$id",
  validateSearch: ({ tab }: { readonly tab?: unknown }) => {
    const known = itemTabs.find((name) => name === tab);
    return known ? { tab: known } : {};
  },
  component: lazyRouteComponent(() => import("./item-screen.tsx"), "ItemScreen"),
});
