import { parseAccept } from "hono/utils/accept";

/** From the most exact name of JSON to the least exact one. */
const jsonTypes = ["application/json", "application/*", "*/*"] as const;

/**
 * Whether a client prefers a type to JSON by its `Accept`. It must name the type: a wildcard means
 * JSON. Of two types with the same weight, the one that is named more exactly counts, or else the first
 * one.
 */
export function accepts(other: string, accept: string | undefined): boolean {
  // Nearly no request gets further.
  if (!accept?.toLowerCase().includes(other)) return false;
  const types = parseAccept(accept).map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const otherAt = types.findIndex(({ type }) => type === other);
  const named = jsonTypes.find((name) => types.some(({ type }) => type === name));
  const jsonAt = types.findIndex(({ type }) => type === named);
  const weight = types[otherAt]?.q ?? 0;
  const ofJson = types[jsonAt]?.q ?? 0;
  if (weight === 0 || weight < ofJson) return false;
  return weight > ofJson || named !== jsonTypes[0] || otherAt < jsonAt;
}
