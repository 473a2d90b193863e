import { index, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { workCentre } from "./catalog.ts";
import { flag, foldedKey, recordColumns, reference } from "./columns.ts";
import { table } from "./table.ts";

export const workCentreGroup = table(
  "work_centre_group",
  () => ({
    ...recordColumns(),
    suid: text("suid"),
    suidKey: foldedKey("suid_key"),
    name: text("name"),
    nameKey: foldedKey("name_key"),
    isControlled: flag("is_controlled").notNull(),
  }),
  (columns) => [
    uniqueIndex("work_centre_group_name").on(columns.nameKey),
    uniqueIndex("work_centre_group_suid").on(columns.suidKey),
  ],
);

export const workCentreGroupMember = table(
  "work_centre_group_member",
  () => ({
    groupId: reference("group_id", () => workCentreGroup.id).notNull(),
    workCentreId: reference("work_centre_id", () => workCentre.id).notNull(),
  }),
  (columns) => [
    primaryKey({ columns: [columns.groupId, columns.workCentreId] }),
    index("work_centre_group_member_centre").on(columns.workCentreId),
  ],
);
