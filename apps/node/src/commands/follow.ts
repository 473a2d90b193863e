import { setTimeout as wait } from "node:timers/promises";
import { ProblemError } from "@asbuilt/client";
import { type Configuration, readEnvironment } from "../configuration.ts";
import { filePathOf, isFile, realPathOf } from "../database/location.ts";
import { all, type Changes, changesIn, isNothing } from "../follow/changes.ts";
import { ownRecords } from "../follow/own.ts";
import { type Owner, ownerRecords, referenceData } from "../follow/owner.ts";
import { type FollowedType, pass } from "../follow/pass.ts";
import type { Following } from "../follow/references.ts";
import { newReport } from "../follow/report.ts";
import { readState, type State, writeState } from "../follow/state.ts";
import type { Target } from "../import/target.ts";
import { plantClient, targetClient } from "../plants/client.ts";
import { complain, errorLineOf, print, UserError } from "../terminal/messages.ts";
import { untilSignal } from "./until-signal.ts";
import { requireUrlOption, type TargetOptions, withLasting } from "./with-target.ts";

export interface FollowOptions extends TargetOptions {
  /** The address of the plant that owns the records. */
  readonly from: string;
  /** The types of records that are followed, between commas. */
  readonly types: string;
  /** Whether it ends once nothing is left. */
  readonly once?: boolean | undefined;
  /** The file that keeps where it is. */
  readonly state?: string | undefined;
  /** The location of new products whose own one is not here. */
  readonly location: string;
}

/** How long a change that was made here waits at most until it is noticed. */
const lookMs = 15_000;
const againMs = 5000;

/** Each of these changed records, what is kept is written to its file. */
const savedEvery = 200;

/**
 * `asbuilt follow --from URL`: keeps the master data of the plant that owns it. With `once` it ends
 * when all is equal, with 1 if something was refused. Otherwise it follows until a signal.
 */
export async function follow(options: FollowOptions): Promise<number> {
  const from = requireUrlOption(options.from, "--from").replace(/\/+$/, "");
  const types = requireTypes(options.types);
  const configuration = readEnvironment(process.env);
  const key = requireOwnersKey(configuration);
  const path = options.state ?? defaultStateFile(configuration, options, from);
  const state = readState(path, from);
  const signal = untilSignal();
  return withLasting(options, async (target) => {
    const following = followingOf({ from, key, target, types, state, signal, options });
    const plants = {
      following,
      types,
      save: () => writeState(path, state),
      ours: ownerRecords(targetClient(target), typesOfEvents(types)),
    };
    return options.once ? followOnce(plants, signal) : followOn(plants, from, signal);
  });
}

/** Both plants, and how what is kept is saved. */
interface Plants {
  readonly following: Following;
  readonly types: ReadonlySet<FollowedType>;
  readonly save: () => void;
  /** The events of this plant. */
  readonly ours: Owner;
}

interface Sources {
  readonly from: string;
  readonly key: string;
  readonly target: Target;
  readonly types: ReadonlySet<FollowedType>;
  readonly state: State;
  readonly signal: AbortSignal;
  readonly options: FollowOptions;
}

const followingOf = ({ from, key, target, types, state, signal, options }: Sources): Following => ({
  owner: ownerRecords(plantClient(from, key), typesOfEvents(types)),
  own: ownRecords(target),
  state,
  report: newReport(state),
  location: options.location,
  signal,
});

async function followOnce(plants: Plants, signal: AbortSignal): Promise<number> {
  const { state, report } = plants.following;
  await catchUp(plants);
  if (signal.aborted) complain("Stopped before all was compared. The next run continues.");
  print(report.summary());
  return signal.aborted || Object.keys(state.refused).length > 0 ? 1 : 0;
}

/** Follows until the signal. While a plant does not answer, it asks again. */
async function followOn(plants: Plants, from: string, signal: AbortSignal): Promise<number> {
  const { following } = plants;
  let hasFollowed = false;
  let isTold = false;
  while (!signal.aborted) {
    try {
      const isAny = await catchUp(plants);
      if (isAny && !signal.aborted) print(following.report.summary());
      if (isTold) print(`${from}: followed again`);
      [hasFollowed, isTold] = [true, false];
      const { places } = following.state;
      if (places) await following.owner.untilEvent(places.owner, lookMs, signal);
    } catch (error) {
      if (signal.aborted) break;
      if (!hasFollowed || !canPass(error)) throw error;
      if (!isTold) complain(`${errorLineOf(error)} It is tried again.`);
      isTold = true;
      await wait(againMs, undefined, { signal }).catch(() => {});
    }
  }
  return 0;
}

