import { catalogRoutes } from "./catalog.ts";
import { consumptionRoutes } from "./consumption.ts";
import { materialItemRoutes } from "./material-item.ts";

/** Every route of the interface, by group. */
export const allRoutes = {
  ...catalogRoutes,
  consumption: consumptionRoutes,
  materialItem: materialItemRoutes,
};
