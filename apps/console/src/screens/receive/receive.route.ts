import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const receiveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/receive",
  validateSearch: texts("productName", "deliveryNo", "location"),
  component: lazyRouteComponent(() => import("./receive-screen.tsx"), "ReceiveScreen"),
});
