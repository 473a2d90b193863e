import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "../plants/requests.ts";
import type { Trip, Watched } from "../plants/watch.ts";
import type { Chance } from "./chance.ts";
import { final, type Mishap, passing } from "./mishaps.ts";

type Outcome = Awaited<ReturnType<Trip["send"]>>;

/** What one request meets on its ways to the database and back. */
export interface Journey {
  readonly chance: Chance;
  /** Whether nothing gets through, until the service gives up. */
  readonly isDark: boolean;
  /** How many batches it has sent: none, where what another one sent was its own, too. */
  trips: number;
  /** What went wrong, in order. */
  readonly mishaps: string[];
  /** What the service did that it must not. */
  readonly wrongs: string[];
  /** The trip that must come next, where it is known: the same again. */
  next: string | undefined;
  /** What the request must be refused with, where it may not try again. */
  ended: Mishap["leadsTo"] | undefined;
  isDoubtful: boolean;
}

/** The way between the service and its database, on which each request has its own bad luck. */
export interface Way {
  /** Sends a request with bad luck; without, what is sent meets none. */
  travel(luck: Pick<Journey, "chance" | "isDark">, send: () => Promise<Answer>): Promise<Travelled>;
  /** Resolves once whatever was late has arrived. */
  settled(): Promise<void>;
}

export interface Travelled {
  readonly answer: Answer;
  readonly journey: Journey;
}

/** Stands on the way between a service and its database. */
export function wayOf(watched: Watched): Way {
  const journeys = new AsyncLocalStorage<Journey>();
  const late = new Set<Promise<void>>();
  watched.through = (trip) => {
    const journey = journeys.getStore();
    return journey ? travelled(journey, trip, late) : trip.send();
  };
  return {
    travel: async (luck, send) => {
      const journey: Journey = {
        ...luck,
        trips: 0,
        mishaps: [],
        wrongs: [],
        next: undefined,
        ended: undefined,
        isDoubtful: false,
      };
      const answer = await journeys.run(journey, send);
      journey.wrongs.push(...wrongsOf(answer, journey));
      return { answer, journey };
    },
    settled: async () => {
      await Promise.all(late);
    },
  };
}

async function travelled(journey: Journey, trip: Trip, late: Set<Promise<void>>): Promise<Outcome> {
  watchOut(journey, trip);
  journey.trips++;
  const { chance } = journey;
  if (chance.percent(30)) await wait(chance.below(4));
  const mishap = mishapOf(journey, trip);
  if (!mishap) return trip.send();
  journey.mishaps.push(`${trip.kind} ${mishap.name}`);
  const arrives = mishap.arrives === "perhaps" ? chance.pick(arrivals) : mishap.arrives;
  // What becomes of a batch whose answer nobody gets, nobody learns.
  if (arrives === "before") await trip.send().catch(() => {});
  if (arrives === "late") sendLate(trip, 1 + chance.below(25), late);
  if (trip.kind === "write" && mishap.isDoubtful) journey.isDoubtful = true;
  if (mishap.leadsTo === "again") journey.next = nameOf(trip);
  else journey.ended = refusalOf(journey, mishap);
  throw new Error(chance.pick(mishap.texts));
}

const arrivals = ["never", "before", "late"] as const;

function mishapOf({ chance, isDark }: Journey, { kind }: Trip): Mishap | undefined {
  if (isDark) return chance.pick(passing);
  if (chance.percent(kind === "write" ? 40 : 15)) return chance.pick(passing);
  return chance.percent(6) ? chance.pick(final) : undefined;
}

function sendLate(trip: Trip, ms: number, late: Set<Promise<void>>): void {
  const send = async () => {
    await wait(ms);
    await trip.send().catch(() => {});
    late.delete(sent);
  };
  const sent = send();
  late.add(sent);
}

const nameOf = ({ kind, statements }: Trip) =>
  `${kind} ${JSON.stringify(statements.map(({ sql, params }) => [sql, params]))}`;

/** Notes what the service sends although it must not. */
function watchOut(journey: Journey, trip: Trip): void {
  const { ended, next, wrongs } = journey;
  if (ended) wrongs.push(`It asked the database again although it had to refuse: ${ended}.`);
  if (next !== undefined && next !== nameOf(trip)) wrongs.push("It did not send the same again.");
  journey.next = undefined;
}

function refusalOf({ isDoubtful }: Journey, { leadsTo }: Mishap): Mishap["leadsTo"] {
  if (isDoubtful) return "outcome_unknown";
  // A read that broke down has changed nothing.
  return leadsTo === "outcome_unknown" ? "overloaded" : leadsTo;
}

/** What is wrong with the answer to a request that had this luck. */
function wrongsOf(
  { status, body, headers }: Answer,
  { ended, isDoubtful, trips }: Journey,
): string[] {
  const wrongs: string[] = [];
  if (status >= 500 && status !== 503) wrongs.push(`It answered ${status}.`);
  if (ended && body.code !== ended) wrongs.push(`It answered ${body.code}, not ${ended}.`);
  if (status !== 503) return wrongs;
  if (!headers.get("Retry-After")) wrongs.push("It answered 503 without Retry-After.");
  if (trips > 0 && isDoubtful !== (body.code === "outcome_unknown")) {
    wrongs.push(`It answered ${body.code}; may it have committed: ${isDoubtful}.`);
  }
  return wrongs;
}
