/** The place of a request in a distributed trace. */
export interface Trace {
  /** The header that says it, in the form of version 00. */
  readonly traceparent: string;
  readonly traceId: string;
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

const isZero = (id: string) => /^0+$/.test(id);

/**
 * Reads a header `traceparent`; undefined if it is malformed, or if there are several. Of a later
 * version only the parts of version 00 are read, and of the flags only "sampled". Source: W3C Trace
 * Context, Level 1.
 */
export function traceOf(given: string | undefined): Trace | undefined {
  const [, version, traceId = "", parentId = "", flags = "", more] = form.exec(given ?? "") ?? [];
  if (version === undefined || version === "ff") return undefined;
  if (version === "00" && more !== undefined) return undefined;
  if (isZero(traceId) || isZero(parentId)) return undefined;
  const isSampled = Number.parseInt(flags, 16) % 2 === 1;
  return { traceparent: `00-${traceId}-${parentId}-${isSampled ? "01" : "00"}`, traceId };
}
