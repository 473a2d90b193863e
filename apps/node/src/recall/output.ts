import { csvText, type ExportRow } from "../export/csv.ts";
import type { Dispatch, FoundItem, PlantsRecall } from "./fan-out.ts";

/** Returns the affected items as CSV. Where nothing is found it has no line. */
export async function itemsAsCsv({ items }: PlantsRecall): Promise<string> {
  async function* rows(): AsyncGenerator<ExportRow> {
    for (const item of items) yield rowOf(item);
  }
  let text = "";
  for await (const part of csvText(rows())) text += part;
  return items.length > 0 ? text : "";
}

const rowOf = (item: FoundItem): ExportRow => ({
  plant: item.plant,
  visualSerialNo: item.visualSerialNo,
  productName: item.productName,
  version: item.version,
  batchNo: item.batchNo,
  status: item.status,
  holdReason: item.holdReason,
  actualQty: item.actualQty,
  unit: item.unit,
  isInStock: item.isInStock,
  isHeld: item.isHeld,
  isDispatched: item.isDispatched,
  origin: item.origin,
  destination: item.destination,
  level: item.level,
  id: item.id,
  foundBy: foundByOf(item),
});

const foundByOf = ({ foundBy }: FoundItem) =>
  foundBy === "asked" ? "asked" : `sent by ${foundBy.from} as ${foundBy.visualSerialNo}`;

/** Returns the lines for a person: the items of each plant, one in a line, after their numbers. */
export function linesOf(result: PlantsRecall, plants: readonly { name: string }[]): string[][] {
  const silent = new Set(result.unanswered.map(({ plant }) => plant));
  return plants.flatMap(({ name }) => {
    const items = result.items.filter(({ plant }) => plant === name);
    if (silent.has(name) && items.length === 0) return [];
    const more = silent.has(name) ? ", and perhaps more" : "";
    const first = `${name}: ${items.length} affected${more}: ${numbersOf(items)}`;
    return [[first]].concat(items.map(lineOf));
  });
}

function numbersOf(items: readonly FoundItem[]): string {
  const count = (is: (item: FoundItem) => boolean) => items.filter(is).length;
  const [inStock, held, dispatched] = [
    count(({ isInStock }) => isInStock),
    count(({ isHeld }) => isHeld),
    count(({ isDispatched }) => isDispatched),
  ];
  return `${inStock} in stock, ${held} on hold, ${dispatched} dispatched`;
}

const lineOf = (item: FoundItem): string[] => [
  item.plant,
  item.visualSerialNo,
  item.productName,
  item.batchNo ?? "",
  `${item.actualQty} ${item.unit}`,
  item.destination === null ? item.status : `${item.status}, to ${item.destination}`,
  foundByOf(item),
];

/** Returns what the items alone do not say, in words. */
export function findingsOf(result: PlantsRecall): string[] {
  const unit = ({ from, visualSerialNo }: Dispatch) => `${visualSerialNo} of ${from}`;
  return [
    ...result.unanswered.map(
      ({ plant, address, reason }) => `${plant} (${address}) did not answer: ${reason}`,
    ),
    ...result.notFollowed.map((one) => `${unit(one)} was sent to ${one.to}, which did not answer.`),
    ...result.notReceived.map(
      (one) => `${unit(one)} was sent to ${one.to}, and is not received there.`,
    ),
    ...result.notSent.map(
      (one) =>
        `${one.to} received ${one.visualSerialNo} from ${one.from}, but ${one.reason}: it can be ` +
        "incomplete, for example after a restore of an older backup.",
    ),
    ...result.elsewhere.map((one) =>
      one.to === null
        ? `${unit(one)} was dispatched, and nobody recorded where to.`
        : `${unit(one)} was sent to ${one.to}, which is none of the plants.`,
    ),
  ];
}

/** Whether items can be missing from a result. */
export const isIncomplete = ({ unanswered, notSent }: PlantsRecall): boolean =>
  unanswered.length > 0 || notSent.length > 0;
