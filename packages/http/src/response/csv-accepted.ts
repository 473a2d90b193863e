import { parseAccept } from "hono/utils/accept";

const csvType = "text/csv";
/** From the most exact name of JSON to the least exact one. */
const jsonTypes = ["application/json", "application/*", "*/*"] as const;

/**
 * Whether a client prefers CSV to JSON by its `Accept`. It must name CSV: a wildcard means JSON. Of
 * two types with the same weight, the one that is named more exactly counts, or else the first one.
 */
export function acceptsCsv(accept: string | undefined): boolean {
  // Nearly no request gets further.
  if (!accept?.toLowerCase().includes(csvType)) return false;
  const types = parseAccept(accept).map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const csv = types.findIndex(({ type }) => type === csvType);
  const named = jsonTypes.find((name) => types.some(({ type }) => type === name));
  const json = types.findIndex(({ type }) => type === named);
  const weight = types[csv]?.q ?? 0;
  const other = types[json]?.q ?? 0;
  if (weight === 0 || weight < other) return false;
  return weight > other || named !== jsonTypes[0] || csv < json;
}
