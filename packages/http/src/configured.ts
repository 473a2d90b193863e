// The forms of configuration variables, the same on every runtime.
import { isTimeZone } from "@asbuilt/core";
import { type Targets, targetsIn } from "./webhooks/targets.ts";

/** How a variable is read. A text that breaks the rule is read as undefined. */
export interface Form<Value> {
  readonly rule: string;
  readonly read: (text: string) => Value | undefined;
}

const textThat = (isValid: (text: string) => boolean) => (text: string) =>
  isValid(text) ? text : undefined;

const adminKeyDifferentMin = 8;

/** Words of examples and of lists of passwords. A random key has none of them. */
const wellKnown =
  /change-?_?me|replace-?_?me|passw[o0]rd|letmein|qwerty|placeholder|your-?_?key|12345678|01234567|abcdefgh/i;

/** Whether a text is a shorter one, written several times. */
function isRepetition(text: string): boolean {
  // The last one can be cut off.
  for (let length = 1; length <= text.length / 2; length++) {
    if (text.startsWith(text.slice(length))) return true;
  }
  return false;
}

/** The first administrator's key: long, valid in a header, and nothing that can be guessed. */
export const adminKey: Form<string> = {
  rule:
    `at least 32 printable ASCII characters, ${adminKeyDifferentMin} of them different, without ` +
    "spaces, a repeated pattern or a well-known word such as changeme; for example what openssl " +
    "rand -base64 32 prints",
  read: textThat(
    (text) =>
      /^[\u0021-\u007e]{32,}$/.test(text) &&
      new Set(text).size >= adminKeyDifferentMin &&
      !isRepetition(text) &&
      !wellKnown.test(text),
  ),
};

/** A whole number of a unit, within limits. */
const wholeNumber = (unit: string, min: number, max: number): Form<number> => ({
  rule: `a whole number of ${unit} from ${min} to ${max}`,
  read: (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  },
});

/** The days after which a key expires that is created without an expiry. */
export const keyDays = wholeNumber("days", 1, 36_500);

/**
 * The minutes without a request after which a session ends. Uses are written once a minute: with
 * fewer minutes a session could end while it is used.
 */
export const sessionIdleMinutes = wholeNumber("minutes", 5, 1440);

/** The hours after which a session ends anyway. */
export const sessionHours = wholeNumber("hours", 1, 168);

/** The minutes for which a person acts at a station. */
export const actMinutes = wholeNumber("minutes", 1, 720);

/** The most megabytes (10^6 bytes) that the database can have. */
export const databaseMegabytes = wholeNumber("megabytes", 1, 100_000_000);

/** Whether something is done: 1 turns it on, 0 off. */
export const onOrOff: Form<boolean> = {
  rule: "1 or 0",
  read: (text) => (/^[01]$/.test(text) ? text === "1" : undefined),
};

/** The secret of a sealing key. */
export const sealKey: Form<string> = {
  rule: "32 bytes as base64",
  read: textThat((text) => /^[\w+/-]{43}=?$/.test(text)),
};

/** The public keys of trusted sealing keys. */
export const publicKeys: Form<string[]> = {
  rule: "public keys as base64url, separated by commas",
  read: (text) => listIn(text, (key) => /^[\w-]{43}$/.test(key)),
};

/** The origins whose pages may call the API. */
export const origins: Form<string[]> = {
  rule: "origins, such as https://plant.example, separated by commas; or *",
  read: (text) => listIn(text, isOrigin),
};

const isUri = (text: string) => /^\S+$/.test(text) && URL.canParse(text);

/** The source URI of events. */
export const eventSource: Form<string> = {
  rule: "a URI, such as https://plant.example/events or urn:example:plant-1",
  read: textThat(isUri),
};

/** The base of EPCIS identifiers: a path follows it. */
export const epcisBase: Form<string> = {
  rule: "a URI without ? and #, such as https://id.plant.example",
  read: textThat((text) => isUri(text) && !/[?#]/.test(text)),
};

/** The name of the plant. */
export const plant: Form<string> = {
  rule: "a name of at most 250 bytes",
  read: textThat((text) => text.trim() !== "" && new TextEncoder().encode(text).length <= 250),
};

/** The time zone of the plant. */
export const timeZone: Form<string> = {
  rule: "the IANA name of a time zone, such as Europe/Berlin",
  read: textThat(isTimeZone),
};

/** The private networks that webhooks may call. */
export const privateTargets: Form<Targets> = {
  rule: "IP addresses or networks, such as 127.0.0.1 or 10.0.0.0/8, separated by commas",
  read: targetsIn,
};

function listIn(text: string, isOne: (part: string) => boolean): string[] | undefined {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every(isOne) ? parts : undefined;
}

// The origin exactly as a browser sends it: with a path or a slash it would match no request.
const isOrigin = (text: string) =>
  text === "*" || (URL.canParse(text) && new URL(text).origin === text);
