import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../app/address.ts";
import { rootRoute } from "../app/root-route.tsx";

export const scannerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/scanner",
  validateSearch: texts("sheet"),
  component: lazyRouteComponent(() => import("./scanner-screen.tsx"), "ScannerScreen"),
});
