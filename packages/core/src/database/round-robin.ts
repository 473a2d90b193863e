/** Runs work after the requests that have arrived are read: `setImmediate` on Node. */
export type Soon = (work: () => void) => void;

/**
 * Returns a function that waits until a part of a long read can run. One part runs in each pass of
 * the event loop: other requests wait for one part, however many lists are read together. The owners
 * of the parts are served in rotation: many lists of one key delay a part of another by one part.
 */
export function newRoundRobin(soon: Soon): (owner: number) => Promise<void> {
  /** The waiting parts of each owner, beginning with the owner that is served next. */
  const owners = new Map<number, (() => void)[]>();
  const serveNext = () => {
    const [next] = owners;
    if (!next) return;
    const [owner, parts] = next;
    owners.delete(owner);
    const begin = parts.shift()!;
    if (parts.length > 0) owners.set(owner, parts);
    if (owners.size > 0) soon(serveNext);
    begin();
  };
  return (owner) =>
    new Promise((resolve) => {
      if (owners.size === 0) soon(serveNext);
      const parts = owners.get(owner);
      if (parts) parts.push(resolve);
      else owners.set(owner, [resolve]);
    });
}
