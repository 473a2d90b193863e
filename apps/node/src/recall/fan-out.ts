import type { components } from "@asbuilt/client";
import { foldCase } from "@asbuilt/core";
import { type AskedPlant, type Asking, askOf, type RecallQuestion } from "./asking.ts";

type Schemas = components["schemas"];
/** An item that the recall affects, in its plant. */
export type FoundItem = Schemas["RecalledItem"] & {
  readonly plant: string;
  /** How it was found: `asked`, or by the dispatch of a unit from another plant. */
  readonly foundBy: "asked" | Dispatch;
};

/** A unit that one plant has sent to another. */
export interface Dispatch {
  readonly from: string;
  readonly visualSerialNo: string;
}

/** A dispatch, and the place that it went to. */
type DispatchTo = Dispatch & { readonly to: string };

/** The affected items of several plants, and what is not known about them. */
export interface PlantsRecall {
  readonly items: readonly FoundItem[];
  /** The plants that did not answer, each with the reason. */
  readonly unanswered: readonly {
    readonly plant: string;
    readonly address: string;
    readonly reason: string;
  }[];
  /** Affected units that went to a plant which did not answer. */
  readonly notFollowed: readonly DispatchTo[];
  /** Affected units that went to a plant which has not received them. */
  readonly notReceived: readonly DispatchTo[];
  /** Affected units that went to a place which is none of the plants; null if none was recorded. */
  readonly elsewhere: readonly (Dispatch & { readonly to: string | null })[];
  /** Units that a plant has received, although the record of their origin does not show that it sent them. */
  readonly notSent: readonly (DispatchTo & { readonly reason: string })[];
}

/**
 * Asks all plants for the affected items, and follows each of them to the plants that received it, by
 * their record of its origin and serial, until nothing new is found.
 */
export async function recallAt(
  plants: readonly AskedPlant[],
  question: RecallQuestion,
): Promise<PlantsRecall> {
  const search: Search = {
    plants,
    asking: askOf(plants),
    items: new Map(),
    fresh: [],
    notFollowed: [],
    notReceived: [],
    elsewhere: [],
    notSent: [],
  };
  const askAll = async (plant: AskedPlant) => {
    const found = await search.asking.ask(plant, question);
    for (const item of found ?? []) add(search, plant, item, "asked");
  };
  await Promise.all(plants.map(askAll));
  // Each round follows the units that the round before has found.
  for (let round = search.fresh.splice(0); round.length > 0; round = search.fresh.splice(0)) {
    for (let start = 0; start < round.length; start += inFlightMax) {
      const together = round.slice(start, start + inFlightMax);
      await Promise.all(together.map((item) => followItem(search, item)));
    }
  }
  const { items, asking, notFollowed, notReceived, elsewhere, notSent } = search;
  const unanswered = asking.unanswered();
  return { items: [...items.values()], unanswered, notFollowed, notReceived, elsewhere, notSent };
}

/** How many units are followed together. */
const inFlightMax = 8;

/** Everything that a search has found so far. */
interface Search {
  readonly plants: readonly AskedPlant[];
  readonly asking: Asking;
  readonly items: Map<string, FoundItem>;
  /** The items that are to be followed. */
  readonly fresh: FoundItem[];
  readonly notFollowed: PlantsRecall["notFollowed"][number][];
  readonly notReceived: PlantsRecall["notReceived"][number][];
  readonly elsewhere: PlantsRecall["elsewhere"][number][];
  readonly notSent: PlantsRecall["notSent"][number][];
}

function add(
  { items, fresh }: Search,
  plant: AskedPlant,
  item: Schemas["RecalledItem"],
  foundBy: FoundItem["foundBy"],
): void {
  const key = `${plant.name}\n${item.id}`;
  if (items.has(key)) return;
  const found = { ...item, plant: plant.name, foundBy };
  items.set(key, found);
  fresh.push(found);
}

const isSame = (left: string, right: string) => foldCase(left) === foldCase(right);

const plantNamed = ({ plants }: Search, name: string | null): AskedPlant | undefined =>
  name === null ? undefined : plants.find((plant) => isSame(plant.name, name));

async function followItem(search: Search, item: FoundItem): Promise<void> {
  await followUnit(search, item);
  await checkOrigin(search, item);
}

/**
 * Adds the items that a plant has received of a unit. Returns whether there are any; undefined without
 * an answer.
 */
async function addReceived(
  search: Search,
  plant: AskedPlant,
  dispatch: Dispatch,
  isSentThere: boolean,
): Promise<boolean | undefined> {
  const { visualSerialNo, from } = dispatch;
  const found = await search.asking.ask(plant, { visualSerialNo });
  if (!found) return undefined;
  // Another unit can have the same serial. One that was sent there, and whose origin was not recorded,
  // counts too.
  const isUnit = ({ level, origin }: Schemas["RecalledItem"]) =>
    level === 0 && (origin === null ? isSentThere : isSame(origin, from));
  const units = new Set(found.filter(isUnit).map(({ id }) => id));
  const affected = found.filter(({ path }) => units.has(path.at(-1)!.id));
  for (const item of affected) add(search, plant, item, dispatch);
  return affected.length > 0;
}

/**
 * Asks every other plant for a unit: the record of the dispatch can be wrong, or lost with a restore.
 */
async function followUnit(search: Search, item: FoundItem): Promise<void> {
  const { plant, visualSerialNo, isDispatched, destination } = item;
  const dispatch = { from: plant, visualSerialNo };
  const receiver = isDispatched ? plantNamed(search, destination) : undefined;
  const isUnrecorded = isDispatched && destination === null;
  const others = search.plants.filter(({ name }) => name !== plant);
  const received = await Promise.all(
    others.map((one) => addReceived(search, one, dispatch, isUnrecorded || one === receiver)),
  );
  if (!isDispatched || received.includes(true)) return;
  if (!receiver) search.elsewhere.push({ ...dispatch, to: destination });
  else if (receiver.name !== plant) {
    const answer = received[others.indexOf(receiver)];
    const list = answer === undefined ? search.notFollowed : search.notReceived;
    list.push({ ...dispatch, to: receiver.name });
  }
}

/** Looks whether the plant that a unit came from knows that it sent it. */
async function checkOrigin(search: Search, item: FoundItem): Promise<void> {
  const { plant, origin, destination } = item;
  const { asking } = search;
  const sender = plantNamed(search, origin);
  if (!sender || sender.name === plant) return;
  // It was sent back, and is in stock there again.
  if (item.isDispatched && destination !== null && isSame(destination, sender.name)) return;
  const visualSerialNo = await asking.receivedAs(plantNamed(search, plant)!, item);
  if (visualSerialNo === undefined) return;
  const found = await asking.ask(sender, { visualSerialNo });
  const units = found?.filter(({ level }) => level === 0);
  if (!units || units.some(({ isDispatched }) => isDispatched)) return;
  const reason = units.length > 0 ? "its record shows no dispatch" : "its record has no such unit";
  search.notSent.push({ from: sender.name, visualSerialNo, to: plant, reason });
}
