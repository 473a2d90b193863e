import { actions } from "./actions.gen.ts";
import { uncapitalize } from "./catalog-resource.ts";
import { memoized } from "./schema.ts";

type EntityName = keyof typeof actions;

/** The records that have a history. */
export const entityNames = Object.keys(actions) as [EntityName, ...EntityName[]];

/** Returns the type of the event of a change: `asbuilt.material.received.v1`. */
export function eventTypeOf(entity: EntityName, action: string): string {
  const resource = entity === "MaterialItem" ? "material" : uncapitalize(entity);
  return `asbuilt.${resource}.${action}.v1`;
}

/** Returns every type of event. */
export const eventTypes = memoized((): readonly string[] =>
  entityNames.flatMap((entity) => actions[entity].map((action) => eventTypeOf(entity, action))),
);

/**
 * Returns whether a type matches a pattern that names its resource: `asbuilt.apiKey.*` names
 * `apiKey`, and `asbuilt.*` names no resource.
 */
export const isResourceNamed = (type: string, patterns: readonly string[]): boolean => {
  const resource = type.slice(0, type.indexOf(".", "asbuilt.".length) + 1);
  return isTypeAmong(
    type,
    patterns.filter((pattern) => pattern.startsWith(resource)),
  );
};

/** Returns whether a type matches a pattern. A star at a pattern's end stands for any ending. */
export const isTypeAmong = (type: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
