import type { Plant } from "../plants/plant.ts";

/** Sends requests while the plant's clock shows a time. After that it shows the real time again. */
export async function atTime<Done>(
  plant: Pick<Plant, "now">,
  time: string | number,
  send: () => Promise<Done>,
): Promise<Done> {
  plant.now = typeof time === "number" ? time : Date.parse(time);
  try {
    return await send();
  } finally {
    plant.now = undefined;
  }
}

/** Before every time of occurrence that the tests send. */
export const longAgo = "2026-01-01T00:00:00.000Z";

/** Returns ways to name the hours after a time, and to act as if it were one of them. */
export function hoursAfter(plant: Pick<Plant, "now">, start: string) {
  const at = (hour: number) => Date.parse(start) + hour * 3_600_000;
  return {
    time: (hour: number): string => new Date(at(hour)).toISOString(),
    during: <Done>(hour: number, send: () => Promise<Done>): Promise<Done> =>
      atTime(plant, at(hour), send),
  };
}
