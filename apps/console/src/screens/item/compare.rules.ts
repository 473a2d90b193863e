import { shapeOf } from "../../tree/flatten.rules.ts";

/** The fields that decide how a built item compares. Serials of single things differ by their nature. */
export interface Comparable {
  readonly level: number;
  readonly visualSerialNo: string;
  readonly slot: string;
  readonly productName: string;
  readonly version: string | null;
  readonly batchNo: string | null;
  readonly qty: number;
}

export type Verdict = "same" | "differs" | "onlyHere" | "onlyThere";

/** The fields that can differ at one place of two trees. */
export type Difference = "productName" | "version" | "batchNo" | "qty";

/** One place in two trees. */
export interface Compared<Row> {
  readonly level: number;
  readonly verdict: Verdict;
  readonly here: Row | undefined;
  readonly there: Row | undefined;
  readonly differences: readonly Difference[];
}

const fields = ["productName", "version", "batchNo", "qty"] as const;

interface Node<Row> {
  readonly row: Row;
  readonly children: Node<Row>[];
}

/**
 * Compares two trees place by place. A place is a slot below a place. Items of the same slot are
 * paired by serial, then by product and batch, then by product, then by its order. Returns the
 * places in the order of the first tree, each with what is only in the second one after it.
 */
export function compare<Row extends Comparable>(
  here: readonly Row[],
  there: readonly Row[],
): Compared<Row>[] {
  return pairs(nodesOf(here), nodesOf(there)).flatMap(comparedOf);
}

function nodesOf<Row extends Comparable>(rows: readonly Row[]): Node<Row>[] {
  const { places } = shapeOf(rows);
  const nodes = rows.map((row): Node<Row> => ({ row, children: [] }));
  for (const [at, { parent }] of places.entries()) nodes[parent]?.children.push(nodes[at]!);
  return nodes.filter((_, at) => places[at]!.parent < 0);
}

type Pair<Row> = readonly [here: Node<Row> | undefined, there: Node<Row> | undefined];

/** The keys that nodes of one slot are paired by, the closest first. */
const likenesses: readonly ((row: Comparable) => string)[] = [
  (row) => row.visualSerialNo,
  (row) => JSON.stringify([row.productName, row.version, row.batchNo]),
  (row) => row.productName,
  () => "",
];

function pairs<Row extends Comparable>(
  here: readonly Node<Row>[],
  there: readonly Node<Row>[],
): Pair<Row>[] {
  const [ofHere, ofThere] = [bySlot(here), bySlot(there)];
  const slots = new Set([...ofHere.keys(), ...ofThere.keys()]);
  return [...slots].flatMap((slot) => pairsOfSlot(ofHere.get(slot) ?? [], ofThere.get(slot) ?? []));
}

const bySlot = <Row extends Comparable>(nodes: readonly Node<Row>[]) =>
  Map.groupBy(nodes, ({ row }) => row.slot);

function pairsOfSlot<Row extends Comparable>(
  here: readonly Node<Row>[],
  there: readonly Node<Row>[],
): Pair<Row>[] {
  const partners = new Map<Node<Row>, Node<Row>>();
  let free = [...there];
  for (const likeness of likenesses) {
    const waiting = Map.groupBy(free, ({ row }) => likeness(row));
    for (const node of here) {
      if (partners.has(node)) continue;
      const partner = waiting.get(likeness(node.row))?.shift();
      if (partner) partners.set(node, partner);
    }
    const taken = new Set(partners.values());
    free = free.filter((node) => !taken.has(node));
  }
  return [
    ...here.map((node): Pair<Row> => [node, partners.get(node)]),
    ...free.map((node): Pair<Row> => [undefined, node]),
  ];
}

function comparedOf<Row extends Comparable>([here, there]: Pair<Row>): Compared<Row>[] {
  const { level } = (here ?? there)!.row;
  const differences =
    here && there ? fields.filter((name) => here.row[name] !== there.row[name]) : [];
  const verdict = verdictOf(here, there, differences.length > 0);
  const own = { level, verdict, here: here?.row, there: there?.row, differences };
  const inside = pairs(here?.children ?? [], there?.children ?? []);
  return [own, ...inside.flatMap(comparedOf)];
}

function verdictOf(here: unknown, there: unknown, differs: boolean): Verdict {
  if (!here) return "onlyThere";
  if (!there) return "onlyHere";
  return differs ? "differs" : "same";
}

export const countOf = (rows: readonly Compared<unknown>[], verdict: Verdict): number =>
  rows.filter((row) => row.verdict === verdict).length;
