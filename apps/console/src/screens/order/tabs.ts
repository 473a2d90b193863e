/** The parts of an order's record, by their names in the address. */
export const orderTabs = ["units", "pick-list", "attachments", "history"] as const;

export type OrderTab = (typeof orderTabs)[number];
