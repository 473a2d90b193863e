/** The parts of a product's record, by their names in the address. */
export const productTabs = ["details", "boms", "attachments", "history"] as const;

export type ProductTab = (typeof productTabs)[number];
