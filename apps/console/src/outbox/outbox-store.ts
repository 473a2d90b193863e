import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Entry } from "./outbox.rules.ts";

interface Stored extends DBSchema {
  entries: { readonly key: number; readonly value: Entry; readonly indexes: { key: string } };
}

let opening: Promise<IDBPDatabase<Stored>> | undefined;

/** Opens the database of this browser. It outlives a reload and a sign-out. */
function database(): Promise<IDBPDatabase<Stored>> {
  opening ??= openDB<Stored>("asbuilt.outbox", 1, {
    upgrade: (fresh) => {
      const entries = fresh.createObjectStore("entries", { keyPath: "seq", autoIncrement: true });
      entries.createIndex("key", "key", { unique: true });
    },
    // A newer console waits in another tab: it gets the database, and this one opens it again later.
    blocking: (_from, _to, { target }) => {
      (target as IDBDatabase).close();
      opening = undefined;
    },
  });
  return opening;
}

/** Stores a new entry, and returns it with its place in the order. */
export async function addEntry(entry: Omit<Entry, "seq">): Promise<Entry> {
  const entries = await database();
  // The database gives the place.
  const seq = await entries.add("entries", entry as Entry);
  return { ...entry, seq };
}

export const allEntries = async (): Promise<Entry[]> => (await database()).getAll("entries");

/** Changes an entry. Returns false if it has left the outbox: another tab can have sent it. */
export const putEntry = (entry: Entry): Promise<boolean> => replace(entry, entry);

/** Removes an entry. Returns false if it has left the outbox before. */
export const removeEntry = (entry: Entry): Promise<boolean> => replace(entry, undefined);

async function replace({ seq }: Entry, next: Entry | undefined): Promise<boolean> {
  const { store, done } = (await database()).transaction("entries", "readwrite");
  const isThere = (await store.getKey(seq)) !== undefined;
  if (isThere) await (next ? store.put(next) : store.delete(seq));
  await done;
  return isThere;
}
