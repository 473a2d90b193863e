import { parseAccept } from "hono/utils/accept";
import { prometheusContentType, openMetricsContentType } from "prom-client";

/** A form of the metrics: its content type, and how it is made from Prometheus' text. */
export interface Exposition {
  readonly type: string;
  readonly of: (text: string) => string;
}

const prometheus: Exposition = { type: prometheusContentType, of: (text) => text };

/**
 * The registry could write this form itself. But then it renames its counters, and the next text in
 * the other form would have the wrong names. Here a family of counters has no `_total`, only its
 * samples have; no line is empty, and the last one is a mark.
 */
const openMetrics: Exposition = {
  type: openMetricsContentType,
  of: (text) =>
    `${text.replaceAll(/^(# (?:HELP|TYPE) \w+)_total /gm, "$1 ").replaceAll("\n\n", "\n")}# EOF\n`,
};

/** The forms by the types that ask for them. */
const forms: Readonly<Record<string, Exposition>> = {
  "application/openmetrics-text": openMetrics,
  "text/plain": prometheus,
};

/** Returns the form that a client prefers by its `Accept`. */
export function expositionFor(accept: string | undefined): Exposition {
  // Sorted by quality. A client that accepts neither gets the older form: it can't do less with it.
  for (const { type } of parseAccept(accept ?? "")) {
    const form = forms[type.toLowerCase()];
    if (form) return form;
  }
  return prometheus;
}
