import type { Asbuilt } from "../../client/asbuilt.ts";
import { isOfflineAllowed } from "../../outbox/offline.ts";
import { readStock } from "./reads.ts";
import { type Known, knownAs, type Match, type Unit } from "./unit.rules.ts";

/** A station knows these parts while there is no network. It forgets them with the page. */
export interface KnownParts {
  readonly of: (serial: string) => Known | undefined;
  /** Keeps what the service has said of a code. */
  readonly learnMatches: (matches: readonly Match[]) => void;
  /** Reads what is in stock for a unit, if this device keeps writes without a network. */
  readonly learnStock: (unit: Unit) => Promise<void>;
}

export function knownParts(asbuilt: Asbuilt): KnownParts {
  const known = new Map<string, Known>();
  const keep = (serial: string, as: Known) => known.set(serial.toLowerCase(), as);
  return {
    of: (serial) => known.get(serial.toLowerCase()),
    learnMatches: (matches) => {
      for (const match of matches) {
        if (match.kind === "MaterialItem") keep(match.name, knownAs(match));
      }
    },
    learnStock: async (unit) => {
      if (!isOfflineAllowed()) return;
      // Without an answer, the station asks for the quantity.
      const stock = await readStock(asbuilt, unit).catch(() => []);
      for (const item of stock) keep(item.visualSerialNo, knownAs(item));
    },
  };
}
