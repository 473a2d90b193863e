import { complain, print } from "../terminal/messages.ts";
import { Refused } from "./own.ts";
import type { State } from "./state.ts";

/** The change that was made to a record here. */
export type Outcome = "created" | "updated" | "adopted" | "setBack" | "retired" | "unchanged";

const words: Readonly<Record<Exclude<Outcome, "unchanged">, string>> = {
  created: "created",
  updated: "updated",
  adopted: "was here already, updated",
  setBack: "changed here, set back",
  retired: "retired",
};

/** Tells what happens to records, and counts it. */
export interface Report {
  /** Tells an outcome; of an update also the fields. */
  done(name: string, outcome: Outcome, fields?: readonly string[]): void;
  /** Reports a refusal, unless it was reported before. */
  refused(key: string, name: string, reason: string): void;
  /** Does something for a record. It reports a refusal, and then returns undefined. */
  attempt<Result>(
    key: string,
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined>;
  /** Begins a pass. */
  begin(): void;
  /** Forgets what was refused under keys that begin so, and that this pass has not met again. */
  forget(start: string): void;
  /** The numbers of outcomes so far, in words. */
  summary(): string;
}

/** Returns a report that keeps what was refused in the state. */
export function newReport(state: State): Report {
  const counts: Record<Outcome, number> = {
    created: 0,
    updated: 0,
    adopted: 0,
    setBack: 0,
    retired: 0,
    unchanged: 0,
  };
  const refused: Report["refused"] = (key, name, reason) => {
    if (state.refused[key] === reason) return;
    state.refused[key] = reason;
    complain(`${name}: refused: ${reason}`);
  };
  const attempted = new Set<string>();
  return {
    refused,
    begin: () => attempted.clear(),
    forget: (start) => {
      for (const key of Object.keys(state.refused)) {
        if (key.startsWith(start) && !attempted.has(key)) delete state.refused[key];
      }
    },
    done: (name, outcome, fields = []) => {
      counts[outcome]++;
      if (outcome === "unchanged") return;
      print(`${name}: ${words[outcome]}${fields.length > 0 ? `: ${fields.join(", ")}` : ""}`);
    },
    attempt: async (key, name, work) => {
      attempted.add(key);
      try {
        const result = await work();
        delete state.refused[key];
        return result;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused(key, name, error.message);
        return undefined;
      }
    },
    summary: () =>
      [
        `${counts.created} created`,
        `${counts.updated + counts.adopted} updated`,
        `${counts.setBack} set back`,
        `${counts.retired} retired`,
        `${Object.keys(state.refused).length} refused`,
      ].join(", "),
  };
}
