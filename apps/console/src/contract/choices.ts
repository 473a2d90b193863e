import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { roles } from "../app/roles.ts";

type Names = Readonly<Record<string, MessageDescriptor>>;

/** How far a receipt asks for a field. */
const receiptRules: Names = {
  hidden: msg`Not asked`,
  optional: msg`Optional`,
  compulsory: msg`Required`,
};

/** The values that a field can have, for fields that have few. */
const choiceNames: Readonly<Record<string, Names>> = {
  Tracking: { Lot: msg`Lot`, Serial: msg`Serial` },
  disposition: {
    return: msg`Back to stock`,
    hold: msg`On hold`,
    scrap: msg`Scrapped`,
  },
  kind: {
    item: msg`Item`,
    location: msg`Location`,
    user: msg`User`,
    worksOrder: msg`Works order`,
    command: msg`Command`,
  },
  operation: {
    complete: msg`Complete a unit`,
    release: msg`End a hold`,
    void: msg`Void`,
    bomRelease: msg`Release a BoM version`,
    allowIncomplete: msg`Let an incomplete unit pass`,
  },
  order: {
    newest: msg`Newest first`,
    oldest: msg`Oldest first`,
    lastChanged: msg`Last changed first`,
    visualSerialNo: msg`By serial`,
    visualSerialNoDescending: msg`By serial, from the end`,
    expiry: msg`First to expire`,
    expiryDescending: msg`Last to expire`,
    batchNo: msg`By batch`,
    batchNoDescending: msg`By batch, from the end`,
    bomName: msg`By name`,
    bomNameDescending: msg`By name, from the end`,
    productName: msg`By name`,
    productNameDescending: msg`By name, from the end`,
    orderNo: msg`By number`,
    orderNoDescending: msg`By number, from the end`,
  },
  role: Object.fromEntries(Object.entries(roles).map(([role, { name }]) => [role, name])),
  status: {
    Draft: msg`Draft`,
    Released: msg`Released`,
    Obsolete: msg`Obsolete`,
    Created: msg`Created`,
    Started: msg`Started`,
    Completed: msg`Completed`,
    Cancelled: msg`Cancelled`,
  },
  symbology: {
    dataMatrix: msg`Data Matrix`,
    gs1DataMatrix: msg`GS1 DataMatrix`,
    qr: msg`QR code`,
    code128: msg`Code 128`,
  },
  transactions: { adjust: msg`Adjust`, remove: msg`Take a part out` },
};

/** Returns the name of a value of a record's field; undefined if the field can have any value. */
export const valueNameOf = (field: string, value: unknown): MessageDescriptor | undefined =>
  choiceNames[field]?.[String(value)];

/** Returns the name of an option that a form offers. A receipt profile has a rule for each field. */
export const optionNameOf = (field: string, option: unknown): MessageDescriptor | undefined =>
  valueNameOf(field, option) ?? receiptRules[String(option)];

/** Returns what an option of a field is called in the person's language. */
export function useOptionName(): (field: string, option: unknown) => string {
  const { i18n } = useLingui();
  return (field, option) => {
    const name = optionNameOf(field, option);
    // An option of a later version of the service has no name yet.
    return name ? i18n._(name) : String(option);
  };
}
