import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";
import { HomeScreen } from "./home-screen.tsx";

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: HomeScreen,
});
