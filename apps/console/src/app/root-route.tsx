import { createRootRoute } from "@tanstack/react-router";
import { RouteNotFound } from "./errors.tsx";
import { allTexts } from "./language.ts";
import { Shell } from "./shell.tsx";

/** Every screen's route is below it: the `*.route.ts` of the screen's folder. */
export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: RouteNotFound,
  // The station begins without the texts of the other screens.
  beforeLoad: ({ location }) => (location.pathname.endsWith("/station") ? undefined : allTexts()),
});
