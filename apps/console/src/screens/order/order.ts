import type { Answer } from "@asbuilt/client";

/** A works order, as the service shows it. */
export type Order = Answer<"worksOrderSearch">[number];

export type OrderCompleteness = Answer<"worksOrderCompleteness">;

export const orderStatuses = ["Created", "Started", "Completed", "Cancelled"] as const;

export type OrderStatus = Order["status"];
