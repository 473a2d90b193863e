import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";
import { itemTabs } from "./tabs.ts";

// `at` and `knownAt` choose the state that is shown, and `with` the item to compare with.
const knownTexts = texts("at", "knownAt", "with");

export const itemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/items/$id",
  validateSearch: (search: Readonly<Record<string, unknown>>) => {
    const tab = itemTabs.find((name) => name === search["tab"]);
    return { ...knownTexts(search), ...(tab ? { tab } : {}) };
  },
  component: lazyRouteComponent(() => import("./item-screen.tsx"), "ItemScreen"),
});

export const itemReportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/items/$id/report",
  validateSearch: texts("at", "knownAt"),
  component: lazyRouteComponent(() => import("./report/report-screen.tsx"), "ReportScreen"),
});
