import { meant } from "./times.ts";
import { happenedAt, type Item, must, statusOf, type World } from "./world.ts";

/** The most hours that an operator dates back. */
export const operatorHours = 72;

/** Returns the time of a receipt that a request states. A date is when it begins. */
export const statedReceipt = (_world: World, occurredAt: string): number =>
  meant(occurredAt, "00:00:00.000");

/** Returns the time of occurrence that a request states. A date is its end, or now if it is today. */
export const stated = (world: World, occurredAt: string): number =>
  Math.max(
    statedReceipt(world, occurredAt),
    Math.min(meant(occurredAt, "23:59:59.999"), world.now),
  );

/** Returns the time of occurrence: not in the future, and an operator's not more than 72 hours ago. */
export function happened(
  world: World,
  occurredAt: string | null | undefined,
  timeIn = stated,
): number {
  const { now, userID, floor } = world;
  if (occurredAt == null) return now;
  const at = timeIn(world, occurredAt);
  must(at <= now, "validation_failed");
  must(userID !== floor.userIDs.operator || now - at <= operatorHours * 3_600_000, "backdated");
  return at;
}

/**
 * Nothing that is dated happened to an item before it was received or started, before it came back
 * for the last time, or, while it is away, before it left.
 */
export function mustFollow(world: World, item: Item, occurredAt: string | undefined): void {
  if (occurredAt === undefined) return;
  const [first] = item.history;
  const last = (verb: string) => item.history.findLast(({ action }) => action === verb);
  const start = first!.action === "started" ? item.fields.startDT : null;
  const made = start === null ? happenedAt(first!) : Date.parse(start);
  // A delivery can be recorded after the first use of its material.
  const delivered = last("adopted");
  const begun = Math.min(made, delivered ? happenedAt(delivered) : made);
  const back = last("returned");
  const left = statusOf(world, item) === "Dispatched" ? last("dispatched") : undefined;
  const earliest = Math.max(
    begun,
    ...[back, left].flatMap((entry) => (entry ? happenedAt(entry) : [])),
  );
  must(stated(world, occurredAt) >= earliest, "before_it_was");
}
