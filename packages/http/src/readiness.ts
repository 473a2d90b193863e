import type { ReadinessRecord } from "@asbuilt/contract";
import { AnchorMismatch, AnchorUnread, readUndone, requireKept, type Undone } from "@asbuilt/core";
import { faultOf, plainSql } from "@asbuilt/core/database";
import type { AppOptions } from "./environment.ts";
import { isRefusal } from "./response/problem.ts";
import { logOncePerSecond } from "./warnings.ts";

/** Whether the database accepted the last write. */
export interface Writability {
  takesWrites: boolean;
}

/** A change waits longer for its seal if something is wrong: on Workers the cron seals each minute. */
const sealedWithinMs = 120_000;

type Parts = ReadinessRecord["parts"];

const ok = { state: "ok" } as const;
const failing = (detail: string) => ({ state: "failing", detail }) as const;

/** Replicas answer reads meanwhile, so the service stays behind its proxies. */
const withoutPrimary = failing("The primary of the database can't be reached.");
const unreadable = failing("The database can't be read.");
const readOnly = failing("The database accepted no write the last time. Its disk can be full.");
// The message of the mismatch names a file, and everybody can read this.
const untrusted = failing(
  "The record does not follow its kept anchor. The log and `asbuilt verify` say why.",
);
const unread = failing("The kept anchor can't be read. The log and `asbuilt verify` say why.");
const unkept = failing("The kept anchor can't be written, so nothing is sealed. The log says why.");

/** Returns what is wrong with the kept anchor; undefined if the record follows it. */
async function faultOfAnchor({ executor, anchorStore }: AppOptions) {
  try {
    await requireKept(executor, anchorStore);
    return undefined;
  } catch (error) {
    if (error instanceof AnchorMismatch) return untrusted;
    if (error instanceof AnchorUnread) return unread;
    throw error;
  }
}

/** Reads the undone work at a replica if the primary is out of reach; undefined otherwise. */
async function undoneAtReplica(executor: AppOptions["executor"]): Promise<Undone | undefined> {
  const reads = executor.replicas?.open({ atPrimary: true });
  if (!reads) return undefined;
  try {
    const undone = await readUndone({ ...executor, read: reads.read });
    return reads.isFromReplica() ? undone : undefined;
  } catch (error) {
    // A table that is missing is the primary's matter.
    if (isRefusal(error) || faultOf(error) !== "defect") throw error;
    return undefined;
  }
}

/**
 * Returns a function that tells whether the service can do its work. It never names a file, a
 * receiver or a secret. It reads one row, and the kept anchor if there is one.
 */
export function readinessOf(options: AppOptions, writability: Writability) {
  const { executor, now, sealing = () => "off" } = options;
  const log = logOncePerSecond(options);
  const sealOf = ({ unsealedSince }: Undone): Parts["seal"] => {
    const state = sealing();
    if (state === "off") return { state, detail: "No sealing key is configured." };
    if (state === "failing") {
      return failing("The last attempt to seal has failed. The log says why.");
    }
    if (state === "unkept") return unkept;
    if (unsealedSince === null || now() - unsealedSince <= sealedWithinMs) return ok;
    return { state: "behind", detail: "A change has waited for its seal for over two minutes." };
  };
  const workOf = (undone: Undone): Pick<Parts, "seal" | "webhooks"> => ({
    seal: sealOf(undone),
    webhooks: !undone.hasWebhooks
      ? { state: "off", detail: "No webhook is active." }
      : undone.hasUndelivered
        ? failing("Events were not delivered. See Webhook/List.")
        : ok,
  });
  const readWork = async () => {
    try {
      return workOf(await readUndone(executor));
    } catch (error) {
      // A server that does not answer would take as long again.
      if (isRefusal(error) || faultOf(error) !== "defect") throw error;
      // A table that is missing leaves the service ready.
      await executor.read([plainSql("select 1")]);
      log({ level: "warn", message: "The state of seals and webhooks can't be read.", error });
      const part = failing("Its tables can't be read.");
      return { seal: part, webhooks: part };
    }
  };
  return async (): Promise<ReadinessRecord> => {
    try {
      const undone = await undoneAtReplica(executor);
      if (undone) {
        // Its seals can be older than the kept anchor.
        const parts = { database: ok, writes: withoutPrimary, ...workOf(undone) };
        return { status: "read-only", detail: withoutPrimary.detail, parts };
      }
      const parts: Parts = {
        database: ok,
        writes: writability.takesWrites ? ok : readOnly,
        ...(await readWork()),
      };
      const fault = await faultOfAnchor(options);
      if (fault) parts.seal = fault;
      if (fault === untrusted) return { status: "untrusted", detail: fault.detail, parts };
      if (writability.takesWrites) return { status: "ready", parts };
      return { status: "read-only", detail: readOnly.detail, parts };
    } catch (error) {
      log({ level: "warn", message: "The database is not ready.", error });
      const { detail } = unreadable;
      const [database, writes, seal, webhooks] = [unreadable, unreadable, unreadable, unreadable];
      return { status: "unavailable", detail, parts: { database, writes, seal, webhooks } };
    }
  };
}
