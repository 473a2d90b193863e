import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const recallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/recall",
  validateSearch: texts(
    "batchNo",
    "deliveryNo",
    "productName",
    "version",
    "visualSerialNo",
    "from",
    "to",
    "includeRemoved",
  ),
  component: lazyRouteComponent(() => import("./recall-screen.tsx"), "RecallScreen"),
});
