import { setTimeout as wait } from "node:timers/promises";
import { type Client, type components, ProblemError } from "@asbuilt/client";
import type { Listed } from "../import/list.ts";
import type { Place } from "./state.ts";

export type CloudEvent = components["schemas"]["Event"];

/** The operations that list what is followed, by resource. */
const lists = {
  Product: "productList",
  Bom: "bomList",
  BomSlot: "bomSlotList",
  ProductType: "productTypeList",
  OwnershipType: "ownershipTypeList",
  Currency: "currencyList",
  UnitOfMeasure: "unitOfMeasureList",
  ReceiptProfile: "receiptProfileList",
  ReceiptRecipe: "receiptRecipeList",
  PropertyDefinition: "propertyDefinitionList",
  BuildSlotType: "buildSlotTypeList",
} as const;
export type Resource = keyof typeof lists;

/** The reference data that records need. The others are the plant's own. */
export const referenceData = [
  "ProductType",
  "OwnershipType",
  "Currency",
  "UnitOfMeasure",
  "ReceiptProfile",
  "ReceiptRecipe",
  "PropertyDefinition",
  "BuildSlotType",
] as const satisfies readonly Resource[];

/** The records and events of a plant, by its typed client. */
export interface Owner {
  all(resource: Resource, filter: object): Promise<Listed[]>;
  find(resource: Resource, filter: object): Promise<Listed | undefined>;
  /** Returns the place of the newest event. */
  position(): Promise<Place>;
  /** Returns the events after a place, and the place after them. */
  eventsAfter(
    place: Place,
  ): Promise<{ readonly events: readonly CloudEvent[]; readonly at: Place }>;
  /** Whether the event at a place is still the same: after a restore it is another one, or none. */
  isAt(place: Place): Promise<boolean>;
  /** Waits for an event after a place, or for some milliseconds. */
  untilEvent(place: Place, ms: number, signal: AbortSignal): Promise<void>;
}

/** Returns the records of an owner whose events have these types. */
export function ownerRecords(client: Client, types: readonly string[]): Owner {
  const all: Owner["all"] = async (resource, filter) => {
    // Each takes the filter of its resource; the compiler can't tell which one is called.
    const list = client[lists[resource]] as Client["productList"];
    const records: Listed[] = [];
    for await (const page of list.pages({ body: filter, query: { limit: 1000 } })) {
      records.push(...page);
    }
    return records;
  };
  const timeOf = async (after: number) => {
    if (after === 0) return null;
    const found = await oneAfter(client, after - 1);
    return found?.events[0]?.time ?? null;
  };
  return {
    all,
    find: async (resource, filter) => (await all(resource, filter))[0],
    position: async () => {
      const after = await newestId(client);
      return { after, time: await timeOf(after) };
    },
    eventsAfter: async (place) => {
      const events: CloudEvent[] = [];
      let { after } = place;
      for (;;) {
        const body = { after, types: [...types], limit: 1000 };
        const page = await client.eventList({ body });
        events.push(...page.events);
        if (page.next === after) break;
        after = page.next;
      }
      const at = after === place.after ? place : { after, time: await timeOf(after) };
      return { events, at };
    },
    isAt: async ({ after, time }) => {
      if (after === 0) return true;
      const found = await oneAfter(client, after - 1);
      // An event that this key may not read is still counted.
      return found?.next === after && (found.events[0]?.time ?? null) === time;
    },
    untilEvent: async ({ after }, ms, signal) => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
      try {
        const query = { types: types.join(",") };
        const call = { query, lastEventId: String(after), signal: until };
        for await (const _ of await client.eventStream(call)) return;
      } catch (error) {
        if (until.aborted) return;
        // The next look at the place finds it.
        if (isBeyond(error)) return;
        throw error;
      }
      // A service that stops ends its streams. It is not asked again without a pause.
      await wait(endedPauseMs, undefined, { signal }).catch(() => {});
    },
  };
}

const endedPauseMs = 1000;

/**
 * Returns the id of the newest event. Ids have no gaps, so it is found by halves; nothing tells it
 * directly, and to read all events would take long.
 */
async function newestId(client: Client): Promise<number> {
  const isAnyAfter = async (after: number) => ((await oneAfter(client, after))?.next ?? 0) > after;
  let [low, high] = [0, 1];
  if (!(await isAnyAfter(low))) return low;
  while (await isAnyAfter(high)) [low, high] = [high, high * 2];
  // There is an event after `low`, and none after `high`.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isAnyAfter(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns the event after a place; undefined if no event has that place, as after a restore. */
async function oneAfter(client: Client, after: number) {
  try {
    return await client.eventList({ body: { after, limit: 1 } });
  } catch (error) {
    if (isBeyond(error)) return undefined;
    throw error;
  }
}

/** Whether a place was refused because no event has it. */
const isBeyond = (error: unknown) => error instanceof ProblemError && error.problem.status === 400;
