import * as fc from "fast-check";
import { isMembers, mapped, type Member, raw, type Tree, textOfTree } from "./json-tree.ts";
import { keys, texts } from "./traps.ts";
import { trap } from "./values.ts";

/** One change of a body that can make it wrong. */
export interface Mutation {
  /** The node to change, modulo their number, counted from the leaves up. */
  readonly at: number;
  readonly kind: Kind;
  /** A number whose meaning depends on the kind. */
  readonly nth: number;
  readonly value: Tree;
}

type Change = (node: Tree, mutation: Mutation) => Tree;

const changes = {
  replace: (_node, { value }) => value,
  wrap: (node) => [node],
  wrapInObject: (node, { nth }) => ({ members: [[keyAt(nth), node]] }),
  empty: (_node, { nth }) => (nth % 2 === 0 ? [] : { members: [] }),
  deep: (node, { nth }) => nestedDeep(node, [30, 31, 32, 33, 200, 20_000][nth % 6]!, nth % 7 === 0),
  long: (_node, { nth }) => texts[nth % texts.length]!.repeat([300, 5_000, 40_000][nth % 3]!),
  drop: inMembers((members, { nth }) => members.filter((_, index) => index !== nth)),
  repeatKey: inMembers((members, { nth, value }) => [...members, [members[nth]![0], value]]),
  repeatKeyRespelled: inMembers((members, { nth, at, value }) => [
    ...members,
    [respelled(members[nth]![0], at), value],
  ]),
  respell: inMembers((members, { nth, at }) =>
    members.map(([key, value], index) => [index === nth ? respelled(key, at) : key, value]),
  ),
  add: inMembers((members, { at, value }) => [...members, [keyAt(at), value]]),
  many: (node, { nth }) =>
    Array.isArray(node) && node.length > 0
      ? repeated(node[nth % node.length], [101, 501, 1001, 3000][nth % 4]!)
      : node,
} satisfies Record<string, Change>;

type Kind = keyof typeof changes;

function inMembers(
  change: (members: readonly Member[], mutation: Mutation) => readonly Member[],
): Change {
  return (node, mutation) => {
    if (!isMembers(node) || node.members.length === 0) return node;
    const nth = mutation.nth % node.members.length;
    return { members: change(node.members, { ...mutation, nth }) };
  };
}

const keyAt = (nth: number) => keys[nth % keys.length]!;

const respellings: readonly ((key: string) => string)[] = [
  (key) => key.toUpperCase(),
  (key) => key.toLowerCase(),
  (key) => key.replaceAll(/(?<!^)[A-Z]/g, "_$&"),
  (key) => key.replaceAll(/(?<!^)[A-Z]/g, " $&"),
  (key) => key.replaceAll(/(?=.)/g, "-"),
  (key) => ` ${key}_`,
  (key) => key.replaceAll("k", "\u212a").replaceAll("s", "\u017f"),
  (key) => key.replaceAll("i", "\u0131").replaceAll("I", "\u0130"),
  (key) => `${key}\u0301`,
  (key) => key.slice(1),
  (key) => `${key}s`,
  (key) => key + " ".repeat(200),
];
const respelled = (key: string, nth: number) => respellings[nth % respellings.length]!(key);

/** The most characters of a body: a service reads at most 64 MiB, and V8 has no text of 512 MiB. */
const textCharsMax = 100_000_000;

/** Returns a value `count` times, or once if the text would be too long. */
const repeated = (node: Tree, count: number): readonly Tree[] =>
  Array.from({ length: textOfTree(node).length * count > textCharsMax ? 1 : count }, () => node);

/** Nests a value in `depth` arrays or objects. */
function nestedDeep(node: Tree, depth: number, inObjects: boolean): Tree {
  // Writes the text directly: a recursive walk of such a deep tree would overflow the stack.
  const [open, close] = inObjects ? ['{"a":', "}"] : ["[", "]"];
  const inner = typeof node === "string" ? JSON.stringify(node) : "1";
  return raw(open.repeat(depth) + inner + close.repeat(depth));
}

/** One to three changes of a body. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    at: fc.nat(200),
    // The keys of the table are its kinds, and nothing else.
    kind: fc.constantFrom(...(Object.keys(changes) as Kind[])),
    nth: fc.nat(200),
    value: trap,
  }),
  { minLength: 1, maxLength: 3 },
);

/** Applies the changes to a body. */
export function mutated(tree: Tree, all: readonly Mutation[]): Tree {
  return all.reduce(mutatedOnce, tree);
}

function mutatedOnce(tree: Tree, mutation: Mutation): Tree {
  let nodes = 0;
  mapped(tree, (node) => {
    nodes += 1;
    return node;
  });
  const target = mutation.at % nodes;
  let next = 0;
  return mapped(tree, (node) =>
    next++ === target ? changes[mutation.kind](node, mutation) : node,
  );
}
