import type { WorkCentreGroupRecord } from "@asbuilt/contract";
import type { Group } from "@asbuilt/core";

/** Returns a work centre group in wire form. */
export const toGroupRecord = (group: Group): WorkCentreGroupRecord => ({
  ID: group.id,
  revNo: group.revNo,
  SUID: group.suid,
  Name: group.name,
  isControlled: group.isControlled ? 1 : 0,
  WorkCentres: group.members.map(({ name }) => name),
  workCentreIDs: group.members.map(({ id }) => id),
});
