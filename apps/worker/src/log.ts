import type { LogEntry } from "@asbuilt/http";

/** Writes an entry as one JSON object, which Workers Logs index by its fields. */
export function log({ error, ...entry }: LogEntry): void {
  const time = new Date().toISOString();
  const line = { time, ...entry, ...(error === undefined ? {} : { error: described(error) }) };
  console[entry.level](JSON.stringify(line));
}

function described(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: described(cause) }) };
}
