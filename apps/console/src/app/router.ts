import { createRouter } from "@tanstack/react-router";
import { homeRoute } from "../screens/home/home.route.ts";
import { itemRoute } from "../screens/item/item.route.ts";
import { itemsRoute } from "../screens/items/items.route.ts";
import { referenceRoute, resourceRoute } from "../screens/reference/reference.route.ts";
import { scannerRoute } from "../scan/scanner.route.ts";
import { RouteError } from "./errors.tsx";
import { rootRoute } from "./root-route.tsx";

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    itemRoute,
    itemsRoute,
    referenceRoute,
    resourceRoute,
    scannerRoute,
  ]),
  basepath: "/console",
  defaultPreload: "intent",
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
