import { type Bound, plainSql } from "./bound.ts";
import { type LibsqlClientLike, remoteBatch } from "./remote.ts";
import { operationSuffix, type Placed, type ReplicatedDatabase } from "./replicas.ts";
import { newSemaphore } from "./semaphore.ts";

/** How long a replica that has failed is asked only while the primary is out of reach. */
const restMs = 5000;

/**
 * A place is the newest row of the change log, the index of the server's log, and the end of the row's
 * operation id. The index alone proves nothing: a primary that was killed begins a new log at 1, and a
 * replica of the old one then claims to be ahead.
 */
const placeForm = /^([0-9a-f]{12})-([0-9a-f]{16})-([0-9a-f]{18})$/;

const hex = (value: number | bigint, digits: number): string =>
  value.toString(16).padStart(digits, "0");

/** Reads the newest row of the log, and what the row is that a place names. */
const rowsOf = (seq: number): Bound<readonly unknown[]> =>
  plainSql(
    `select seq, ${operationSuffix}, (select ${operationSuffix} from change_log where seq = ?)
  from change_log order by seq desc limit 1`,
    [seq],
  );

type Read = (statements: readonly Bound[], deadline: number, place?: string) => Promise<Placed>;

/**
 * A libSQL server with replicas. Each is sent at most `readsMax` reads at the same time. The replicas
 * are asked in turn. One that is behind waits until it has the place.
 */
export function libsqlReplicated(
  primary: LibsqlClientLike,
  replicas: readonly LibsqlClientLike[],
  readsMax: number,
): ReplicatedDatabase {
  const all = replicas.map((replica) => ({
    read: readsOf(replica, readsMax),
    restsUntil: -Infinity,
  }));
  let turn = 0;
  return {
    read: readsOf(primary, readsMax),
    write: placing(primary, "write"),
    nearest: async (statements, deadline, place, isOut) => {
      const now = performance.now();
      const isResting = (replica: (typeof all)[number]) => replica.restsUntil > now;
      const first = turn++ % all.length;
      const inTurn = [...all.slice(first), ...all.slice(0, first)].toSorted(
        (one, other) => Number(isResting(one)) - Number(isResting(other)),
      );
      let failure: unknown = new Error("Every replica has just failed.");
      for (const [index, replica] of inTurn.entries()) {
        if (isResting(replica) && !isOut) break;
        // One that is silent leaves the others their share of the time.
        const leftMs = (deadline - performance.now()) / (inTurn.length - index);
        try {
          return await replica.read(statements, performance.now() + leftMs, place);
        } catch (error) {
          failure = error;
        }
        replica.restsUntil = performance.now() + restMs;
      }
      throw failure;
    },
    placeForm,
  };
}

/** Returns the reads of a server, with a limit of those at the same time. */
function readsOf(server: LibsqlClientLike, readsMax: number): Read {
  const read = placing(server, "read");
  const semaphore = newSemaphore(readsMax);
  return async (statements, deadline, place) => {
    const permit = await semaphore.acquire(deadline);
    if (!permit) throw new Error("Not sent: the requests before it took too long.");
    try {
      return await read(statements, deadline, place);
    } finally {
      permit.release();
    }
  };
}

/** Returns the batches of a server, with their places. Fails if one lacks the place that is asked for. */
function placing(server: LibsqlClientLike, mode: "read" | "write"): Read {
  const batch = remoteBatch(server);
  return async (statements, deadline, place) => {
    const [, seq = "0", index, row] = placeForm.exec(place ?? "") ?? [];
    const asked = Number.parseInt(seq, 16);
    const least = index === undefined ? undefined : BigInt(`0x${index}`);
    const found = await batch([...statements, rowsOf(asked)], mode, deadline, least?.toString());
    // A server that keeps no log has no index, and no replicas.
    const reached = BigInt(found.index ?? 0);
    const [newest = [0, "0".repeat(18), null]] = found.results.at(-1)!;
    if (least !== undefined && (reached < least || (asked > 0 && newest[2] !== row))) {
      throw new Error("The replica does not have the state that is asked for.");
    }
    const at = `${hex(Number(newest[0]), 12)}-${hex(reached, 16)}-${String(newest[1])}`;
    return { results: found.results.slice(0, -1), place: at };
  };
}
