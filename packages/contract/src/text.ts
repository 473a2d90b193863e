import * as z from "zod";

const utf8 = new TextEncoder();

interface Limit {
  /** The number of ASCII characters that fit. */
  readonly max: number;
  readonly fits: (text: string) => boolean;
  readonly error: string;
  readonly says: object;
}

/** At most `max` bytes in UTF-8: VARCHAR2(max BYTE). */
const bytes = (max: number): Limit => ({
  max,
  fits: (text) => text.length * 3 <= max || utf8.encode(text).length <= max,
  error: `At most ${max} bytes in UTF-8.`,
  says: { maxLength: max, "x-maxBytes": max },
});

/** At most `max` characters: VARCHAR2(max). */
const characters = (max: number): Limit => ({
  max,
  fits: (text) => text.length <= max || Array.from(text).length <= max,
  error: `At most ${max} characters.`,
  says: { maxLength: max },
});

const unlimited: Limit = { max: 1e9, fits: () => true, error: "", says: {} };

const freeText = ({ fits, error, says }: Limit) =>
  z
    .string()
    .refine(fits, { error })
    .meta({ ...says });

/** Free text of at most `max` bytes in UTF-8, which stays as it is. A name is `nameBytes`. */
export const textBytes = (max: number) => freeText(bytes(max));

/** Free text of at most `max` characters, which stays as it is. A name is `nameChars`. */
export const textChars = (max: number) => freeText(characters(max));

/** Whether a text has only visible ASCII, as nearly every name has. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code >= 127) return false;
  }
  return true;
}

/** Control and format characters, and the separators of lines and paragraphs. */
const invisibleCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Returns the sentence about the first invisible character of a text. */
export function invisibleIn(text: string): string | undefined {
  const found = invisibleCharacter.exec(text)?.[0].codePointAt(0);
  if (found === undefined) return undefined;
  const codePoint = found.toString(16).toUpperCase().padStart(4, "0");
  return `Contains the invisible character U+${codePoint}.`;
}

const emptyRule = "Must not be empty.";
const trimmed = (text: string) => text.trim();

/**
 * Text that names something, or that filters by a name. Scanners, spreadsheets and clipboards add
 * to it what nobody sees. White space around it is dropped, and invisible characters are refused:
 * two texts that look the same must not name two things. One check holds all rules of a name,
 * because each check costs time in every Build.
 */
export const nameText = (limit: Limit = unlimited, minLength = 0, trim = trimmed) =>
  z
    .string()
    .check((payload) => {
      const { value } = payload;
      const { length } = value;
      if (length >= minLength && length <= limit.max && isPlain(value)) return;
      const input = trim(value);
      payload.value = input;
      const message = input.length < minLength ? emptyRule : faultOfName(input, limit);
      if (message === undefined) return;
      // It continues, as `refine` does: the other fields and rules are checked too.
      payload.issues.push({ code: "custom", message, input, continue: true });
    })
    .meta({ ...limit.says, ...(minLength > 0 && { minLength }) });

const faultOfName = (text: string, { fits, error }: Limit) =>
  invisibleIn(text) ?? (fits(text) ? undefined : error);

/** A name of at most `max` bytes in UTF-8. */
export const nameBytes = (max: number) => nameText(bytes(max));

/** A name of at most `max` characters. */
export const nameChars = (max: number) => nameText(characters(max));

/** A name of at most `max` bytes in UTF-8 that must not be empty. */
export const filledBytes = (max: number) => nameText(bytes(max), 1);

/** A name of at most `max` characters that must not be empty. */
export const filledChars = (max: number) => nameText(characters(max), 1);

/** The beginning of names. White space at its end is inside of these names, so it stays. */
export const nameStart = (max: number, minLength = 0) =>
  nameText(characters(max), minLength, (text) => text.trimStart());

/** Text that must not be empty. */
export const filled = (text: z.ZodString) =>
  text.refine((value) => value.length > 0, { error: emptyRule }).meta({ minLength: 1 });
