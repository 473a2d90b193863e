/** JSON as it is written: one key may stand twice in an object, and a number is any text. */
export type Tree = null | boolean | string | Raw | Picked | readonly Tree[] | Members;

/** Text that is written as it is: a number, or what is no JSON at all. */
export interface Raw {
  readonly raw: string;
}

/** An object, with its keys in order. */
export interface Members {
  readonly members: readonly Member[];
}
export type Member = readonly [key: string, value: Tree];

/** The nth of what answers have told of a field; else another value. */
export interface Picked {
  readonly pick: string;
  readonly nth: number;
  readonly otherwise: Tree;
}

export const raw = (text: string): Raw => ({ raw: text });

export const isMembers = (tree: Tree): tree is Members =>
  typeof tree === "object" && tree !== null && "members" in tree;

/** Any value of JavaScript as a tree. */
export function treeOf(value: unknown): Tree {
  if (typeof value === "number") return raw(String(value));
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value !== "object" || value === null) return value as null | boolean | string;
  return { members: Object.entries(value).map(([key, inner]) => [key, treeOf(inner)]) };
}

/** The tree as text. What is still to be picked is written as its other value. */
export function textOfTree(tree: Tree): string {
  if (Array.isArray(tree)) return `[${tree.map(textOfTree).join(",")}]`;
  if (typeof tree !== "object" || tree === null) return JSON.stringify(tree);
  if ("raw" in tree) return tree.raw;
  if ("pick" in tree) return textOfTree(tree.otherwise);
  // Of the union only an object is left: `isArray` doesn't rule out a readonly array.
  const { members } = tree as Members;
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${textOfTree(value)}`).join(",")}}`;
}

/** The tree with each node changed, from the leaves up. */
export function mapped(tree: Tree, change: (node: Tree) => Tree): Tree {
  if (Array.isArray(tree)) return change(tree.map((item: Tree) => mapped(item, change)));
  if (!isMembers(tree)) return change(tree);
  return change({ members: tree.members.map(([key, value]) => [key, mapped(value, change)]) });
}
