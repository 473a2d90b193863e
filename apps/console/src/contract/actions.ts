import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

/**
 * The words of each change of a record, by its name in the log. A name with a kind of record before
 * it has better words for that kind.
 */
export const actionNames: Readonly<Record<string, MessageDescriptor>> = {
  adjusted: msg`Quantity adjusted`,
  adopted: msg`Receipt recorded after it was made at the point of consumption`,
  built: msg`Built in`,
  builtInto: msg`A part was built in`,
  cancelled: msg`Cancelled`,
  candidatesChanged: msg`Candidates changed`,
  completed: msg`Completed`,
  configured: msg`Set in the configuration`,
  "BomVersion.completed": msg`An order with it was completed`,
  uploaded: msg`A file was attached`,
  batchHeld: msg`A batch put on hold`,
  batchReleased: msg`A batch released from hold`,
  copied: msg`Made as a copy`,
  created: msg`Created`,
  deactivated: msg`Paused: the receiver wants no more events`,
  deleted: msg`Deleted`,
  dispatched: msg`Dispatched`,
  ended: msg`Ended`,
  held: msg`Put on hold`,
  itemJoined: msg`A unit joined the order`,
  merged: msg`Merged into another item`,
  mergedInto: msg`Another item was merged into it`,
  moved: msg`Moved`,
  numbered: msg`A serial was made`,
  pinCleared: msg`PIN taken away`,
  pinReset: msg`PIN given by an administrator`,
  pinSet: msg`PIN set`,
  pinned: msg`An order with it was started`,
  propertiesChanged: msg`Properties changed`,
  propertyCleared: msg`A property was cleared`,
  received: msg`Received`,
  receivedAndBuilt: msg`Made at the point of consumption, and built in`,
  released: msg`Released`,
  relabelled: msg`Relabelled`,
  removed: msg`Taken out`,
  removedFrom: msg`A part was taken out`,
  reopened: msg`Opened again`,
  replayed: msg`Events delivered again`,
  returned: msg`Taken back`,
  revoked: msg`Revoked`,
  scrapped: msg`Scrapped`,
  signed: msg`Signed`,
  slotChanged: msg`A slot changed`,
  split: msg`Split`,
  splitOff: msg`Split off a lot`,
  started: msg`Started`,
  tookOver: msg`Took the record over`,
  unitsJoined: msg`Units of a running order went to it`,
  updated: msg`Changed`,
  "MaterialItem.updated": msg`Corrected`,
  versionChanged: msg`Went to another BoM version`,
  voided: msg`Voided: its receipt or start never was`,
};

/** Returns what was done to a record, in the person's language. */
export function useActionName(): (entity: string, action: string) => string {
  const { i18n } = useLingui();
  return (entity, action) => {
    const name = actionNames[`${entity}.${action}`] ?? actionNames[action];
    // An action of a later version of the service has no words yet.
    return name ? i18n._(name) : action;
  };
}
