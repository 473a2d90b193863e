/** A change of a record, as the events of the service report it. */
export interface Change {
  /** The kind of record, such as `MaterialItem`. */
  readonly entity: string;
  readonly id: number;
  readonly revNo: number;
  /** When this browser heard of it. */
  readonly heardAt: number;
}

/** Returns whether a list of this operation, such as `materialItemSearch`, has such records. */
export function isListOf(operation: string, entity: string): boolean {
  const resource = entity.charAt(0).toLowerCase() + entity.slice(1);
  return operation.startsWith(resource) && /^[A-Z]/.test(operation.slice(resource.length));
}

/** Returns whether an answer is about the record: its call names the id of it. */
export function isAbout(operation: string, call: unknown, { entity, id }: Change): boolean {
  const { path, body } = Object(call);
  const named = [Object(path).id, Object(body).id, Object(body).ID];
  if (!named.includes(id)) return false;
  const isOfItems = entity === "MaterialItem" && operation.startsWith("genealogy");
  return isOfItems || isListOf(operation, entity);
}

/**
 * Returns the number of records whose changes a list does not show yet: those of its rows that have
 * a later revision, and those that were created since it was read.
 */
export function unseenOf(
  rows: readonly unknown[],
  changes: readonly Change[],
  readAt: number,
): number {
  const shown = new Map<unknown, unknown>();
  for (const row of rows) shown.set(Object(row).id, Object(row).revNo);
  const unseen = changes.filter(({ id, revNo, heardAt }) => {
    const seen = shown.get(id);
    if (seen === undefined) return revNo === 1 && !shown.has(id) && heardAt > readAt;
    return typeof seen === "number" && revNo > seen;
  });
  return new Set(unseen.map(({ id }) => id)).size;
}
