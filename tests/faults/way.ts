import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "../plants/requests.ts";
import type { Trip, Watched } from "../plants/watch.ts";
import type { Chance } from "./chance.ts";
import { final, type Mishap, passing } from "./mishaps.ts";

type Outcome = Awaited<ReturnType<Trip["send"]>>;

/** The fate of one request on its way to the database and back. */
export interface Journey {
  readonly chance: Chance;
  /** Whether every batch fails, until the service gives up. */
  readonly isDark: boolean;
  /** The number of batches that it has sent: 0 if another request's batch carried its own. */
  trips: number;
  /** The names of its mishaps, in order. */
  readonly mishaps: string[];
  /** The things that the service did and must not do. */
  readonly wrongs: string[];
  /** The next trip if it is known: the same batch again. */
  next: string | undefined;
  /** The code that the service must refuse with, if it must not try again. */
  ended: Mishap["leadsTo"] | undefined;
  isDoubtful: boolean;
}

/** The way between the service and its database. Each request on it has its own bad luck. */
export interface Way {
  /** Sends a request with bad luck. Requests that are sent otherwise have none. */
  travel(luck: Pick<Journey, "chance" | "isDark">, send: () => Promise<Answer>): Promise<Travelled>;
  /** Resolves when all late batches have arrived. */
  lateArrived(): Promise<void>;
}

export interface Travelled {
  readonly answer: Answer;
  readonly journey: Journey;
}

/** Intercepts the batches between a service and its database. */
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
    lateArrived: async () => {
      await Promise.all(late);
    },
  };
}

async function travelled(journey: Journey, trip: Trip, late: Set<Promise<void>>): Promise<Outcome> {
  recordWrongs(journey, trip);
  journey.trips++;
  const { chance } = journey;
  if (chance.percent(30)) await wait(chance.below(4));
  const mishap = mishapOf(journey, trip);
  if (!mishap) return trip.send();
  journey.mishaps.push(`${trip.kind} ${mishap.name}`);
  const arrives = mishap.arrives === "perhaps" ? chance.pick(arrivals) : mishap.arrives;
  // The batch is sent and its answer is lost, so its outcome is ignored.
  if (arrives === "before") await trip.send().catch(() => {});
  if (arrives === "late") sendLate(trip, 1 + chance.below(25), late);
  if (trip.kind === "write" && mishap.isDoubtful) journey.isDoubtful = true;
  if (mishap.leadsTo === "again") journey.next = batchText(trip);
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

const batchText = ({ kind, statements }: Trip) =>
  `${kind} ${JSON.stringify(statements.map(({ sql, params }) => [sql, params]))}`;

/** Records what the service sends and must not send. */
function recordWrongs(journey: Journey, trip: Trip): void {
  const { ended, next, wrongs } = journey;
  if (ended) wrongs.push(`It called the database again although it had to refuse with ${ended}.`);
  if (next !== undefined && next !== batchText(trip))
    wrongs.push("It did not send the same again.");
  journey.next = undefined;
}

function refusalOf({ isDoubtful }: Journey, { leadsTo }: Mishap): Mishap["leadsTo"] {
  if (isDoubtful) return "outcome_unknown";
  // A failed read has changed nothing.
  return leadsTo === "outcome_unknown" ? "overloaded" : leadsTo;
}

/** Returns the faults in the answer to a request with this luck. */
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
