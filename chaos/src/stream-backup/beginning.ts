import { createHash } from "node:crypto";
import { rowsOf } from "@asbuilt/tests/stored";
import { acknowledged, type Entry, isThere, readLog } from "../kill/ledger.ts";

/** A restored database, compared with the one that was lost. */
export interface Beginning {
  /** The rows of its change log. All are those of the lost database at the same place. */
  readonly changes: number;
  /** The time of its newest change, in milliseconds since 1970. */
  readonly newestAt: number;
  /** The acknowledged writes that are not in it. */
  readonly missing: readonly Entry[];
}

/**
 * Compares the change log of a restored database with that of the lost one, row by row from the first.
 * Throws unless all its rows are the other's, and it has each write wholly or not at all.
 */
export async function expectBeginning(
  lost: string,
  restored: string,
  entries: readonly Entry[],
): Promise<Beginning> {
  const [newest] = rowsOf(restored, "select seq, at from change_log order by seq desc limit 1");
  if (!newest) throw new Error("The restored database has no changes.");
  const seq = Number(newest["seq"]);
  const [own, others] = [restored, lost].map((path) => logUntil(path, seq)) as [Log, Log];
  if (own.digest !== others.digest) {
    const at = own.rows.findIndex((row, index) => row !== others.rows[index]);
    const rows = `${own.rows[at] ?? "nothing"}, not ${others.rows[at] ?? "nothing"}`;
    throw new Error(`Row ${at + 1} of the restored change log is ${rows}.`);
  }
  const log = await readLog(async (text) => rowsOf(restored, text));
  return {
    changes: own.rows.length,
    newestAt: Number(newest["at"]),
    missing: acknowledged(entries).filter((entry) => !isThere(log, entry)),
  };
}

interface Log {
  readonly rows: readonly string[];
  readonly digest: string;
}

function logUntil(path: string, seq: number): Log {
  const rows = rowsOf(path, `select * from change_log where seq <= ${seq} order by seq`).map(
    (row) => JSON.stringify(row),
  );
  return { rows, digest: createHash("sha256").update(rows.join("\n")).digest("hex") };
}
