/** The parts of an item's record, by their names in the address. */
export const itemTabs = [
  "as-built",
  "where-used",
  "completeness",
  "compare",
  "attachments",
  "history",
  "signatures",
  "events",
  "json",
] as const;

export type ItemTab = (typeof itemTabs)[number];
