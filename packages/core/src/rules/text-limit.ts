import { refuseInvalid } from "../refusal.ts";

/** An endpoint's limit for a text: VARCHAR2(n BYTE) or VARCHAR2(n). */
export type TextLimit = { readonly bytes: number } | { readonly characters: number };

/** A text that an update sends, where another endpoint may have stored a longer one. */
export interface LimitedText {
  /** Where it stands in the request body, as a JSON pointer. */
  readonly pointer: string;
  readonly sent: string | null | undefined;
  readonly limit: TextLimit;
  /** What the record has now: it is always accepted back. */
  readonly stored: string | null | undefined;
}

const utf8 = new TextEncoder();

/** Refuses (`validation_failed`) texts that are longer than their limits, and not as stored. */
export function requireWithinLimits(texts: readonly LimitedText[]): void {
  const errors = texts
    .filter(({ sent, limit, stored }) => sent && sent !== stored && isOver(sent, limit))
    .map(({ pointer, limit }) => ({ pointer, detail: ruleOf(limit) }));
  refuseInvalid(errors);
}

const isOver = (text: string, limit: TextLimit): boolean =>
  "bytes" in limit
    ? utf8.encode(text).length > limit.bytes
    : Array.from(text).length > limit.characters;

const ruleOf = (limit: TextLimit): string =>
  "bytes" in limit
    ? `At most ${limit.bytes} bytes in UTF-8.`
    : `At most ${limit.characters} characters.`;
