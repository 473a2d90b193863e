/** JSON as text: an object can have a key twice, and a number is any text. */
export type Tree = null | boolean | string | Raw | Picked | readonly Tree[] | Members;

/** Text that is written unchanged: a number or invalid JSON. */
export interface Raw {
  readonly raw: string;
}

/** An object, with its keys in order. */
export interface Members {
  readonly members: readonly Member[];
}
export type Member = readonly [key: string, value: Tree];

/** The nth known value of a field from earlier responses, or else another value. */
export interface Picked {
  readonly pick: string;
  readonly nth: number;
  readonly otherwise: Tree;
}

export const raw = (text: string): Raw => ({ raw: text });

export const isMembers = (tree: Tree): tree is Members =>
  typeof tree === "object" && tree !== null && "members" in tree;

/** Makes a tree of a JavaScript value. */
export function treeOf(value: unknown): Tree {
  if (typeof value === "number") return raw(String(value));
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value !== "object" || value === null) return value as null | boolean | string;
  return { members: Object.entries(value).map(([key, inner]) => [key, treeOf(inner)]) };
}

/** Writes a tree as text. A value that is still to be picked is written as its alternative. */
export function textOfTree(tree: Tree): string {
  if (Array.isArray(tree)) return `[${tree.map(textOfTree).join(",")}]`;
  if (typeof tree !== "object" || tree === null) return JSON.stringify(tree);
  if ("raw" in tree) return tree.raw;
  if ("pick" in tree) return textOfTree(tree.otherwise);
  // Only an object is left, but `isArray` does not exclude readonly arrays from the type.
  const { members } = tree as Members;
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${textOfTree(value)}`).join(",")}}`;
}

/** Returns the tree with each node changed, from the leaves up. */
export function mapped(tree: Tree, change: (node: Tree) => Tree): Tree {
  if (Array.isArray(tree)) return change(tree.map((item: Tree) => mapped(item, change)));
  if (!isMembers(tree)) return change(tree);
  return change({ members: tree.members.map(([key, value]) => [key, mapped(value, change)]) });
}
