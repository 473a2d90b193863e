const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Returns the id of the trace of a traceparent in the form of version 00. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

/** Returns the traceparent of a call that this service makes: the same trace, and an id of its own. */
export function traceparentOfCall(traceparent: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  // An id of zeros is not valid.
  bytes[0]! |= 1;
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `00-${traceIdOf(traceparent)}-${id}-${traceparent.slice(-2)}`;
}

const isZero = (id: string) => /^0+$/.test(id);

/**
 * Reads a header `traceparent`, and returns it in the form of version 00; undefined if it is
 * malformed, or if there are several. Of a later version only the parts of version 00 are read, and
 * of the flags only "sampled". Source: W3C Trace Context, Level 1.
 */
export function traceparentIn(given: string | undefined): string | undefined {
  const [, version, traceId = "", parentId = "", flags = "", more] = form.exec(given ?? "") ?? [];
  if (version === undefined || version === "ff") return undefined;
  if (version === "00" && more !== undefined) return undefined;
  if (isZero(traceId) || isZero(parentId)) return undefined;
  const isSampled = Number.parseInt(flags, 16) % 2 === 1;
  return `00-${traceId}-${parentId}-${isSampled ? "01" : "00"}`;
}

/** Returns the id of the trace that a header names; undefined if it names none. */
export function traceIdIn(given: string | undefined): string | undefined {
  const traceparent = traceparentIn(given);
  return traceparent === undefined ? undefined : traceIdOf(traceparent);
}
