import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";
import { orderTabs } from "./tabs.ts";

export const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/orders/$orderNo",
  validateSearch: ({ tab }: { readonly tab?: unknown }) => {
    const known = orderTabs.find((name) => name === tab);
    return known ? { tab: known } : {};
  },
  component: lazyRouteComponent(() => import("./order-screen.tsx"), "OrderScreen"),
});