/** Whether an error can be over when it is tried again: a service is away, or answers too much. */
const canPass = (error: unknown): boolean =>
  error instanceof UserError ||
  error instanceof TypeError ||
  (error instanceof ProblemError && error.problem.status >= 500);

/** Makes equal what has changed since the kept places. Returns whether anything had. */
async function catchUp({ following, types, save, ours }: Plants): Promise<boolean> {
  const { state, signal } = following;
  const found = await changesSince(following, ours);
  if (isNothing(found.changes)) {
    if (found.isMoved) keepPlaces(state, found.places, save);
    return false;
  }
  let count = 0;
  await pass(following, types, found.changes, () => {
    if (++count % savedEvery === 0) save();
  });
  // Stopped halfway, it does the same again: what is equal already takes no time.
  if (signal.aborted) save();
  else keepPlaces(state, found.places, save);
  return true;
}

function keepPlaces(state: State, places: Places, save: () => void): void {
  state.places = places;
  save();
}

type Places = NonNullable<State["places"]>;

interface Found {
  readonly changes: Changes;
  readonly places: Places;
  /** Whether there were events of others. */
  readonly isMoved: boolean;
}

/** Returns what has changed at the owner, and here, since the kept places; all if there are none. */
async function changesSince({ state, owner, own }: Following, ours: Owner): Promise<Found> {
  const { places } = state;
  if (places && (await owner.isAt(places.owner)) && (await ours.isAt(places.own))) {
    const theirs = await owner.eventsAfter(places.owner);
    const here = await ours.eventsAfter(places.own);
    const byOthers = here.events.filter(({ data }) => !own.hasWritten(data));
    return {
      changes: changesIn(state, theirs.events, byOthers),
      places: { owner: theirs.at, own: here.at },
      isMoved: theirs.at !== places.owner || here.at !== places.own,
    };
  }
  if (places) {
    complain("A plant was put back to an earlier state. All records are compared by their names.");
    // An id can be that of another record now.
    state.records = {};
    delete state.places;
  }
  // Read before the records: a change meanwhile is seen twice, and never missed.
  const before = { owner: await owner.position(), own: await ours.position() };
  return { changes: all, places: before, isMoved: true };
}

/** Returns the types of events that records of these types, and what they need, can have. */
function typesOfEvents(types: ReadonlySet<FollowedType>): string[] {
  const resources = [
    ...(types.has("product") ? ["Product"] : []),
    ...(types.has("bom") ? ["Bom", "BomVersion", "BomSlot", "SlotCandidate"] : []),
    ...referenceData,
  ];
  return resources.map((name) => `asbuilt.${name.charAt(0).toLowerCase()}${name.slice(1)}.*`);
}

function requireTypes(text: string): ReadonlySet<FollowedType> {
  const types = text.split(",").map((type) => type.trim());
  const isType = (type: string): type is FollowedType => type === "product" || type === "bom";
  if (types.every(isType)) return new Set(types);
  throw new UserError("--types: product, bom, or product,bom", 2);
}

function requireOwnersKey({ fromKey }: Configuration): string {
  if (fromKey !== undefined) return fromKey;
  throw new UserError(
    "--from needs a key of that service: ASBUILT_FROM_KEY, or ASBUILT_FROM_KEY_FILE with its file.",
    2,
  );
}

/** Returns the file next to a local database that keeps what is followed of an owner. */
function defaultStateFile(
  { database }: Configuration,
  { url }: TargetOptions,
  from: string,
): string {
  if (url === undefined && isFile(database.url)) {
    const { host } = new URL(from);
    return `${realPathOf(filePathOf(database.url))}.follow-${host.replaceAll(/[^\w.-]/g, "_")}.json`;
  }
  throw new UserError("Name a file with --state: it keeps what was followed so far.", 2);
}
