import type { EpcisDocumentRecord, EpcisEventRecord, EpcisQuantityRecord } from "@asbuilt/contract";
import { type Day, dayMs, dayOf, isInstance, type Observed, type TracedEvent } from "@asbuilt/core";
import { eventId, type Identifiers } from "./epcis-identifiers.ts";
import { wireDecimal, wireTime } from "./wire.ts";

/** Returns the JSON of a document before and after its list of events. */
export function epcisFrame(now: number): { readonly before: string; readonly after: string } {
  const frame: Omit<EpcisDocumentRecord, "epcisBody"> = {
    "@context": [
      "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld",
      { cbvmda: "urn:epcglobal:cbv:mda:" },
    ],
    type: "EPCISDocument",
    schemaVersion: "2.0",
    creationDate: wireTime(now),
  };
  const opened = JSON.stringify(frame).slice(0, -1);
  return { before: `${opened},"epcisBody":{"eventList":`, after: "}}" };
}

/**
 * Returns a function that converts an event to a document's, with these identifiers. Dates are days
 * of the plant's time zone.
 */
export const epcisEventIn =
  (ids: Identifiers, timeZone?: string) =>
  (event: TracedEvent): EpcisEventRecord => {
    const fields = commonFields(ids, event);
    const { amount, parent } = event;
    if (event.type === "ObjectEvent" || !parent) {
      return { type: "ObjectEvent", ...fields, ...objectFields(ids, event, timeZone) };
    }
    const inside = isInstance(amount) ? [ids.of(amount)] : undefined;
    const quantities = inside ? undefined : [quantityOf(ids, amount)];
    if (event.type === "AssociationEvent") {
      return {
        type: event.type,
        ...fields,
        action: event.action === "DELETE" ? "DELETE" : "ADD",
        parentID: ids.of(parent),
        ...(inside ? { childEPCs: inside } : { childQuantityList: quantities }),
      };
    }
    return {
      type: event.type,
      ...fields,
      transformationID: ids.transformation(parent.thing),
      ...(inside ? { inputEPCList: inside } : { inputQuantityList: quantities }),
      ...(isInstance(parent)
        ? { outputEPCList: [ids.of(parent)] }
        : { outputQuantityList: [quantityOf(ids, parent)] }),
    };
  };

function objectFields(
  ids: Identifiers,
  { action, amount, persistent, particulars }: TracedEvent,
  timeZone: string | undefined,
) {
  return {
    action: action ?? ("OBSERVE" as const),
    ...(isInstance(amount)
      ? { epcList: [ids.of(amount)] }
      : { quantityList: [quantityOf(ids, amount)] }),
    ...(persistent && {
      persistentDisposition:
        "set" in persistent ? { set: [persistent.set] } : { unset: [persistent.unset] },
    }),
    ...(particulars && {
      ilmd: {
        "cbvmda:descriptionShort": particulars.description,
        ...(particulars.lotNumber && { "cbvmda:lotNumber": particulars.lotNumber }),
        ...(particulars.expiryAt !== null && {
          "cbvmda:itemExpirationDate": wireDate(dayOf(particulars.expiryAt, timeZone)),
        }),
      },
    }),
  };
}

/** Returns the fields of all types of events, in the order of the standard. */
function commonFields(ids: Identifiers, event: TracedEvent) {
  const { location, bizStep, disposition, orderNo, deliveryNo, source, destination, error } = event;
  const place = location && { id: ids.place(location) };
  const transactions = [
    ...(orderNo ? [{ type: "prodorder" as const, bizTransaction: ids.order(orderNo) }] : []),
    ...(deliveryNo ? [{ type: "desadv" as const, bizTransaction: ids.delivery(deliveryNo) }] : []),
  ];
  return {
    eventID: eventId(event.key),
    eventTime: wireTime(event.happenedAt),
    eventTimeZoneOffset: "+00:00" as const,
    recordTime: wireTime(event.recordedAt),
    ...(bizStep && { bizStep }),
    ...(disposition && { disposition }),
    ...(place && { readPoint: place, ...(event.stays && { bizLocation: place }) }),
    ...(transactions.length > 0 && { bizTransactionList: transactions }),
    ...(source && { sourceList: [{ type: "location" as const, source: ids.plant(source) }] }),
    ...(destination && {
      destinationList: [{ type: "location" as const, destination: ids.plant(destination) }],
    }),
    ...(error && { errorDeclaration: declarationOf(error) }),
  };
}

const wireDate = (day: Day) => wireTime(day * dayMs).slice(0, 10);

function declarationOf({ at, corrective }: NonNullable<TracedEvent["error"]>) {
  const declarationTime = wireTime(at);
  if (!corrective) return { declarationTime, reason: "did_not_occur" as const };
  const correctiveEventIDs = [eventId(corrective)];
  return { declarationTime, reason: "incorrect_data" as const, correctiveEventIDs };
}

/** The form of those UN/ECE Rec 20 codes that EPCIS allows. */
const unitCode = /^[A-Z0-9]{2,3}$/;

/**
 * Returns a quantity of a lot. A count has no unit; without a unit code, or for a whole lot, there is
 * no quantity.
 */
function quantityOf(ids: Identifiers, amount: Observed): EpcisQuantityRecord {
  const code = amount.thing.product.unitCode ?? "";
  const epcClass = ids.of(amount);
  if (amount.qty === null || !unitCode.test(code)) return { epcClass };
  const quantity = wireDecimal(amount.qty);
  return code === "EA" ? { epcClass, quantity } : { epcClass, quantity, uom: code };
}
