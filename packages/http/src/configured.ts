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

/** The first administrator's key: long, and valid in a header. */
export const adminKey: Form<string> = {
  rule: "at least 32 printable ASCII characters, without spaces",
  read: textThat((text) => /^[\u0021-\u007e]{32,}$/.test(text)),
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
