import { consumptionRoutes } from "./consumption.ts";
import { materialItemRoutes } from "./material-item.ts";

/** Every route of the interface, by group. */
export const allRoutes = {
  consumption: consumptionRoutes,
  materialItem: materialItemRoutes,
};
