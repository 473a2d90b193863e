import { catalogNames } from "./catalog.ts";
import { uncapitalize } from "./catalog-resource.ts";
import { memoized } from "./schema.ts";

/** The records that have a history. */
export const entityNames = [
  ...catalogNames,
  "ApiKey",
  "Bom",
  "BomSlot",
  "BomVersion",
  "CaseData",
  "MaterialItem",
  "Product",
  "SlotCandidate",
  "Webhook",
  "WorkCentreGroup",
  "WorksOrder",
] as const;

type EntityName = (typeof entityNames)[number];

const written = ["created", "updated", "deleted"];

/** Returns the actions on each record, as the change log names them. */
const actionsByEntity = (): Readonly<Partial<Record<EntityName, readonly string[]>>> => ({
  ...Object.fromEntries(catalogNames.map((name) => [name, written])),
  ApiKey: ["created", "revoked"],
  Bom: written,
  BomSlot: [...written, "candidatesChanged", "propertiesChanged", "propertyCleared"],
  BomVersion: [...written, "slotChanged", "pinned", "completed"],
  CaseData: ["updated"],
  MaterialItem: [
    "received",
    "receivedAndBuilt",
    "adjusted",
    "built",
    "builtInto",
    "removed",
    "removedFrom",
    "updated",
    "held",
    "released",
    "moved",
    "scrapped",
    "dispatched",
    "started",
    "completed",
  ],
  Product: [...written, "copied"],
  SerialRange: [...written, "numbered"],
  SlotCandidate: written,
  Webhook: [...written, "deactivated", "replayed"],
  WorkCentreGroup: written,
  WorksOrder: [...written, "started", "itemJoined", "completed", "cancelled"],
});

/** Returns the type of the event of a change: `asbuilt.material.received.v1`. */
export function eventTypeOf(entity: EntityName, action: string): string {
  const resource = entity === "MaterialItem" ? "material" : uncapitalize(entity);
  return `asbuilt.${resource}.${action}.v1`;
}

/** Returns every type of event. */
export const eventTypes = memoized((): readonly string[] =>
  Object.entries(actionsByEntity()).flatMap(([entity, done]) =>
    // The keys are those of the table.
    done.map((action) => eventTypeOf(entity as EntityName, action)),
  ),
);

/** Returns whether a type matches a pattern. A star at a pattern's end stands for any ending. */
export const isTypeAmong = (type: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
