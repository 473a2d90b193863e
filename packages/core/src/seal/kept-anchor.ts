import type { Bound } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";
import type { SealHead } from "./make.ts";

/** The newest seal of an earlier time, as it is kept outside of the database. */
export type KeptAnchor = Pick<SealHead, "id" | "lastSeq" | "hash">;

/** Returns the parts of a seal that are kept. */
export const toKept = ({ id, lastSeq, hash }: SealHead): KeptAnchor => ({ id, lastSeq, hash });

/** The anchor of a record that begins: nothing is sealed yet. */
export const emptyAnchor: KeptAnchor = { id: 0, lastSeq: 0, hash: "" };

/** The place outside of a database that keeps its newest seal. */
export interface AnchorStore {
  /** Names the place in messages. */
  readonly name: string;
  /** Whether a read can return what was kept before the last write. */
  readonly isEventual?: boolean;
  /**
   * Returns what is kept there; undefined if nothing ever was. Throws an AnchorMismatch for anything
   * else that is there, and an AnchorUnread if the place can't be read.
   */
  read(): Promise<KeptAnchor | undefined>;
  /** Resolves when the anchor is safe there, as far as the place can promise that. */
  write(anchor: KeptAnchor): Promise<void>;
}

/** The seals of a database do not follow its kept anchor: the record is not the one that it was. */
export class AnchorMismatch extends Error {
  override readonly name = "AnchorMismatch";
  constructor(problem: string) {
    super(
      `${problem}. The record was put back to an earlier state, or edited. Until it is taken over ` +
        "(`asbuilt take-over --reason TEXT`), it is not sealed",
    );
  }
}

/** The place of the kept anchor can't be read. That says nothing about the record. */
export class AnchorUnread extends Error {
  override readonly name = "AnchorUnread";
}

interface Reached {
  /** The hash of the seal that the anchor names; null if there is no such seal. */
  readonly hash: string | null;
  /** The newest seal; 0 if nothing is sealed. */
  readonly last: number;
}

const reachedAt = (id: number): Bound<Reached> => ({
  sql: "select (select hash from seal where id = ?), coalesce((select max(id) from seal), 0)",
  params: [id],
  row: (raw) => {
    const [hash, last] = raw as readonly [string | null, number];
    return { hash, last };
  },
});

/** Returns why the seals of a database do not follow a named anchor; undefined if they do. */
export async function whyNotFollowing(
  executor: Pick<Executor, "read">,
  name: string,
  { id, hash }: KeptAnchor,
): Promise<string | undefined> {
  if (id === 0) return undefined;
  const [found] = await rowsOf(executor, reachedAt(id));
  const { hash: sealed, last } = found!;
  if (sealed === hash) return undefined;
  return sealed === null
    ? `${name} names seal ${id}, but the seals end with ${last}`
    : `seal ${id} is not the one that ${name} names`;
}

/**
 * Returns the kept anchor of a database, if anything is kept. Throws an AnchorMismatch if its seals
 * do not follow it, and an AnchorUnread if that can't be told.
 */
export async function requireKept(
  executor: Pick<Executor, "read">,
  store: AnchorStore | undefined,
): Promise<KeptAnchor | undefined> {
  const anchor = await store?.read();
  const problem = store && anchor && (await whyNotFollowing(executor, store.name, anchor));
  if (problem !== undefined) throw new AnchorMismatch(problem);
  return anchor;
}
