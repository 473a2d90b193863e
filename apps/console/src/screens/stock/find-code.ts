import type { Answer } from "@asbuilt/client";
import { Unreachable } from "../../client/asbuilt.ts";
import { useAsk } from "../../client/queries.ts";
import { isOfflineAllowed } from "../../outbox/offline.ts";
import { commandOf, isCommand, isPlainCode } from "../../scan/code.rules.ts";

type Scan = Answer<"scanResolve">;

export type Match = Scan["matches"][number];

/** The records that a clerk's code can mean, or the location that a command names. */
export type FoundCode =
  | { readonly kind: "command" }
  | { readonly kind: "location"; readonly suid: string }
  /** Requests name a location by its SUID, and this one has none. */
  | { readonly kind: "unnamed"; readonly name: string }
  | { readonly kind: "items"; readonly items: readonly Match[] }
  | { readonly kind: "nothing" };

/** Returns a function that asks the service what a code means. */
export function useResolve(): (code: string) => Promise<Scan> {
  const ask = useAsk();
  return (code) => ask("scanResolve", { body: { code } });
}

/**
 * Tells whether a code that could not be resolved is taken as a serial: there is no network, and
 * this device may keep writes.
 */
export const isSerialOffline = (code: string, error: unknown): boolean =>
  error instanceof Unreachable && isOfflineAllowed() && isPlainCode(code);

/** Returns the location of a command, if it names one. */
export function locationOfCommand(code: string): string | undefined {
  const command = commandOf(code);
  return command?.name === "LOCATION" ? command.suid : undefined;
}

/** Returns a function that finds the items or the location of a code. */
export function useFindCode(): (code: string) => Promise<FoundCode> {
  const resolve = useResolve();
  return async (code) => {
    if (isCommand(code)) {
      const suid = locationOfCommand(code);
      return suid === undefined ? { kind: "command" } : { kind: "location", suid };
    }
    const { matches } = await resolve(code);
    const items = matches.filter(({ kind }) => kind === "MaterialItem");
    if (items.length > 0) return { kind: "items", items };
    const location = matches.find(({ kind }) => kind === "Location");
    if (!location) return { kind: "nothing" };
    const { suid, name } = location;
    return suid ? { kind: "location", suid } : { kind: "unnamed", name };
  };
}
