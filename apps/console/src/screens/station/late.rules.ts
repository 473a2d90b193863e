import type { News } from "../../outbox/outbox.ts";
import type { Entry } from "../../outbox/outbox.rules.ts";
import type { Banner } from "./station.ts";
import { isSameSerial } from "./unit.rules.ts";

/**
 * Returns what the station says about an entry of the open unit that nobody waits for any more.
 * Undefined if it is not of this unit, or if it is still in doubt.
 */
export function lateBanner(
  { entry, outcome, isAwaited }: News,
  serial: string,
): Banner | undefined {
  if (isAwaited || ["doubt", "unsent"].includes(outcome.kind) || !isOfUnit(entry, serial))
    return undefined;
  if (outcome.kind === "refused") return { kind: "refused", problem: outcome.problem };
  return doneBanner(entry);
}

function doneBanner({ operation, body }: Entry): Banner | undefined {
  // The body is that of the operation.
  const fields = body as {
    readonly parentSerialNo: string;
    readonly childSerialNo: string;
    readonly builtQty?: number;
    readonly removeQty?: number;
    readonly visualSerialNo: string;
  };
  const { parentSerialNo: parent, childSerialNo: child } = fields;
  const built = { parent, child, qty: fields.builtQty ?? fields.removeQty ?? 0, unit: null };
  switch (operation) {
    case "buildBuild":
      return { kind: "built", built };
    case "buildRemove":
      return { kind: "removed", built };
    case "materialItemComplete":
      return { kind: "completed", serial: fields.visualSerialNo };
    default:
      return undefined;
  }
}

/** Returns the parts that are kept for a unit and not sent yet. */
export const keptParts = (entries: readonly Entry[], serial: string): readonly string[] =>
  entries
    .filter((entry) => entry.operation === "buildBuild" && isOfUnit(entry, serial))
    .map(({ body }) => (body as { readonly childSerialNo: string }).childSerialNo);

function isOfUnit({ body }: Entry, serial: string): boolean {
  const { parentSerialNo, visualSerialNo } = body as {
    readonly parentSerialNo?: string;
    readonly visualSerialNo?: string | null;
  };
  return isSameSerial(parentSerialNo ?? visualSerialNo ?? "", serial);
}
