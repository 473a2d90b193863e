import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";
import { orderStatuses } from "../order/order.ts";

const textsOf = texts("text", "productName");

export const ordersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/orders",
  validateSearch: (search: Readonly<Record<string, unknown>>) => {
    const status = orderStatuses.find((name) => name === search["status"]);
    return { ...textsOf(search), ...(status ? { status } : {}) };
  },
  component: lazyRouteComponent(() => import("./orders-screen.tsx"), "OrdersScreen"),
});
