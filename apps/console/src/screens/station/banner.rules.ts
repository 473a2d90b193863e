import type { Banner } from "./station.ts";

/** How a banner is heard and coloured. */
export type Tone = "good" | "bad" | "kept" | "ask";

/** Only what the service has confirmed is good. */
const good = new Set<Banner["kind"]>(["built", "removed", "undone", "completed"]);

const asks = new Set<Banner["kind"]>([
  "welcome",
  "opened",
  "finished",
  "parked",
  "askQuantity",
  "askUnknown",
  "askReason",
  "scanToRemove",
  "chooseUnit",
  "chooseItem",
  "cancelled",
]);

/** Returns the tone of a banner. All that is neither done nor a question is a refusal. */
export function toneOf({ kind }: Banner): Tone {
  if (kind === "kept") return "kept";
  if (good.has(kind)) return "good";
  return asks.has(kind) ? "ask" : "bad";
}
