import type { Answer } from "@asbuilt/client";

export type EpcisEvent = Answer<"epcisQuery">["epcisBody"]["eventList"][number];

/** Returns the names of all items and lots of an event. */
export const objectsOf = (event: EpcisEvent): string[] => urisOf(event).map(nameOf);

function urisOf(event: EpcisEvent): string[] {
  if (event.type === "ObjectEvent") {
    return [...(event.epcList ?? []), ...classesOf(event.quantityList)];
  }
  if (event.type === "AssociationEvent") {
    const { parentID, childEPCs = [], childQuantityList } = event;
    return [parentID, ...childEPCs, ...classesOf(childQuantityList)];
  }
  const { inputEPCList = [], inputQuantityList, outputEPCList = [], outputQuantityList } = event;
  const inputs = [...inputEPCList, ...classesOf(inputQuantityList)];
  return [...inputs, ...outputEPCList, ...classesOf(outputQuantityList)];
}

interface Quantified {
  readonly epcClass: string;
  readonly quantity?: number | undefined;
  readonly uom?: string | undefined;
}

const classesOf = (elements: readonly Quantified[] = []): string[] =>
  elements.map(({ epcClass }) => epcClass);

/** Returns the end of a URI, as a person reads it: `…/item/PUMP-0001` is `PUMP-0001`. */
export function nameOf(uri: string): string {
  const end = uri.split(/[/:]/).at(-1)!;
  try {
    return decodeURIComponent(end);
  } catch {
    return end;
  }
}
